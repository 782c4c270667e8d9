import { createClient, type Transport } from "@connectrpc/connect";
import { CachedCatalogue } from "@emissions/kit/process/cached-catalogue";
import { NIL_ID } from "@emissions/kit/process/id";
import { callAs, servicePrincipal } from "@emissions/kit/wire/principal";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { FreightService } from "@emissions/proto/factors/v1/freight_service";
import { type Sector, SectorService } from "@emissions/proto/factors/v1/sector_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { FUEL_COUNTRIES } from "../../fuel-countries.ts";
import {
  CURRENCY,
  countryEntry,
  energySupplierEntry,
  facilityFuelEntry,
  lerEntry,
  lerKey,
  logisticsFuelEntry,
  rdEntry,
  rdKey,
  sectorEntry,
  sectorKey,
  tocEntry,
  unitEntry,
  vehicleFuelEntry,
  vehicleTypeEntry,
} from "./entries.ts";
import { type CatalogueIndex, catalogueIndex } from "./index.ts";
import { CASED_UNITS, EXACT_UNITS } from "./names-of-units.ts";

export const CATALOGUES = [
  "unit",
  "currency",
  "country",
  "vehicle_fuel",
  "facility_fuel",
  "logistics_fuel",
  "unknown_vehicle",
  "energy_supplier",
  "ler_code",
  "rd_code",
  "toc",
  "sector",
] as const;
export type CatalogueName = (typeof CATALOGUES)[number];

/** Lists of the factors service, indexed by names. They do not depend on the organization. */
export type CatalogueIndexes = Readonly<Record<CatalogueName, () => Promise<CatalogueIndex>>>;

const SECTOR_PAGE = 100;
const SECTOR_PAGES_MAX = 100;

const NO_ORGANIZATION = servicePrincipal(NIL_ID);

export function catalogueIndexes(factors: Transport): CatalogueIndexes {
  const options = () => callAs(NO_ORGANIZATION);
  const units = createClient(UnitService, factors);
  const countries = createClient(CountryService, factors);
  const vehicles = createClient(VehicleCatalogueService, factors);
  const facilities = createClient(FacilityFuelService, factors);
  const suppliers = createClient(EnergySupplierService, factors);
  const freight = createClient(FreightService, factors);
  const wastes = createClient(WasteCatalogueService, factors);
  const sectors = createClient(SectorService, factors);
  const unitIndex = async (isCurrency: boolean) => {
    const { details } = await units.listUnits({}, options());
    return catalogueIndex(
      details.filter(({ dimension }) => (dimension === CURRENCY) === isCurrency).flatMap(unitEntry),
    );
  };
  return {
    unit: cached(async () => {
      const [physical, currencies] = [await unitIndex(false), await unitIndex(true)];
      // "Kgs" are kilograms and not the currency KGS.
      const find = (text: string) => {
        const cased = casedUnits(text);
        if (cased !== null) return cased.flatMap((code) => physical.find(code));
        return physical.find(text).length > 0 ? physical.find(text) : currencies.find(text);
      };
      return { find, near: physical.near };
    }),
    currency: cached(() => unitIndex(true)),
    country: cached(async () => {
      const index = catalogueIndex((await countries.listCountries({}, options())).countries.map(countryEntry));
      return { ...index, find: (text) => (FLAG.test(text.trim()) ? [] : index.find(text)) };
    }),
    vehicle_fuel: cached(async () => {
      return catalogueIndex((await vehicles.listVehicleFuels({}, options())).fuels.map(vehicleFuelEntry));
    }),
    unknown_vehicle: cached(async () => {
      return catalogueIndex((await vehicles.listUnknownVehicles({}, options())).vehicles.map(vehicleTypeEntry));
    }),
    energy_supplier: cached(async () => {
      return catalogueIndex((await suppliers.listEnergySuppliers({}, options())).suppliers.map(energySupplierEntry));
    }),
    facility_fuel: cached(async () => {
      const lists = await Promise.all(
        FUEL_COUNTRIES.map((country) => facilities.listFacilityFuels({ country }, options())),
      );
      return catalogueIndex(mergedById(lists.flatMap(({ fuels }) => fuels.map(facilityFuelEntry))));
    }),
    logistics_fuel: cached(async () => {
      return catalogueIndex((await freight.listLogisticsFuels({}, options())).fuels.map(logisticsFuelEntry));
    }),
    ler_code: cached(async () => {
      const index = catalogueIndex((await wastes.listLerCodes({}, options())).codes.map(lerEntry), lerKey);
      return { ...index, near: nearLer(index) };
    }),
    rd_code: cached(async () => catalogueIndex((await wastes.listRdCodes({}, options())).codes.map(rdEntry), rdKey)),
    toc: cached(async () =>
      catalogueIndex((await freight.listTransportOperationCategories({}, options())).tocs.map(tocEntry)),
    ),
    sector: cached(async () => {
      const all: Sector[] = [];
      for (let page = 1; page <= SECTOR_PAGES_MAX; page++) {
        const reply = await sectors.listSectors({ page, size: SECTOR_PAGE }, options());
        all.push(...reply.sectors);
        if (reply.sectors.length < SECTOR_PAGE) break;
      }
      return catalogueIndex(all.map(sectorEntry), sectorKey);
    }),
  };
}

/** A number of five digits has lost a zero: the first one in a spreadsheet, or another one. */
const nearLer = (index: CatalogueIndex) => (text: string, max: number) => {
  const [, digits] = /^(\d{5})\*?$/.exec(text.trim().replace(/[ .]/g, "")) ?? [];
  if (digits === undefined) return index.near(text, max);
  const readings = Array.from({ length: 6 }, (_, at) => `${digits.slice(0, at)}0${digits.slice(at)}`);
  const found = new Map(readings.flatMap((code) => index.find(code)).map((entry) => [entry.code, entry]));
  return [...found.values()].slice(0, max).map(({ code, label }) => ({ value: code, label }));
};

/** Words for yes and no, which are no codes of Norway and Slovenia. */
const FLAG = /^(?:No|Si|S[íì])$|^s[íì]$/;

/** Codes of a text such as "ML", whose case may mean something or nothing. */
function casedUnits(text: string): readonly string[] | null {
  const written = text.trim();
  const codes = CASED_UNITS[written.toLowerCase()];
  if (codes === undefined) return null;
  const isExact = codes.some((code) => code === written || EXACT_UNITS[code]?.includes(written));
  return isExact ? null : codes;
}

function cached(load: () => Promise<CatalogueIndex>): () => Promise<CatalogueIndex> {
  const cache = new CachedCatalogue(async () => new Map([["index", await load()]]));
  return async () => (await cache.all()).get("index")!;
}

/** The lists of the countries have the same fuels under different names. */
function mergedById(entries: readonly ReturnType<typeof facilityFuelEntry>[]) {
  const byId = new Map<string, ReturnType<typeof facilityFuelEntry>>();
  for (const entry of entries) {
    const earlier = byId.get(entry.id);
    byId.set(entry.id, earlier === undefined ? entry : { ...earlier, names: [...earlier.names, entry.label] });
  }
  return [...byId.values()];
}
