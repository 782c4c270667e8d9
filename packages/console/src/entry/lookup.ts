import type { CatalogueUnit, ImportColumn, ImportOption } from "@emissions/client/types";
import type { Client } from "../state/account.ts";
import type { Language } from "../words/words.ts";

/** Entries that a field offers at once. A person who needs another one writes more of its name. */
const OPTIONS_MAX = 30;

interface Search {
  client: Client;
  text: string;
  language: Language;
  signal: AbortSignal;
}

type Lookup = (search: Search) => Promise<ImportOption[]>;

const option = (value: string, ...names: (string | null)[]): ImportOption => ({
  value,
  label: names.filter((name) => name !== null && name !== "").join(", "),
});

/** "kilogram_(kg)" is shown as "kilogram (kg)". */
const unitLabel = (name: string) => name.replaceAll("_", " ");

/** Units of a purpose, or all of them that pass the test. */
const units =
  (query: { type?: string }, test: (unit: CatalogueUnit) => boolean = () => true): Lookup =>
  async ({ client, text, signal }) => {
    const list = await client.call("listUnits", { query: { ...query, search: text }, signal });
    return list.filter(test).map(({ id, name }) => option(id, unitLabel(name)));
  };

const isCurrency = ({ type }: CatalogueUnit) => type === "fiat_currency";

/** Entries of a catalogue whose names contain the text. */
const catalogue =
  (source_key: string, toValue: (code: string) => string): Lookup =>
  async ({ client, text, language, signal }) => {
    const given = { path: { source_key }, query: { language }, signal };
    const { options } = await client.call("listImportOptions", given);
    const wanted = text.toLocaleLowerCase();
    return options
      .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
      .map(({ value, label }) => ({ value: toValue(value), label }));
  };

/** Entities and catalogues that a field may name, by the reference of its column. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  // Amounts in the other currencies cannot be calculated.
  currency: units({}, (unit) => isCurrency(unit) && unit.has_exchange_rates === true),
  unit: units({}, (unit) => !isCurrency(unit)),
  purchase_unit: units({ type: "non_currency_purchases" }),
  country: catalogue("countries", (code) => code.toUpperCase()),
  fuel: catalogue("facility_fuels", (id) => id),
  carrier_fuel: catalogue("fuels", (id) => id),
  vehicle_fuel: catalogue("vehicle_fuels", (id) => id),
  mass: units({ type: "solid" }),
  toc: catalogue("logistics_tocs", (code) => code),
  toc_id: async ({ client, text, signal }) => {
    const wanted = text.toLowerCase();
    const list = await client.call("listTransportOperationCategories", { signal });
    return list.map(({ id, toc }) => option(id, unitLabel(toc))).filter(({ label }) => label.includes(wanted));
  },
  logistic_hub: async ({ client, text, signal }) => {
    const { items } = await client.call("listLogisticHubs", { query: { name: text, size: OPTIONS_MAX }, signal });
    return items.map(({ id, name, country }) => option(id, name, country));
  },
  employee: async ({ client, text, signal }) => {
    const { items } = await client.call("listEmployees", { query: { search: text, size: OPTIONS_MAX }, signal });
    return items.map(({ id, name, email }) => option(id, name, email));
  },
  sold_product: async ({ client, text, signal }) => {
    const query = { name: text, page: 1, size: OPTIONS_MAX };
    const list = await client.call("listSoldProducts", { query, signal });
    return list.map(({ product_id, product_name }) => option(product_id, product_name));
  },
  supplier: async ({ client, text, signal }) => {
    const { items } = await client.call("listSuppliers", { query: { search: text, size: OPTIONS_MAX }, signal });
    return items.map((one) => option(one.id, one.business_name, one.country, one.vat));
  },
  facility: async ({ client, text, signal }) => {
    const { items } = await client.call("listFacilities", { query: { name: text, size: OPTIONS_MAX }, signal });
    return items.map(({ id, name, country }) => option(id, name, country));
  },
  vehicle: async ({ client, text, signal }) => {
    const { items } = await client.call("listVehicles", { query: { search: text, size: OPTIONS_MAX }, signal });
    return items.map((one) => option(one.id, one.license_plate, one.name));
  },
  energy_supplier: async ({ client, text, signal }) => {
    const query = { search: text, page: 1, size: OPTIONS_MAX };
    const list = await client.call("listEnergySuppliers", { query, signal });
    return list.map((one) => option(one.id, one.name, one.country));
  },
  custom_group: async ({ client, text, signal }) => {
    const { items } = await client.call("listCustomGroups", { query: { search: text, size: OPTIONS_MAX }, signal });
    return items.map(({ id, name }) => option(id, name));
  },
  ler_code: async ({ client, text, signal }) => {
    const list = await client.call("listLerCodes", { query: { search: text }, signal });
    return list.map(({ id, code, name }) => option(id, `${code} ${name.replaceAll("_", " ")}`));
  },
  rd_code: async ({ client, text, signal }) => {
    const list = await client.call("listRdCodes", { signal });
    const wanted = text.toLowerCase();
    return list
      .map(({ id, code, name }) => option(id, `${code} ${name.replaceAll("_", " ")}`))
      .filter(({ label }) => label.toLowerCase().includes(wanted));
  },
  sector: async ({ client, text, signal }) => {
    const { items } = await client.call("listSectors", { query: { search: text, size: OPTIONS_MAX }, signal });
    return items.map(({ scheme, code, name, unambiguous_code }) =>
      option(unambiguous_code, `${code} ${name} (${scheme.toUpperCase().replaceAll("_", " ")})`),
    );
  },
};

type Asked = Pick<ImportColumn, "key" | "reference" | "options_source">;

/** The name of the lookup of a column; undefined for columns without one. */
export function lookupOf({ key, reference, options_source }: Asked): string | undefined {
  if (options_source === "sectors") return "sector";
  if (options_source === "fuels") return "carrier_fuel";
  if (options_source === "vehicle_fuels") return "vehicle_fuel";
  if (key === "non_currency_unit_id") return "purchase_unit";
  if (key === "toc_id") return "toc_id";
  return reference !== null && Object.hasOwn(LOOKUPS, reference) ? reference : undefined;
}

/** The first entries that match the text. */
export async function searchEntries(lookup: string, search: Search): Promise<ImportOption[]> {
  return ((await LOOKUPS[lookup]?.(search)) ?? []).slice(0, OPTIONS_MAX);
}
