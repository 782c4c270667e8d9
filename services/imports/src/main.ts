import { runService } from "@emissions/kit/run";
import { AuditRecordedSchema } from "@emissions/proto/imports/v1/audit_recorded";
import { Config } from "./config.ts";
import { createContext } from "./create-context.ts";
import { background, routes, sweeps } from "./service.ts";

await runService({
  name: "imports",
  config: Config,
  auditEvent: AuditRecordedSchema,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: createContext,
  routes,
  sweeps,
  background,
});
