import type { Entries } from "../entry/body.ts";
import type { Body } from "../entry/use-fields.tsx";
import { writtenDecimal } from "../format/decimals.ts";
import { GASES, type Gas, type Tag } from "./columns.ts";

export interface GasValue {
  gas_type: Gas;
  value: string;
}

/** The values of the gases as the API takes them, and the other fields. */
export function splitGases(body: Body, tag: Tag): { gases: GasValue[]; fields: Body } {
  const names: readonly string[] = GASES.full;
  const gases = GASES[tag].map((gas_type) => ({ gas_type, value: String(body[gas_type]) }));
  return { gases, fields: Object.fromEntries(Object.entries(body).filter(([key]) => !names.includes(key))) };
}

/** Empty fields of a change take the old values away. */
export const withNulls = (body: Body, keys: readonly string[]): Body => ({
  ...Object.fromEntries(keys.map((key) => [key, null])),
  ...body,
});

/** The fields of a form from texts of the API. */
export const entriesOf = (texts: Readonly<Record<string, string | null | undefined>>): Entries =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text ? [[key, { text }]] : [])));

export const gasEntries = (gases: readonly GasValue[], locale: string): Entries =>
  entriesOf(Object.fromEntries(gases.map(({ gas_type, value }) => [gas_type, writtenDecimal(value, locale)])));

/** "x * 2.50" has the value 2.50. */
export const valueOfFormula = (formula: string): string => formula.replace(/^x \* /, "");
