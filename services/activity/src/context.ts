import type { Db } from "@emissions/kit/db";
import type { ApiKeys } from "./access/keys.ts";
import type { Lists } from "./lists.ts";
import type { GroupLookUps } from "./purchase/groups.ts";
import type { FactorLookUps } from "./records/custom-factors.ts";

/** Everything a handler may touch. Tests build their own. */
export interface Context extends Lists {
  db: Db;
  keys: ApiKeys;
  groups: GroupLookUps;
  factors: FactorLookUps;
  /** Seconds that a record waits for its result before it is announced again. */
  overdueS: number;
}
