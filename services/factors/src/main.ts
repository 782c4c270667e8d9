import { runService } from "@emissions/kit/run";
import { AuditRecordedSchema } from "@emissions/proto/factors/v1/audit_recorded";
import { Config } from "./config.ts";
import { createContext } from "./context.ts";
import { loadCatalogue } from "./load/load.ts";
import { MIGRATIONS } from "./migrations.ts";
import { consumers, routes } from "./service.ts";

await runService({
  name: "factors",
  config: Config,
  auditEvent: AuditRecordedSchema,
  migrations: MIGRATIONS,
  context: createContext,
  prepare: async ({ catalogue }, { config, db, log }) => {
    const changed = await loadCatalogue(db, { shareAlike: config.CATALOGUE_SHARE_ALIKE === "on" });
    const { version } = await catalogue.refresh();
    log.info({ changed, version }, "catalogue loaded");
  },
  routes,
  consumers,
});
