/** Kinds of refusals. docs/adding-an-edition.md says what each means and what to do. */
export type FindingCode =
  | "sheet_missing"
  | "sheet_unexpected"
  | "column_missing"
  | "column_unexpected"
  | "row_unexpected"
  | "year_differs"
  | "unit_unknown"
  | "unit_changed"
  | "area_unknown"
  | "item_doubled"
  | "not_a_number"
  | "blank_now"
  | "zero_now"
  | "zero_for_blank"
  | "ratio_outside"
  | "history_changed"
  | "not_placed"
  | "many_removed";

/** A place in the file of the publisher. A csv file has its own name as sheet. */
export interface Place {
  sheet: string;
  row?: number;
  /** Letters of the column and its name, if it has one. */
  column?: string;
}

/** A thing that does not look as expected. Code and item are what an accepted finding names. */
export interface Finding {
  code: FindingCode;
  item: string;
  place: Place;
  text: string;
}

export function placeText({ sheet, row, column }: Place): string {
  return [`"${sheet}"`, row === undefined ? "" : `row ${row}`, column === undefined ? "" : `column ${column}`]
    .filter(Boolean)
    .join(", ");
}

export const findingText = ({ code, item, place, text }: Finding): string =>
  `${code} ${item}: ${text} (${placeText(place)})`;

/** The first finding of each code and item: a published figure may stand in many rows of the catalogue. */
export function distinct(findings: readonly Finding[]): Finding[] {
  return [...Map.groupBy(findings, ({ code, item }) => `${code} ${item}`).values()].map(([first]) => first!);
}
