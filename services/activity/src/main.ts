import { createClient } from "@connectrpc/connect";
import { Sealer } from "@emissions/kit/process/sealing";
import { runService } from "@emissions/kit/run";
import { BATCH_BYTES_MAX } from "@emissions/kit/wire/limits";
import { RecalculationService } from "@emissions/proto/calc/v1/recalculation_service";
import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { PlaceService } from "@emissions/proto/factors/v1/place_service";
import { SectorService } from "@emissions/proto/factors/v1/sector_service";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { ApiKeys } from "./access/keys.ts";
import { factorCatalogues } from "./catalogues.ts";
import { Config, groupLimitsOf } from "./config.ts";
import { gauges } from "./gauges.ts";
import { factorLookUps } from "./records/custom-factors.ts";
import { calculationPreview } from "./records/preview.ts";
import { background, consumers, routes, sweeps } from "./service.ts";
import { totpSealingChecks } from "./totp/reseal.ts";

await runService({
  name: "activity",
  config: Config,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: ({ config, db, log, connectTo }) => {
    const factors = connectTo("factors", config.FACTORS_URL);
    const calc = connectTo("calc", config.CALC_URL);
    const imports = connectTo("imports", config.IMPORTS_URL);
    return {
      db,
      keys: new ApiKeys(config.API_KEY_PEPPER, config.API_KEY_KIND),
      sealer: new Sealer(config.SEALING_KEYS),
      log,
      factors: factorLookUps(factors),
      fuels: createClient(FacilityFuelService, factors),
      exchangeRates: createClient(ExchangeRateService, factors),
      places: createClient(PlaceService, factors),
      sectors: createClient(SectorService, factors),
      preview: calculationPreview(calc),
      recalculations: createClient(RecalculationService, calc),
      files: createClient(FileService, imports),
      readings: createClient(ReadingService, imports),
      groupLimits: groupLimitsOf(config),
      overdueS: config.OVERDUE_S,
      jobRetentionDays: config.JOB_RETENTION_DAYS,
      ...factorCatalogues(factors),
    };
  },
  checks: (context, { log }) => totpSealingChecks(context, log),
  routes,
  consumers,
  sweeps,
  gauges,
  maxBytes: BATCH_BYTES_MAX,
  background,
});
