import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import { Sealer, SealingKeys } from "@emissions/kit/process/sealing";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { unprocessable } from "@emissions/kit/wire/errors";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import {
  CustomDatabaseService,
  type CustomRecordStateSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import { CustomGroupService, type CustomGroupStateSchema } from "@emissions/proto/factors/v1/custom_group_service";
import { EnergySupplierService, EnergySupplierType } from "@emissions/proto/factors/v1/energy_supplier_service";
import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { FacilityFuelService, FuelPurpose } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { GridZoneService } from "@emissions/proto/factors/v1/grid_zone_service";
import { SectorEdition, SectorService } from "@emissions/proto/factors/v1/sector_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { testDatabase } from "@emissions/testkit/database";
import { fileStore } from "@emissions/testkit/file-store";
import { inMemory } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ApiKeys } from "./access/keys.ts";
import { fakePlaces } from "./business_travel/places.fixture.ts";
import { factorCatalogues } from "./catalogues.ts";
import type { Context } from "./context.ts";
import { factorLookUps } from "./records/custom-factors.ts";
import { fakeFreight } from "./records/freight.fixture.ts";
import { FakeCalc } from "./records/preview.fixture.ts";
import { routes } from "./service.ts";
import { fakeVehicles } from "./vehicle/vehicle-catalogue.fixture.ts";

export const EARLIER_PEPPER = "a pepper that is no longer used for new keys";
/** The pepper of the tests and of the commands that they run. */
export const PEPPER = "a pepper that only the tests know of";
/** Seals the secrets of authenticator apps. */
export const SEALING_KEYS = `test:${Buffer.alloc(32, 7).toString("base64")}`;
export const EUR = unitId("EUR");
export const KG = unitId("kg");
/** Not a unit of purchases. */
export const KM = unitId("km");
export const SHORT_TON = unitId("short_ton");
export const KWH = unitId("kWh");
export const MWH = unitId("MWh");
export const GJ = unitId("GJ");
export const M3 = unitId("m3");
export const LITRE = unitId("l");
export const PAPER = catalogueId("ler", "150101");
export const RECYCLING = catalogueId("rd", "R03");

/** Sells electricity in Spain. */
export const IBERDROLA = catalogueId("energy_supplier", "ES/iberdrola");

const mass = (kilograms: string) => ({
  dimension: "mass",
  numerator: { value: kilograms },
  denominator: { value: "1" },
});
/** In kilowatt-hours. */
const energy = (numerator: string, denominator = "1") => ({
  dimension: "energy",
  numerator: { value: numerator },
  denominator: { value: denominator },
});
const unit = (id: string, code: string, name: string, type: string, more: object) => {
  return { unit: { id, name: `${name}_(${code})`, type }, code, ...more };
};

/** The units of the fake factors service. */
const details = [
  unit(EUR, "EUR", "euro", "fiat_currency", { dimension: "currency" }),
  unit(KG, "kg", "kilogram", "solid", { ...mass("1"), purposes: ["non_currency_purchases"] }),
  unit(SHORT_TON, "short_ton", "short_ton", "solid", mass("907.18474")),
  unit(M3, "m3", "cubic_metre", "gas", { dimension: "volume" }),
  unit(KWH, "kWh", "kilowatt_hour", "energy", energy("1")),
  unit(MWH, "MWh", "megawatt_hour", "energy", energy("1000")),
  unit(GJ, "GJ", "gigajoule", "energy", energy("2500", "9")),
  unit(LITRE, "l", "litre", "liquid", { dimension: "volume" }),
  unit(KM, "km", "kilometre", "distance", { dimension: "distance", purposes: ["distance"] }),
];

const fuels = [
  { category: "fuels", key: "natural_gas", fuel: "Natural gas", purpose: FuelPurpose.HEAT },
  { category: "heat", key: "district_heat", fuel: "District heat", purpose: FuelPurpose.HEAT },
  { category: "refrigerants", key: "r_410a", fuel: "R-410A", purpose: FuelPurpose.RECHARGE },
].map((fuel) => ({
  ...fuel,
  id: catalogueId("facility_fuel", `${fuel.category}/${fuel.key}`),
  // Natural gas is sold by energy too.
  units: fuel.key === "natural_gas" ? [details[1]!.unit, details[4]!.unit] : [details[1]!.unit],
}));

const iberdrola = { id: IBERDROLA, name: "Iberdrola", country: "ES", type: EnergySupplierType.ELECTRICITY };
const suppliers = [{ supplier: iberdrola, category: "electricity_supplier", key: "iberdrola" }];

const gridZones = [
  { gridZone: "camx", name: "WECC California", country: "US" },
  { gridZone: "es_cn_te", name: "Tenerife", country: "ES" },
];

const unitOf = (id: string) => details.find(({ unit }) => unit.id === id)!.unit;

const countries = ["DE", "ES", "FR", "GB", "PT", "US"].map((code) => ({ code }));

/** Units of currencies for 1 EUR. */
const RATES: Readonly<Record<string, string>> = { USD: "1.25", SEK: "10" };

/** Codes of suppliers that begin with it do not exist. */
export const UNKNOWN_CODE = "99";
/** A code with another meaning in each edition of NACE. */
export const AMBIGUOUS_CODE = "46.71";

export type Activity = Awaited<ReturnType<typeof startActivity>>;

/** The picture of every user. */
const PICTURE = "https://example.com/ada.png";

/** The service on a database of its own, called through Connect as by the gateway. */
export async function startActivity() {
  const database = await testDatabase("activity", [new URL("../migrations/", import.meta.url)]);
  const groups = new Map<string, MessageInitShape<typeof CustomGroupStateSchema>>();
  const customRecords = new Map<string, MessageInitShape<typeof CustomRecordStateSchema>>();
  const away = { factors: false };
  const lookUps: string[][] = [];
  const lookUp = <T>(states: ReadonlyMap<string, T>, ids: string[]) => {
    lookUps.push(ids);
    if (away.factors) throw new ConnectError("nobody there", Code.Unavailable);
    return ids.map((id) => states.get(id) ?? { id, found: false });
  };
  const factors = createRouterTransport((router) => {
    fakeFreight(router);
    router.service(UnitService, { listUnits: () => ({ details }) });
    router.service(CountryService, { listCountries: () => ({ countries }) });
    router.service(GridZoneService, { listGridZones: () => ({ gridZones }) });
    fakeVehicles(router, unitOf);
    router.service(EnergySupplierService, { lookUpEnergySuppliers: () => ({ suppliers }) });
    router.service(WasteCatalogueService, {
      listLerCodes: () => ({ codes: [{ id: PAPER, code: "15 01 01", name: "Paper packaging" }] }),
      listRdCodes: () => ({ codes: [{ id: RECYCLING, code: "R03", name: "organic_recycling" }] }),
    });
    router.service(CustomDatabaseService, {
      lookUpCustomRecords: ({ recordIds }) => ({ records: lookUp(customRecords, recordIds) }),
    });
    router.service(FacilityFuelService, {
      listFacilityFuels: ({ country }) => ({ fuels: fuels.map((one) => ({ ...one, fuel: `${one.fuel} ${country}` })) }),
      lookUpFacilityFuels: ({ ids }) => ({ fuels: fuels.filter(({ id }) => ids.includes(id)) }),
    });
    router.service(ExchangeRateService, {
      getExchangeRate: ({ currency, date }) => {
        const rate = RATES[currency];
        if (rate === undefined) throw unprocessable("EXCHANGE_RATE_MISSING", "No exchange rate is known for the day.");
        return {
          exchangeRate: { currency, rate: { value: rate }, requestedDate: date, rateDate: date, source: "ECB" },
        };
      },
    });
    router.service(SectorService, {
      lookUpSector: ({ code, sectorEdition }) => {
        if (away.factors) throw new ConnectError("nobody there", Code.Unavailable);
        const isAsked = code === AMBIGUOUS_CODE && sectorEdition === SectorEdition.UNSPECIFIED;
        return code.startsWith(UNKNOWN_CODE) || isAsked ? {} : { sector: { code } };
      },
    });
    router.service(CustomGroupService, {
      lookUpCustomGroups: ({ groupIds }) => ({ groups: lookUp(groups, groupIds) }),
    });
  });
  const places = fakePlaces();
  const db = new Db(database.sql);
  const store = fileStore("activity");
  const calc = new FakeCalc();
  const context: Context = {
    db,
    keys: new ApiKeys(fixedSecrets(PEPPER, EARLIER_PEPPER)),
    sealer: new Sealer(SealingKeys.parse(SEALING_KEYS)),
    log: createLogger({ service: "activity", level: "silent" }),
    factors: factorLookUps(factors),
    fuels: createClient(FacilityFuelService, factors),
    exchangeRates: createClient(ExchangeRateService, factors),
    places: places.client,
    sectors: createClient(SectorService, factors),
    files: store.files,
    // Tests with readings connect the imports service.
    readings: createClient(
      ReadingService,
      createRouterTransport(() => undefined),
    ),
    preview: calc.previewFor(),
    recalculations: calc.recalculationsFor(),
    groupLimits: { apiKeysMax: 500, organizationsMax: 200 },
    overdueS: 30,
    jobRetentionDays: 365,
    ...factorCatalogues(factors),
  };

  return {
    ...database,
    ...inMemory({ db, service: "activity", entries: routes(context) }),
    db,
    context,
    /** The files of the stand-in for imports. */
    store,
    places,
    calc,
    /** Groups and records of the fake factors service, its availability, and the ids of its requests. */
    groups,
    customRecords,
    away,
    lookUps,
    /** Inserts a processed result, as if calc were available. */
    hear: () =>
      db.asService(
        us.organizationId,
        ({ tx, org }) => tx`
          insert into inbox (organization_id, consumer, id) values (${org}, 'activity_RecordsCalculated', ${newId()})`,
      ),
    /** Creates an organization with an admin. */
    organization: async (values: { country?: string; parentId?: string; accepted?: boolean; name?: string } = {}) => {
      const { country = "ES", parentId = null, accepted = false, name = "Organization" } = values;
      const [id, userId] = [newId(), newId()];
      await db.asService(id, async ({ tx }) => {
        await tx`
          insert into organizations (id, parent_id, accepted, name, slug, country)
          values (${id}, ${parentId}, ${accepted}, ${name}, ${`org-${id}`}, ${country})`;
        await tx`
          insert into users (id, email, first_name, prefix, phone_number, profile_img_url, onboarding_done)
          values (${userId}, ${`${userId}@example.com`}, 'Ada', '+44', '20 7946 0000', ${PICTURE}, true)`;
        await tx`insert into members (organization_id, user_id, role) values (${id}, ${userId}, 'admin')`;
      });
      return { ...servicePrincipal(id), kind: "user", userId, role: "admin" } satisfies Principal;
    },
  };
}

/** The service and an organization with an admin, of the test that runs. */
export let activity: Activity;
export let us: Principal & { userId: string };

/** Continues as another caller. */
export const actAs = (caller: typeof us): void => {
  us = caller;
};

/** Starts the service for a file, whose tests share one organization. */
export function allTests(prepare: () => void | Promise<void> = () => {}): void {
  beforeAll(async () => {
    activity = await startActivity();
    us = await activity.organization();
    await prepare();
  });
  afterAll(() => activity.drop());
}

/** Each test gets an organization of its own and available factors. */
export function eachTest(prepare: () => void | Promise<void> = () => {}): void {
  allTests();
  beforeEach(async () => {
    activity.away.factors = false;
    activity.lookUps.length = 0;
    activity.store.reset();
    activity.calc.reset();
    activity.places.reset();
    us = await activity.organization();
    await prepare();
  });
}

/** The inputs of the calculation that were announced, in order. */
export const inputs = async () => (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);

/** The announced deletions of records. */
export const deletions = async () =>
  (await activity.events(us, RecordsDeletedSchema)).flatMap(({ records }) => records);
