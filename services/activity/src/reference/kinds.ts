import { ReferenceKind } from "@emissions/proto/activity/v1/reference_service";

/** How a text becomes the value of a key column. */
export type Spelling =
  /** As written. */
  | "exact"
  /** Lower case without accents (`plain_text`). */
  | "plain"
  /** Capital letters and digits. */
  | "code";

interface Key {
  column: string;
  spelling: Spelling;
}

export interface Lookup {
  table: string;
  /** Column with the name for people. */
  label: string;
  /** The first one is the name that similar texts are compared with. None: only ids are found. */
  keys: readonly Key[];
  /** The status of entities that new records may name; null if they have none. */
  activeStatus: string | null;
  /** The role human_resources may read it. */
  isPersonal: boolean;
}

const usual = { activeStatus: null, isPersonal: false };
const named = (column: string): Key => ({ column, spelling: "plain" });

export const lookups: ReadonlyMap<ReferenceKind, Lookup> = new Map<ReferenceKind, Lookup>([
  [
    ReferenceKind.FACILITY,
    {
      table: "facilities",
      label: "name",
      keys: [named("search_text"), { column: "external_id", spelling: "exact" }],
      activeStatus: "active",
      isPersonal: false,
    },
  ],
  [
    ReferenceKind.SUPPLIER,
    {
      ...usual,
      table: "suppliers",
      label: "business_name",
      keys: [named("search_text"), { column: "vat_key", spelling: "code" }],
    },
  ],
  [
    ReferenceKind.VEHICLE,
    {
      table: "vehicles",
      label: "license_plate",
      keys: [{ column: "plate_key", spelling: "code" }],
      activeStatus: "active",
      isPersonal: false,
    },
  ],
  [
    ReferenceKind.EMPLOYEE,
    {
      table: "employees",
      label: "label",
      keys: [named("name_key"), named("email_key"), { column: "external_id", spelling: "exact" }],
      activeStatus: null,
      isPersonal: true,
    },
  ],
  [
    ReferenceKind.OWN_WORKFORCE,
    {
      table: "own_workforces",
      label: "external_employee_id",
      keys: [{ column: "external_employee_id", spelling: "exact" }],
      activeStatus: "active",
      isPersonal: true,
    },
  ],
  [ReferenceKind.SOLD_PRODUCT, { ...usual, table: "sold_products", label: "product_name", keys: [named("name_key")] }],
  [
    ReferenceKind.SURVEY,
    { table: "surveys", label: "name", keys: [named("search_text")], activeStatus: "open", isPersonal: true },
  ],
  [
    ReferenceKind.LOGISTIC_HUB,
    { table: "logistic_hubs", label: "name", keys: [named("search_text")], activeStatus: "active", isPersonal: false },
  ],
  [
    ReferenceKind.TRAINING,
    { table: "own_workforce_trainings", label: "type", keys: [], activeStatus: null, isPersonal: true },
  ],
]);
