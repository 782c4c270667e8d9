import type { IdField, Operation } from "./id-fields.ts";
import { specimenFor } from "./specimens/all.ts";
import type { Scene } from "./specimens/scene.ts";

/** The record of a kind: its collection, and the name of its id there. */
type Kind = readonly [collection: string, id: string];

const CUSTOM = "/v1/emission-factors/custom-databases";
const FILE: Kind = ["/v1/files", "id"];
const MEMBER: Kind = ["/v1/members", "user_id"];
const FACILITY: Kind = ["/v1/facilities", "facility_id"];
const ORGANIZATION: Kind = ["/v2/organizations", "id"];
const SURVEY_ROW: Kind = ["/v2/employees/survey-rows", "id"];

/** The kinds of ids in queries and bodies, by their names. */
const KINDS: Readonly<Record<string, Kind>> = {
  file_id: FILE,
  file_ids: FILE,
  raw_file_id: FILE,
  saved_mapping_id: ["/v2/imports/mappings", "id"],
  folder_id: ["/v1/folders", "id"],
  uploaded_by: MEMBER,
  responsible_user_id: MEMBER,
  actor_id: MEMBER,
  read_by: MEMBER,
  user_id: MEMBER,
  api_key_id: ["/v1/api-keys", "id"],
  organization_id: ORGANIZATION,
  organizations: ORGANIZATION,
  facility_id: FACILITY,
  facility_ids: FACILITY,
  facilities: FACILITY,
  file_readings: ["/v1/files/readings", "file_reading_id"],
  project_id: ["/v1/projects", "id"],
  supplier_id: ["/v1/suppliers", "id"],
  purchase_ids: ["/v1/purchases", "id"],
  invoice_ids: ["/v1/invoices", "id"],
  entity_ids: ["/v1/invoices", "id"],
  waste_ids: ["/v1/wastes", "waste_id"],
  waste_water_treatment_ids: ["/v1/waste-water-treatments", "id"],
  hotel_stay_ids: ["/v1/hotel-stays", "hotel_stay_id"],
  business_travel_ids: ["/v1/business-travels", "business_travel_id"],
  vehicle_id: ["/v1/vehicles", "vehicle_id"],
  vehicle_ids: ["/v1/vehicles", "vehicle_id"],
  consumption_ids: ["/v1/vehicles", "consumption_id"],
  employee_id: ["/v1/employees", "id"],
  employee_ids: ["/v1/employees", "id"],
  commuting_period_ids: ["/v1/employee-historic", "id"],
  survey_id: ["/v1/surveys", "id"],
  survey_row_id: SURVEY_ROW,
  row_ids: SURVEY_ROW,
  excluded_ids: SURVEY_ROW,
  own_workforce_id: ["/v1/own_workforces", "id"],
  own_workforce_ids: ["/v1/own_workforces", "id"],
  training_ids: ["/v1/own_workforce_trainings", "training_id"],
  product_id: ["/v1/sold-products", "product_id"],
  period_id: ["/v1/sold-products/periods", "period_id"],
  country_sale_ids: ["/v1/sold-products/country-sales", "country_sale_id"],
  transport_route_ids: ["/v1/transports", "transport_route_id"],
  hub_id: ["/v1/logistic-hubs", "logistic_hub_id"],
  request_ids: ["/v1/logistics/requests", "id"],
  custom_ef_record_id: [CUSTOM, "record_id"],
  custom_emission_factor_id: ["/v1/custom-emission-groups", "factor_id"],
  factor_ids: [CUSTOM, "record_id"],
  period_lock_id: ["/v2/periods/locks", "id"],
  record_id: ["/v1/purchases", "id"],
  entity_id: ["/v1/purchases", "id"],
};

/** Ids whose kind depends on the operation. */
const OTHER_KINDS: Readonly<Record<string, Kind>> = {
  "/v1/folders parent_id": ["/v1/folders", "id"],
  "/v1/folders/{id} parent_id": ["/v1/folders", "id"],
  "/v2/organizations/children/{id} parent_id": ["/v2/organizations/children", "id"],
};

/** Ids of published rows, which belong to no organization. */
const PUBLISHED = new Set([
  "unit_id",
  "non_currency_unit_id",
  "from_unit_id",
  "to_unit_id",
  "ler_code_id",
  "waste_rd_code_id",
  "toc_id",
  "fuel_id",
  "facility_fuel_id",
  "vehicle_fuel_id",
  "unknown_vehicle_id",
]);

/** Texts that clients choose, names of published entries, and credentials. */
const TEXTS = new Set([
  "external_id",
  // A position in a ledger, which reads no record.
  "after",
  "movement_id",
  "custom_id",
  "external_employee_id",
  "invoice_id",
  "tab_id",
  "template_id",
  "source_key",
  "token",
  "request_id",
  "metrics",
  "widgets",
]);

/** Published entries and links, by their paths. */
const SHARED_PATHS = /^\/v1\/emission-factors\/(library|editions)\/|^\/v2\/imports\/(templates|options)\/|\{token\}/;
/** Texts that an import session keeps and nothing reads, and ids that are ignored: the uploader is the caller. */
const UNUSED = [
  "/v2/imports/sessions project_id",
  "/v2/imports/sessions folder_id",
  "/v1/invoices uploaded_by",
  "/v1/invoices/{id} uploaded_by",
];

/** The id in a path, by its names; for a list of objects by the name of the list. */
const nameOf = ({ at }: IdField) => at.findLast((key) => key !== "*" && key !== "id")?.replace("[]", "") ?? "id";

/** How to find the id that an organization has for the field. Null if no organization has one. Throws for a new name. */
export function idFor({ path }: Operation, field: IdField): ((scene: Scene) => string) | null {
  const name = nameOf(field);
  if (field.place === "path") {
    if (SHARED_PATHS.test(path)) return null;
    return (scene) => specimenFor(scene, path).ids[field.at[0]!] ?? unnamed(`{${field.at[0]}} of ${path}`);
  }
  if (PUBLISHED.has(name) || TEXTS.has(name) || (field.place !== "query" && UNUSED.includes(`${path} ${name}`)))
    return null;
  const kind = OTHER_KINDS[`${path} ${name}`] ?? KINDS[name] ?? unnamed(`${field.at.join(".")} of ${path}`);
  const [collection, id] = kind;
  return ({ specimens }) => specimens.get(collection)?.ids[id] ?? unnamed(`the id of ${collection}`);
}

function unnamed(what: string): never {
  throw new Error(`Name the kind of ${what} in tests/support/id-kinds.ts`);
}
