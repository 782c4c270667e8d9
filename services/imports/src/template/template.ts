import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { FieldRules } from "@emissions/proto/common/v1/field";

/** Languages of labels, aliases and options. */
export const LANGUAGES = ["en", "es", "ca"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Labels = Readonly<Record<"en" | "es", string> & { ca?: string }>;

export type ColumnType = "text" | "number" | "integer" | "date" | "boolean" | "option" | "reference";

/** Entities that a text in a file may name; activity or factors resolves the text to an id or a code. */
export type ReferenceKind =
  | "facility"
  | "supplier"
  | "vehicle"
  | "employee"
  | "own_workforce"
  | "training"
  | "sold_product"
  | "survey"
  | "unit"
  | "currency"
  | "fuel"
  | "country"
  | "ler_code"
  | "rd_code"
  | "toc"
  | "sector"
  | "custom_factor"
  | "custom_group"
  | "energy_supplier"
  | "unknown_vehicle"
  | "logistic_hub";

/** Sources of `GET /v2/imports/options/{source_key}`. `fuels` are those of carriers. */
export const OPTION_SOURCES = [
  "countries",
  "fuels",
  "logistics_tocs",
  "vehicle_fuels",
  "facility_fuels",
  "unknown_vehicles",
  "energy_suppliers",
  "units",
  "currencies",
  "ler_codes",
  "rd_codes",
  "sectors",
] as const;
export type OptionSource = (typeof OPTION_SOURCES)[number];

/** One value of a closed list. */
export interface Option {
  /** The text of the value in the API. */
  value: string;
  labels: Labels;
  aliases: readonly string[];
}

/** One column of a template: one value of a record. */
export interface Column {
  /**
   * The place of the field in the API, with points for inner objects and list items: `sections.0.origin`. Unique. It
   * equals the `loc` of a violation below the record.
   */
  key: string;
  /** Local names of the fields that lead to the value in the message of one record; numbers are places in a list. */
  path: readonly (string | number)[];
  type: ColumnType;
  /** One cell has several values, separated by semicolons. */
  isList: boolean;
  /** A row without a value is invalid. */
  required: boolean;
  labels: Labels;
  /** Further names of the column, as files write them, in any language. */
  aliases: readonly string[];
  /** The closed list of an `option`. */
  options: readonly Option[] | null;
  /** Place of the item in the innermost list, from 0. Null outside of lists. */
  index: number | null;
  /** The catalogue of options that `GET /v2/imports/options/{source_key}` lists. */
  optionsSource: OptionSource | null;
  /** For a `reference`. Its value is an id if the rules of the field say `uuid`, else a code or name as the API takes it. */
  reference: ReferenceKind | null;
  /** Key of the column whose value in the same row narrows the reference, such as the country of a fuel. */
  narrowedBy: string | null;
  /** For a `reference`: further codes of the API that no entity has, such as `GLO`. */
  furtherCodes: readonly string[];
  /** The rules that the API validates with. */
  rules: FieldRules | null;
  /** Value of rows without one, in the API's own writing. The API sets it if the rules say `hasDefault`, else the import. */
  default: string | null;
}

/** Entities of the organization whose names an example file needs. */
export const EXAMPLE_ENTITIES = ["facility", "vehicle", "employee", "own_workforce", "sold_product", "survey"] as const;
export type ExampleEntity = (typeof EXAMPLE_ENTITIES)[number];

/**
 * Cells of one example row by column key, in the API's own writing. `{facility}` is the name of a facility of the
 * organization, `{vehicle_unit}` the unit of its vehicle, `{year}` the current year.
 */
export type ExampleRow = Readonly<Record<string, string>>;

/** A template for the import of one kind of record. Each row of a file is one record. */
export interface Template {
  id: string;
  labels: Labels;
  entityType: EntityType;
  /** The batch RPC of the owning service. */
  method: DescMethodUnary;
  /** Local name of the list of records in the request of `method`. */
  records: string;
  columns: readonly Column[];
  /** Fields of a record that no file has, by their names in the API. */
  leftOut: readonly string[];
  examples: readonly ExampleRow[];
  /** Items of a list that the example file has columns for. By default all that the template has. */
  exampleItems?: number;
  /** Its records are about people: the roles of people apply. */
  isPersonal: boolean;
}
