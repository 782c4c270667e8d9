import type { Db } from "@emissions/kit/db/transactions";
import type { Logger } from "@emissions/kit/process/log";
import type { FactorResolver } from "./factor/resolver.ts";

export interface Context {
  db: Db;
  factors: FactorResolver;
  log: Logger;
}
