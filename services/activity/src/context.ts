import type { Client } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { Logger } from "@emissions/kit/process/log";
import type { Sealer } from "@emissions/kit/process/sealing";
import type { RecalculationService } from "@emissions/proto/calc/v1/recalculation_service";
import type { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import type { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import type { PlaceService } from "@emissions/proto/factors/v1/place_service";
import type { SectorService } from "@emissions/proto/factors/v1/sector_service";
import type { FileService } from "@emissions/proto/imports/v1/file_service";
import type { ReadingService } from "@emissions/proto/imports/v1/reading_service";
import type { ApiKeys } from "./access/keys.ts";
import type { Catalogues } from "./catalogues.ts";
import type { GroupLimits } from "./config.ts";
import type { FactorLookUps } from "./records/custom-factors.ts";
import type { Preview } from "./records/preview.ts";

/** The dependencies of the handlers. */
export interface Context extends Catalogues {
  db: Db;
  keys: ApiKeys;
  /** Encrypts the secrets of authenticator apps. */
  sealer: Sealer;
  log: Pick<Logger, "info" | "warn">;
  factors: FactorLookUps;
  /** Fuels and refrigerants of facilities, by country. */
  fuels: Client<typeof FacilityFuelService>;
  /** Published rates, for salaries of several currencies. */
  exchangeRates: Client<typeof ExchangeRateService>;
  /** Reads codes of suppliers. */
  sectors: Client<typeof SectorService>;
  /** Measures distances between places. */
  places: Client<typeof PlaceService>;
  /** Calculates records before they are stored. */
  preview: Preview;
  /** Knows the state of recalculations and the days that they change. */
  recalculations: Pick<Client<typeof RecalculationService>, "getRecalculation">;
  /** Client of the imports service. */
  files: Client<typeof FileService>;
  /** Readings of documents, for the links of projects. */
  readings: Pick<Client<typeof ReadingService>, "findReadings" | "lookUpReadings">;
  groupLimits: GroupLimits;
  /** Seconds without a result before a sweep republishes a record. */
  overdueS: number;
  /** Days from the end of a job to its removal, with its items. */
  jobRetentionDays: number;
}
