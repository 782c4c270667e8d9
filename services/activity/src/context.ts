import type { Client } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import type { ApiKeys } from "./access/keys.ts";
import type { Catalogues } from "./catalogues.ts";
import type { FactorLookUps } from "./records/custom-factors.ts";

/** Everything a handler may touch. Tests build their own. */
export interface Context extends Catalogues {
  db: Db;
  keys: ApiKeys;
  factors: FactorLookUps;
  /** What facilities burn and refill, by country. */
  fuels: Client<typeof FacilityFuelService>;
  /** Seconds that a record waits for its result before it is announced again. */
  overdueS: number;
}
