import type { Check } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import type { Principal } from "@emissions/kit/wire/principal";
import { ImportFillAsSchema, type ImportFilling } from "@emissions/proto/imports/v1/import_session_service";
import { parse } from "@emissions/quantity/decimal";
import type { Context } from "../context.ts";
import { FILL_AS, type Fill, type FillAs, type Filled } from "../mapping/fill.ts";
import type { Column, Template } from "../template/template.ts";
import type { Resolutions } from "../values/resolution.ts";
import { resolveReferences } from "../values/resolve.ts";
import { createRowReader } from "../values/row-reader.ts";
import { createColumnScan } from "../values/scan.ts";
import type { ValueError } from "../values/values.ts";
import { FILL_MAX, VALUE_LENGTH_MAX } from "./limits.ts";
import type { SessionRow } from "./row.ts";
import { PLAIN_NUMBER, sourceOf } from "./source.ts";

export type SentFill = Readonly<Record<string, Pick<ImportFilling, "value" | "column" | "as">>>;

const asOf = ({ as }: SentFill[string]): string => (as ? enumText(ImportFillAsSchema, as) : "value");

/** A checked `fill`. */
export const fillOf = (sent: SentFill): Fill =>
  Object.fromEntries(
    Object.entries(sent).map(([key, one]) => [
      key,
      one.value === undefined ? { column: one.column ?? "", as: asOf(one) as FillAs } : { value: one.value },
    ]),
  );

/** `sourceOf` has the columns of the file that `mapping` names, by column of the template. */
export function checkFill(
  { columns }: Pick<Template, "columns">,
  sources: ReadonlySet<string>,
  { fill, sourceOf: mapped }: { fill: SentFill; sourceOf: ReadonlyMap<string, string> },
): Check[] {
  const entries = Object.entries(fill);
  if (entries.length > FILL_MAX) {
    return [{ loc: ["body", "fill"], type: "value_error.list.max_items", msg: `at most ${FILL_MAX} columns` }];
  }
  const columnOf = new Map(columns.map((column) => [column.key, column]));
  return entries.flatMap(([key, one]) => {
    const fault = (type: string, msg: string, ...field: string[]) => [
      { loc: ["body", "fill", key, ...field], type, msg },
    ];
    const column = columnOf.get(key);
    if (column === undefined) return fault("value_error.not_found", "the template has no such column");
    if (mapped.has(key))
      return fault("value_error.duplicate", `${quotedColumn(mapped.get(key)!)} is mapped to it, too`);
    if (one.value !== undefined) return checkConstant(column, one, fault);
    if (one.column === undefined) return fault("value_error.missing", "a value, or a column of the file", "value");
    if (!sources.has(one.column)) return fault("value_error.not_found", "the file has no such column", "column");
    const as = asOf(one);
    if (!FILL_AS.some((known) => known === as)) return fault("type_error.enum", `one of ${FILL_AS.join(", ")}`, "as");
    if (as !== "value" && column.type !== "date") return fault("value_error.period", `${key} is no day`, "as");
    return [];
  });
}

const quotedColumn = (name: string) => JSON.stringify(name);

type Fault = (type: string, msg: string, ...field: string[]) => Check[];

function checkConstant({ type, rules }: Column, { value = "", column, as }: SentFill[string], fault: Fault): Check[] {
  if (column !== undefined) return fault("value_error.extra", "either a value or a column", "column");
  if (as) return fault("value_error.extra", "belongs to a column of the file", "as");
  if (value.trim() === "") return fault("value_error.missing", "a constant has a value", "value");
  if (value.length > VALUE_LENGTH_MAX || value.includes("\0")) {
    const msg = `at most ${VALUE_LENGTH_MAX} characters, without U+0000`;
    return fault("value_error.any_str.max_length", msg, "value");
  }
  if ((type === "number" || type === "integer") && !PLAIN_NUMBER.test(value)) {
    return fault("type_error.decimal", "a number is written as in the API, such as 1234.5", "value");
  }
  const found = ruleFault(rules, value);
  return found === null ? [] : fault(found.code, found.message, "value");
}

/** The fault of a text or a number outside of the bounds of its field. */
function ruleFault(rules: Column["rules"], value: string): ValueError | null {
  const { string, decimal, int32 } = rules ?? {};
  const [min, max] = [decimal?.gte || int32?.gte, decimal?.lte || int32?.lte];
  if (string?.maxLen && [...value].length > string.maxLen) {
    return { code: "value_error.any_str.max_length", message: `at most ${string.maxLen} characters` };
  }
  if (!decimal && !int32) return null;
  const number = parse(value);
  if (decimal?.gt && number.lte(decimal.gt)) {
    return { code: "value_error.number.not_gt", message: `must be greater than ${decimal.gt}` };
  }
  if (min !== undefined && number.lt(min)) return { code: "value_error.number.not_ge", message: `at least ${min}` };
  if (max !== undefined && number.gt(max)) return { code: "value_error.number.not_le", message: `at most ${max}` };
  return null;
}

interface Constants {
  session: SessionRow;
  template: Template;
  filled: Filled;
  valueMappings: SessionRow["valueMappings"];
  principal: Principal;
}

/** Faults of constants, which every row would have. They are converted and resolved as a cell is. */
export async function constantFaults(context: Context, asked: Constants): Promise<Check[]> {
  const { session, template, filled, valueMappings, principal } = asked;
  const constants = Object.fromEntries(Object.entries(filled.fill).filter(([, filling]) => "value" in filling));
  if (Object.keys(constants).length === 0) return [];
  const source = sourceOf({ mapping: {}, fill: constants, sourceColumns: [], valueMappings }, template);
  const cells = source.cellsOf({ rowIndex: 0, rowNumber: 1, cells: [], corrections: null, combined: null });
  const { numericLocale, dateLocale, dateSystem } = session;
  const scan = createColumnScan({ ...source, numericLocale, dateLocale });
  scan.add(cells);
  const resolutions = await resolveReferences(context.references, principal, template, scan.distinct);
  const reader = createRowReader({ ...source, styles: scan.styles(), resolutions, dateSystem });
  const { errors } = reader.read(cells);
  const ofRows = new Set(
    template.columns.filter((column) => isOfRow(column, asked, resolutions)).map(({ key }) => key),
  );
  const isConstant = (key: string) => Object.hasOwn(constants, key) && !ofRows.has(key);
  const faults = Object.entries(errors).filter(([key]) => isConstant(key));
  return faults.map(([key, [error]]) => faultOf(key, error!.code, error!.message));
}

const faultOf = (key: string, type: string, msg: string): Check => ({ loc: ["body", "fill", key, "value"], type, msg });

/** A name whose entry another column of the row decides, such as a fuel by country. */
function isOfRow({ key, narrowedBy }: Column, { filled }: Constants, resolutions: Resolutions): boolean {
  const filling = filled.fill[key];
  if (narrowedBy === null || filling === undefined || !("value" in filling)) return false;
  const narrowing = filled.fill[narrowedBy];
  const isInRow =
    Object.values(filled.mapping).includes(narrowedBy) || (narrowing !== undefined && "column" in narrowing);
  return isInRow && resolutions.get(key)?.get(filling.value)?.status === "matched_by_country";
}
