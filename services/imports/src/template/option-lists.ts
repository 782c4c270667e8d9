import { type CallOptions, createClient, type Transport } from "@connectrpc/connect";
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
import { FUEL_COUNTRIES } from "../fuel-countries.ts";
import { type Language, OPTION_SOURCES, type OptionSource } from "./template.ts";
import { humanized } from "./words.ts";

export interface ListedOption {
  value: string;
  label: string;
}

/** An entry of a catalogue. Names of countries and currencies follow from their codes. */
interface Entry {
  value: string;
  label: string;
  named?: "region" | "currency";
}

export type OptionLists = Readonly<Record<OptionSource, CachedCatalogue<Entry>>>;

/** The catalogues do not depend on the organization. */
const NO_ORGANIZATION = servicePrincipal(NIL_ID);
const CURRENCY = "currency";
const SECTOR_PAGE = 100;
const SECTOR_PAGES_MAX = 100;

/** Calls the factors service, and takes the options of each call. */
interface Factors {
  transport: Transport;
  options: () => CallOptions;
}

/** The value is a code where the catalogue has one, else the id. Imports recognise both. */
const LOADERS: Readonly<Record<OptionSource, (factors: Factors) => Promise<Entry[]>>> = {
  countries: async ({ transport, options }) => {
    const { countries } = await createClient(CountryService, transport).listCountries({}, options());
    return countries.map(({ code, name }) => ({ value: code.toLowerCase(), label: name, named: "region" }));
  },
  fuels: async ({ transport, options }) => {
    const { fuels } = await createClient(FreightService, transport).listLogisticsFuels({}, options());
    return fuels.map(({ id, name, unit }) => ({ value: id, label: `${humanized(name)} (${unit})` }));
  },
  logistics_tocs: async ({ transport, options }) => {
    const { tocs } = await createClient(FreightService, transport).listTransportOperationCategories({}, options());
    return tocs.map(({ toc }) => ({ value: toc, label: humanized(toc) }));
  },
  vehicle_fuels: async ({ transport, options }) => {
    const { fuels } = await createClient(VehicleCatalogueService, transport).listVehicleFuels({}, options());
    return fuels.map(({ id, fuel, country }) => ({ value: id, label: `${humanized(fuel)} (${country})` }));
  },
  facility_fuels: async ({ transport, options }) => {
    const client = createClient(FacilityFuelService, transport);
    const lists = await Promise.all(FUEL_COUNTRIES.map((country) => client.listFacilityFuels({ country }, options())));
    return lists.flatMap((list) => list.fuels.map(({ id, fuel }) => ({ value: id, label: fuel })));
  },
  unknown_vehicles: async ({ transport, options }) => {
    const { vehicles } = await createClient(VehicleCatalogueService, transport).listUnknownVehicles({}, options());
    return vehicles.map(({ id, type }) => ({ value: id, label: humanized(type) }));
  },
  energy_suppliers: async ({ transport, options }) => {
    const { suppliers } = await createClient(EnergySupplierService, transport).listEnergySuppliers({}, options());
    return suppliers.map(({ id, name, country }) => ({ value: id, label: `${name} (${country})` }));
  },
  units: async (factors) =>
    (await unitsOf(factors))
      .filter(({ dimension }) => dimension !== CURRENCY)
      .map(({ code, unit }) => ({ value: code, label: humanized(unit?.name ?? code) })),
  currencies: async (factors) =>
    (await unitsOf(factors))
      .filter(({ dimension }) => dimension === CURRENCY)
      .map(({ code }) => ({ value: code, label: code, named: "currency" })),
  ler_codes: async ({ transport, options }) => {
    const { codes } = await createClient(WasteCatalogueService, transport).listLerCodes({}, options());
    return codes.map(({ code, name, hazardous }) => ({ value: code, label: `${code}${hazardous ? "*" : ""} ${name}` }));
  },
  rd_codes: async ({ transport, options }) => {
    const { codes } = await createClient(WasteCatalogueService, transport).listRdCodes({}, options());
    return codes.map(({ code, name }) => ({ value: code, label: `${code} ${humanized(name)}` }));
  },
  sectors: async (factors) =>
    (await allSectors(factors)).map(({ unambiguousCode: code, name }) => ({ value: code, label: `${code} ${name}` })),
};

export function createOptionLists(transport: Transport): OptionLists {
  const factors = { transport, options: () => callAs(NO_ORGANIZATION) };
  const lists = OPTION_SOURCES.map((source) => {
    const load = async () => new Map((await LOADERS[source](factors)).map((entry) => [entry.value, entry]));
    return [source, new CachedCatalogue(load)] as const;
  });
  return Object.fromEntries(lists) as Record<OptionSource, CachedCatalogue<Entry>>;
}

const unitsOf = async ({ transport, options }: Factors) =>
  (await createClient(UnitService, transport).listUnits({}, options())).details;

/** Several classifications have the same code. The API reads it as the first of them does. */
async function allSectors({ transport, options }: Factors) {
  const client = createClient(SectorService, transport);
  const found: Sector[] = [];
  for (let page = 1; page <= SECTOR_PAGES_MAX; page++) {
    const { sectors, total } = await client.listSectors({ page, size: SECTOR_PAGE }, options());
    found.push(...sectors);
    if (found.length >= total) break;
  }
  const seen = new Set<string>();
  return found.filter(({ unambiguousCode: code }) => !seen.has(code) && seen.add(code));
}

/** The options of a catalogue, sorted by label where the labels depend on the language. */
export async function listOptions(
  lists: OptionLists,
  source: OptionSource,
  language: Language,
): Promise<ListedOption[]> {
  const entries = [...(await lists[source].all()).values()];
  const named = entries[0]?.named;
  if (named === undefined) return entries.map(({ value, label }) => ({ value, label }));
  const names = new Intl.DisplayNames([language], { type: named, fallback: "none" });
  const options = entries.map(({ value, label }) => ({ value, label: names.of(value.toUpperCase()) ?? label }));
  const collator = new Intl.Collator(language);
  return options.sort((one, other) => collator.compare(one.label, other.label) || (one.value < other.value ? -1 : 1));
}
