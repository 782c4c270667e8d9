import { catalogueId } from "@emissions/quantity/catalogue-id";
import { type CsvRow, list, text, textOrNull } from "./csv.ts";
import { array, type Cell } from "./rows.ts";

const COMBINATION_KEY = ["transport_type", "travel_method", "refrigerated", "electric", "detail"];

export const combinationRow = (row: CsvRow): Cell[] => [
  catalogueId("transport_combination", COMBINATION_KEY.map((column) => text(row, column)).join(":")),
  ...COMBINATION_KEY.map((column) => text(row, column)),
  textOrNull(row, "from"),
  textOrNull(row, "to"),
  text(row, "unit"),
  ...keysOf(row),
  textOrNull(row, "kwh_per_tkm"),
  text(row, "stands_for"),
];

export const tocRow = (row: CsvRow): Cell[] => [
  catalogueId("transport_operation_category", `${text(row, "location")}:${text(row, "toc")}`),
  ...["toc", "vehicle", "type", "category", "location", "generic"].map((column) => text(row, column)),
  ...keysOf(row),
  textOrNull(row, "default_load_kg"),
  textOrNull(row, "kwh_per_tkm"),
  text(row, "stands_for"),
];

/** The public contract fixes the ids of some fuels. */
export const logisticsFuelRow = (row: CsvRow): Cell[] => [
  textOrNull(row, "id") ?? catalogueId("logistics_fuel", `${text(row, "region")}:${text(row, "name")}`),
  ...["name", "region", "unit", "category"].map((column) => text(row, column)),
  array(list(row, "keys")),
];

const keysOf = (row: CsvRow): Cell[] => ["keys", "short_haul_keys"].map((column) => array(list(row, column)));
