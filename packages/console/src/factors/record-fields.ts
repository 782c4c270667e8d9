import type { CustomRecord } from "@emissions/client/types";
import { type Column, type Entries, LIST_SIGN } from "../entry/body.ts";
import type { Body } from "../entry/use-fields.tsx";
import { writtenDecimal } from "../format/decimals.ts";
import type { Say } from "../words/words.ts";
import { entriesOf, gasEntries, splitGases, valueOfFormula, withNulls } from "./bodies.ts";
import {
  biogenicColumn,
  choiceColumn,
  dayColumns,
  gasColumns,
  nameColumn,
  shareColumn,
  type Tag,
  tagColumn,
  uncertaintyColumn,
  unitColumn,
} from "./columns.ts";

/** Kinds of activities whose calculations use records. */
const ACTIVITIES = [
  "purchases",
  "stationary",
  "electricity",
  "water",
  "recharge",
  "process",
  "wastes",
  "waste_water_treatments",
  "hotel_stays",
  "business_travels",
  "employee_commuting",
  "logistics",
  "sold_products",
] as const;

/** The fields of a record. It keeps activities that the console does not offer. */
export function recordColumns(say: Say, tag: Tag, kept: readonly string[] = []): Column[] {
  const values = [...new Set([...ACTIVITIES, ...kept])];
  return [
    nameColumn(say),
    unitColumn(say),
    choiceColumn("activity_categories", { say, group: "activity", values, label: "factors.activities", isList: true }),
    tagColumn(say),
    ...gasColumns(say, tag),
    ...dayColumns(say),
    biogenicColumn(say),
    shareColumn(say),
    uncertaintyColumn(say),
  ];
}

/** The days of a record in a form hold for the factors of all its gases. */
export function newRecordBody(body: Body, tag: Tag): Body {
  const { gases, fields } = splitGases(body, tag);
  const { start_date, end_date, activity_categories = [], ...others } = fields;
  const days = { ...(start_date !== undefined && { start_date }), ...(end_date !== undefined && { end_date }) };
  return { ...others, activity_categories, factors: gases.map((gas) => ({ ...gas, ...days })) };
}

export const changedRecordBody = (body: Body, tag: Tag): Body =>
  withNulls(newRecordBody(body, tag), ["renewable_percentage"]);

/** The fields of a record that exists. */
export function recordEntries(record: CustomRecord, unit: string, locale: string): Entries {
  const [first] = record.factors;
  const share = record.renewable_percentage;
  const gases = record.factors.map(({ gas_type, formula }) => ({ gas_type, value: valueOfFormula(formula) }));
  return {
    ...entriesOf({
      name: record.name,
      tag: record.tag,
      activity_categories: record.activity_categories.join(LIST_SIGN),
      start_date: first?.start_date,
      end_date: first?.end_date,
      is_biogenic: String(record.is_biogenic),
      renewable_percentage: share === null ? null : writtenDecimal(String(share), locale),
      uncertainty_grade: writtenDecimal(record.uncertainty_grade, locale),
    }),
    unit_id: { text: unit, value: record.unit_id },
    ...gasEntries(gases, locale),
  };
}
