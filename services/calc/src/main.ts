import { createClient } from "@connectrpc/connect";
import { runService } from "@emissions/kit/run";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { WorkforceFigureService } from "@emissions/proto/activity/v1/workforce_figure_service";
import { AuditRecordedSchema } from "@emissions/proto/calc/v1/audit_recorded";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { Config } from "./config.ts";
import { factorResolver } from "./factor/resolver.ts";
import { watchFactors } from "./factor/watch.ts";
import { background, consumers, routes, sweeps } from "./service.ts";

await runService({
  name: "calc",
  config: Config,
  auditEvent: AuditRecordedSchema,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: ({ db, config, log, connectTo }) => {
    const factors = createClient(SelectionService, connectTo("factors", config.FACTORS_URL));
    const activity = connectTo("activity", config.ACTIVITY_URL);
    const [projects, workforce] = [
      createClient(ProjectService, activity),
      createClient(WorkforceFigureService, activity),
    ];
    return { db, log, factors: factorResolver(factors), projects, workforce };
  },
  routes,
  consumers,
  sweeps,
  background,
  listen: ({ factors }, nats) => [watchFactors(nats, factors.clear)],
});
