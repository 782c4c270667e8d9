import { catalogueId } from "@emissions/quantity/catalogue-id";
import { type CsvRow, text, textOrNull } from "./csv.ts";
import type { Cell } from "./rows.ts";

export const lerCodeRow = (row: CsvRow): Cell[] => [
  catalogueId("ler", text(row, "code")),
  ...["code", "name", "chapter", "subchapter", "hazardous"].map((column) => text(row, column)),
];

export const rdCodeRow = (row: CsvRow): Cell[] => [
  catalogueId("rd", text(row, "code")),
  text(row, "code"),
  text(row, "name"),
  textOrNull(row, "description"),
];

export const vehicleFuelRow = (row: CsvRow): Cell[] => [
  catalogueId("vehicle_fuel", `${text(row, "country")}:${text(row, "key")}`),
  ...["country", "key", "fuel", "category", "factor_key"].map((column) => text(row, column)),
  textOrNull(row, "upstream_key"),
  textOrNull(row, "distance_key"),
  text(row, "energy"),
  ...editions(row),
];

export const unknownVehicleRow = (row: CsvRow): Cell[] => [
  catalogueId("unknown_vehicle", text(row, "type")),
  text(row, "type"),
  textOrNull(row, "country"),
  ...editions(row),
];

/** Times come from the file and not from the load, so that every installation shows the same ones. */
const editions = (row: CsvRow): Cell[] => [midnight(text(row, "created_on")), midnight(textOrNull(row, "updated_on"))];

const midnight = (day: string | null) => day && `${day}T00:00:00Z`;
