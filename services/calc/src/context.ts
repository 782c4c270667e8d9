import type { Db } from "@emissions/kit/db";
import type { Resolve } from "./factor/resolver.ts";

/** What handlers and consumers need. */
export interface Context {
  db: Db;
  resolve: Resolve;
}
