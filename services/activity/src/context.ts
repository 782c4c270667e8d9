import type { Db } from "@emissions/kit/db";
import type { ApiKeys } from "./access/keys.ts";
import type { Units } from "./units.ts";

/** Everything a handler may touch. Tests build their own. */
export interface Context {
  db: Db;
  units: Units;
  keys: ApiKeys;
}
