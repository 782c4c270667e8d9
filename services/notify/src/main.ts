import { Sealer } from "@emissions/kit/process/sealing";
import { runService } from "@emissions/kit/run";
import { AuditRecordedSchema } from "@emissions/proto/notify/v1/audit_recorded";
import { Config } from "./config.ts";
import { createContext } from "./context.ts";
import { gauges } from "./gauges.ts";
import { sealingChecks } from "./sealing-check.ts";
import { background, consumers, routes, sweeps } from "./service.ts";

await runService({
  name: "notify",
  config: Config,
  auditEvent: AuditRecordedSchema,
  migrations: [new URL("../migrations/", import.meta.url)],
  sealer: (config) => new Sealer(config.WEBHOOK_SECRET_KEYS),
  context: createContext,
  checks: (context, { log }) => sealingChecks(context, log),
  routes,
  sweeps,
  gauges,
  consumers,
  background,
});
