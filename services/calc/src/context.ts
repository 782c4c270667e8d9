import type { Db } from "@emissions/kit/db";
import type { FactorResolver } from "./factor/resolver.ts";

/** What handlers and consumers need. */
export interface Context {
  db: Db;
  factors: FactorResolver;
}
