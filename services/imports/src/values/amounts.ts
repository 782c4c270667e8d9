import { type Decimal, parse, plain } from "@emissions/quantity/decimal";
import { currencyIn } from "../table/locale/numbers.ts";
import type { Cell } from "../table/table.ts";
import type { Column, Template } from "../template/template.ts";
import { measureOf } from "./measures.ts";
import type { ReadRow } from "./read-row.ts";
import type { Implied, Match } from "./resolution.ts";
import { listedUnits, shownIn } from "./shown.ts";
import { shownCheck } from "./shown-check.ts";
import { type Target, targetOf } from "./target.ts";
import { codesOf } from "./unit-words.ts";
import { type Converted, fault, quoted, value } from "./values.ts";

/** How a header changes the numbers of its column. */
export interface Effect {
  /** Numbers are multiplied by it; null for 1. */
  factor: Decimal | null;
  /** The unit of each row, by code. With several codes the row says which. Null if the header names none. */
  unit: { key: string; codes: readonly string[]; written: string; isShown?: boolean } | null;
  /** The unit that the numbers are read in, by its code or as written; for people. */
  shownUnit: string | null;
  /** `1000`; null for no scale. */
  scale: string | null;
  /** The value of another column that the header states, too. */
  implies: Implied | null;
  /** Numbers are hundredths. */
  isPercent: boolean;
}

/** Facts of headers, and the values of the units that they and the cells name. */
export interface AmountFacts {
  /** By key of the column with the amount. */
  effects: ReadonlyMap<string, Effect>;
  /** By key of the column with the unit, then by code. */
  units: ReadonlyMap<string, ReadonlyMap<string, Match>>;
  /** By key of the column with the amount: of `Styles`, and the codes of these units. */
  shown: ReadonlyMap<string, readonly string[]>;
  shownCodes: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Keys of columns of shares without a number above 1. */
  lowShares: ReadonlySet<string>;
}

export const NO_FACTS: AmountFacts = {
  effects: new Map(),
  units: new Map(),
  shown: new Map(),
  shownCodes: new Map(),
  lowShares: new Set(),
};

/** Decimals of a converted amount, unless the field has fewer. */
const DECIMALS_MAX = 12;

type Convert = (cell: Cell) => Converted;

/** Money is no amount of anything else, and a number of a percent cell has its scale already. */
export function amountConverter(template: Template, column: Column, facts: AmountFacts, convert: Convert): Convert {
  const { effects } = facts;
  const isMoney = measureOf(template, column)?.kind === "money";
  const kind = measureOf(template, column)?.kind;
  const isAmount = kind === "physical" || kind === "money" || kind === "fixed";
  const isLow = effects.get(column.key)?.isPercent === true && facts.lowShares.has(column.key);
  const checkShown = shownCheck(template, column, facts);
  const factor = effects.get(column.key)?.factor ?? null;
  const decimals = Math.min(column.rules?.decimal?.scaleMax || DECIMALS_MAX, DECIMALS_MAX);
  return (cell) => {
    const converted = convert(cell);
    if (converted === null || "error" in converted) return converted;
    const currency = isMoney || typeof cell !== "string" ? null : currencyIn(cell);
    if (currency !== null) return fault("value_error.number.currency", `${quoted(cell as string)} is money`);
    const wrong = checkShown(cell);
    if (wrong !== null) return wrong;
    if (isPercent(cell)) return isAmount ? fault("value_error.unit.contradiction", PERCENTAGE) : converted;
    if (isLow && isPositive(converted.value)) return fault("value_error.number.ambiguous", lowShare(converted.value));
    if (factor === null) return converted;
    return value(multiplied(converted.value, factor, decimals));
  };
}

const PERCENTAGE = "a percentage is no amount";
const isPositive = (digits: string) => parse(digits).gt(0);
const lowShare = (digits: string) =>
  `${digits} may be ${digits} % or a share: no number of the column is above 1; write it with a percent sign`;

const isPercent = (cell: Cell) =>
  typeof cell === "string"
    ? cell.trimEnd().endsWith("%")
    : cell !== null && typeof cell === "object" && "percent" in cell;

const multiplied = (digits: string, factor: Decimal, decimals: number) =>
  plain(parse(digits).times(factor).toDecimalPlaces(decimals));

interface Amount {
  column: Column;
  at: number;
  unit: { column: Column; target: Target; values: ReadonlyMap<string, Match> };
  effect: Effect["unit"];
  isMoney: boolean;
  /** Of `Styles`. */
  shown: readonly string[];
  shownCodes: ReadonlyMap<string, readonly string[]>;
}

interface Place {
  column: Column;
  at: number;
}

/** Compares the unit of each row with the header and with the cell, and sets one that is missing. */
export function unitCheck(template: Template, places: readonly Place[], facts: AmountFacts) {
  const amounts = places.flatMap(({ column, at }): Amount[] => {
    const measure = measureOf(template, column);
    if (measure === null || !("unitKey" in measure)) return [];
    const effect = facts.effects.get(column.key)?.unit ?? null;
    const isMoney = measure.kind === "money";
    const shown = facts.shown.get(column.key) ?? [];
    const shownCodes = facts.shownCodes.get(column.key) ?? new Map<string, readonly string[]>();
    if (effect === null && !isMoney && shownCodes.size === 0) return [];
    const unit = template.columns.find(({ key }) => key === measure.unitKey)!;
    const values = facts.units.get(unit.key) ?? new Map<string, Match>();
    const place = { column: unit, target: targetOf(template, unit), values };
    return [{ column, at, unit: place, effect, isMoney, shown, shownCodes }];
  });
  return (row: ReadRow, found: Found): void => {
    for (const amount of amounts) checkUnit(amount, row, found);
  };
}

/** One row: its cells, the values that were read, and the keys of corrected values. */
interface Found {
  cells: readonly Cell[];
  written: Readonly<Record<string, string | null>>;
  corrected: ReadonlySet<string>;
}

function checkUnit(amount: Amount, row: ReadRow, found: Found) {
  const { column, unit, effect, shown } = amount;
  const { written, corrected } = found;
  const { key } = unit.column;
  if ((row.data[column.key] ?? null) === null || row.errors[column.key] !== undefined) return;
  const says = statements(amount, found);
  const own = written[key] ?? null;
  if (own === null && effect === null && shown.length > 1 && !corrected.has(column.key)) {
    const message = `the number formats of the column show several units (${listedUnits(shown)}), and no column has them`;
    row.errors[key] = [{ code: "value_error.ambiguous", message }];
    return;
  }
  if (says.length === 0) return;
  if (own === null && row.errors[key]?.some(({ code }) => code !== "value_error.missing")) return;
  const conflict = says.find(
    ({ codes }) => own !== null && !codes.some((code) => unit.values.get(code)?.value === own),
  );
  if (conflict !== undefined)
    return contradict(row, column.key, `${quoted(row.data[key] ?? own!)} contradicts ${conflict.text}`);
  if (own !== null) return;
  const common = says.map(({ codes }) => codes).reduce((some, other) => some.filter((code) => other.includes(code)));
  const [code, another] = common;
  if (code === undefined) return contradict(row, column.key, says.map(({ text }) => text).join(" contradicts "));
  const match = unit.values.get(code);
  if (another !== undefined || match === undefined) {
    row.errors[key] = [
      { code: "value_error.ambiguous", message: `${says[0]!.text} could be ${common.slice(0, 3).join(" or ")}` },
    ];
    return;
  }
  unit.target.set(row.values, [match.value]);
  row.data[key] = match.label;
  delete row.errors[key];
}

interface Statement {
  codes: readonly string[];
  text: string;
}

/** The units that the header, the number format and the sign in the cell state for one row. */
function statements(
  { column, at, unit, effect, isMoney, shownCodes }: Amount,
  { cells, corrected }: Found,
): Statement[] {
  const cell = corrected.has(column.key) ? null : (cells[at] ?? null);
  const sign = isMoney && typeof cell === "string" ? currencyIn(cell) : null;
  const format = shownIn(cell);
  const codes = format === null ? [] : (shownCodes.get(format.unit) ?? []);
  const isHeader = effect !== null && !corrected.has(unit.column.key) && !(effect.isShown && codes.length > 0);
  return [
    ...(isHeader ? [{ codes: effect.codes, text: `the header (${effect.written})` }] : []),
    ...(sign === null ? [] : [{ codes: codesOf(sign), text: quoted(cell as string) }]),
    ...(codes.length === 0 ? [] : [{ codes, text: `the number format (${format!.unit})` }]),
  ];
}

function contradict(row: ReadRow, key: string, message: string): void {
  row.errors[key] = [{ code: "value_error.unit.contradiction", message }];
}
