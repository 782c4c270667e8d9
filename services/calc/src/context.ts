import type { Client } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { Logger } from "@emissions/kit/process/log";
import type { ProjectService } from "@emissions/proto/activity/v1/project_service";
import type { WorkforceFigureService } from "@emissions/proto/activity/v1/workforce_figure_service";
import type { FactorResolver } from "./factor/resolver.ts";

export interface Context {
  db: Db;
  factors: FactorResolver;
  projects: Client<typeof ProjectService>;
  workforce: Client<typeof WorkforceFigureService>;
  log: Logger;
}
