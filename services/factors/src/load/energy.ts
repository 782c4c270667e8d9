import { type CsvRow, list, text, textOrNull } from "./csv.ts";
import type { Cell } from "./rows.ts";

export const gridLossRow = (row: CsvRow): Cell[] =>
  ["country", "grid_zone", "year", "source", "loss_percent", "priority"].map((column) => text(row, column));

/** One row per key of the library. */
export const fuelPropertyRows = (row: CsvRow): Cell[][] =>
  list(row, "keys").map((key) => [
    key,
    ...["fuel", "per", "net_calorific_value", "gross_calorific_value"].map((column) => text(row, column)),
    textOrNull(row, "litres_per_t"),
    ...["conditions", "source", "source_year"].map((column) => text(row, column)),
  ]);
