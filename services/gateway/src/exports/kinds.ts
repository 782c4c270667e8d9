import { parse, plain } from "@emissions/quantity/decimal";
import { type Item, textOf, valueAt } from "./columns.ts";
import type { NamedKind, NameOf } from "./names.ts";

/** A list with exports. Its columns are those of an import template, where there is one. */
export interface ExportKind {
  /** Id of the template. Also the name of the file. */
  template: string;
  /** The columns of a list without a template. */
  columns?: readonly string[];
  /** Entities whose names stand in the place of ids. */
  names?: readonly NamedKind[];
  /** Columns whose text is not that of the field with the same name, by key. */
  texts?: Readonly<Record<string, (item: Item, nameOf: NameOf) => string | null>>;
  /** The rows of one item; by default the item itself. */
  rows?: (item: Item) => Item[];
}

const at = (key: string) => (item: Item) => textOf(valueAt(item, key));
const named = (kind: NamedKind, key: string) => (item: Item, nameOf: NameOf) => nameOf(kind, item[key]);

const facility = { facility_id: named("facility", "facility_id") };
const unit = { unit_id: at("unit.name") };
const amount = { base_quantity: at("quantity") };
/** Each facility of a shared invoice has a row of its own, with its share of the amount and of what did not leak. */
const shareOf = (key: string) => (item: Item) => {
  const [whole, percentage] = [textOf(item[key]), textOf(item.percentage)];
  return whole === null || percentage === null ? null : plain(parse(whole).times(parse(percentage)));
};
const customGroup = { custom_emission_factor_id: at("custom_emission_factor.name") };

/** Null for a value that the service completed: an import completes it again. */
const sent = (key: string) => (item: Item) =>
  (item.estimated_data as string[]).includes(key) ? null : textOf(item[key]);
/** The vehicle of a section whose mode was left to the places follows from them. */
const vehicleOf = (section: string) => (item: Item) =>
  valueAt(item, `${section}.transport_type`) === "road" ? textOf(valueAt(item, `${section}.travel_method`)) : null;
const SECTIONS = ["sections.0", "sections.1", "sections.2"];

/** By the route of the list. */
export const EXPORT_KINDS: Readonly<Record<string, ExportKind>> = {
  "GET /v1/purchases": {
    template: "purchases",
    names: ["unit"],
    texts: {
      // `unit` is that of the physical quantity if there is no amount of money.
      unit_id: named("unit", "unit_id"),
      non_currency_unit_id: named("unit", "non_currency_unit_id"),
      supplier_id: at("supplier.business_name"),
      custom_emission_factor_id: at("custom_emission_group.name"),
    },
  },
  "GET /v1/wastes": {
    template: "wastes",
    names: ["facility"],
    texts: {
      ...facility,
      ...unit,
      ...amount,
      ...customGroup,
      ler_code_id: at("low_code"),
      waste_rd_code_id: at("rd_code"),
    },
  },
  "GET /v1/facilities": { template: "facilities" },
  "GET /v1/vehicles": {
    template: "vehicles",
    texts: { ...customGroup, unknown_vehicle_id: at("unknown_vehicle_type"), vehicle_fuel_id: at("vehicle_fuel") },
  },
  "GET /v2/vehicle_consumptions": {
    template: "vehicle_consumptions",
    names: ["vehicle"],
    texts: { vehicle_id: named("vehicle", "vehicle_id"), ...unit },
  },
  "GET /v1/invoices": {
    template: "invoices",
    names: ["facility", "energySupplier", "facilityFuel"],
    texts: {
      ...facility,
      ...unit,
      base_quantity: shareOf("original_quantity"),
      retained_quantity: shareOf("retained_quantity"),
      ...customGroup,
      supplier_id: named("energySupplier", "supplier_id"),
      facility_fuel_id: named("facilityFuel", "facility_fuel_id"),
    },
  },
  "GET /v1/waste-water-treatments": {
    template: "waste_water_treatments",
    names: ["facility"],
    texts: { ...facility, ...unit, ...customGroup },
  },
  "GET /v1/transports": {
    template: "transports",
    texts: {
      ...unit,
      ...Object.fromEntries(SECTIONS.map((section) => [`${section}.travel_method`, vehicleOf(section)])),
    },
  },
  "GET /v1/logistics/requests": {
    template: "logistics_requests",
    names: ["hub"],
    texts: {
      hub_id: named("hub", "hub_id"),
      load: sent("load"),
      toc: sent("toc"),
      distance_km: sent("distance_km"),
      tkm: at("sent_tkm"),
    },
  },
  "GET /v1/logistics/recharges": {
    template: "logistics_recharges",
    names: ["toc"],
    texts: { fuel_id: at("fuel_name"), toc_id: named("toc", "toc_id") },
  },
  "GET /v1/hotel-stays": { template: "hotel_stays" },
  "GET /v1/business-travels": { template: "business_travels" },
  "GET /v1/employees": { template: "employees" },
  "GET /v1/employee-historic": {
    template: "employee_historic",
    names: ["employee"],
    texts: { employee_id: named("employee", "employee_id") },
  },
  "GET /v2/employees/survey-answers": {
    template: "survey_answers",
    names: ["employee", "survey"],
    texts: { survey_id: named("survey", "survey_id"), employee_id: named("employee", "employee_id") },
  },
  "GET /v1/own_workforces": { template: "own_workforces", rows: contractRows },
  "GET /v1/own_workforce_trainings": { template: "own_workforce_trainings" },
  "GET /v1/sold-products/country-sales": { template: "sold_products" },
  "GET /v2/audit-events": {
    template: "audit_events",
    columns: [
      "id",
      "occurred_at",
      "service",
      "action",
      "entity_kind",
      "entity_id",
      "actor_kind",
      "actor_id",
      "api_key_id",
      "address",
      "request_id",
      "changes",
    ],
  },
};

/** One row for each remuneration, as the import has it. A contract without remunerations has one row. */
function contractRows(person: Item): Item[] {
  const contracts = (person.contracts ?? []) as Item[];
  return contracts.flatMap((contract) => {
    const { contract_type, country, job_category, working_hours_ratio } = contract;
    const row = {
      ...person,
      contract_type,
      country,
      job_category,
      working_hours_ratio,
      contract_start_date: contract.start_date,
      contract_end_date: contract.end_date,
      contract_end_date_reason: contract.end_date_reason,
    };
    const remunerations = (contract.remunerations ?? []) as Item[];
    if (remunerations.length === 0) return [row];
    return remunerations.map((paid) => ({
      ...row,
      gross_annual_remuneration: paid.amount,
      currency: paid.currency,
      remuneration_start_date: paid.start_date,
      remuneration_end_date: paid.end_date,
    }));
  });
}
