import { type Decimal, parse } from "@emissions/quantity/decimal";
import type { Category } from "../document.ts";
import { fits, inBase, type Unit, unitOfText } from "../units.ts";
import { folded } from "../words.ts";
import { numberOf, type Style } from "./language.ts";
import { type Pair, pairsIn } from "./pairs.ts";
import { isRate, spanIn } from "./spans.ts";
import { headerIn, isMonth, rowIn, TABLE_LINES_MAX, type Table, unitOfRow } from "./table.ts";
import { isOtherTime, type Months } from "./times.ts";
import { partIn, says } from "./vocabulary.ts";

export interface Amount {
  value: string;
  unit: Unit;
  /** In J, 1/1821 l or kg, so that amounts in several units can be compared. */
  base: Decimal;
  line: string;
  /** 2 for a total, 1 for a labelled amount, 0 for another one. */
  rank: 0 | 1 | 2;
  /** Amounts of a year, averages, estimates and exports are not what is billed. Several months are a history. */
  role: "billed" | "year" | "month" | "other";
  /** It is taken off another amount: a discount of quantity, or an amount below zero. */
  isDeduction: boolean;
  /** Of the customer's own production. */
  isOwn: boolean;
  /** A part of an amount that several customers divide. */
  isShare: boolean;
  /** The period of the tariff that it belongs to. */
  part: string | null;
  isAmbiguous: boolean;
}

interface Search {
  category: Category;
  style: Style;
  /** The document bills a whole year, so amounts of a year may be the billed ones. */
  isYear?: boolean;
  /** Of the billed period; null if it is unknown. */
  days?: number | null;
  /** First and last month of the billed period, as 2026-01; null if it is unknown. */
  months?: Months | null;
  /** Is called for a number in no known style. */
  onUnreadable: () => void;
  /** Is called for a row of a table whose amount cannot be told. */
  onUnread: () => void;
}

/** Of a document without a period. */
const MONTH_DAYS = 31;
/** The words of a period round its days. */
const LONGER = 1.5;
/** Words of a heading; longer lines are sentences. */
const HEADING_WORDS_MAX = 8;
const HEADING_NUMBERS = /\b(?:\d{1,3}|20\d\d)\b/g;

/** The line above, the heading above, and the table that a line belongs to. */
interface Place {
  above: string;
  heading: string;
  table: Table | null;
}

/** Amounts of the category in the lines. Readings of meters, prices and levies are no amounts. */
export function amountsIn(lines: readonly string[], search: Search): Amount[] {
  const amounts = foundIn(lines, search);
  const isHistory = amounts.filter(({ role }) => role === "month").length > 1;
  return amounts.map((amount) => (amount.role === "month" && !isHistory ? { ...amount, role: "billed" } : amount));
}

function foundIn(lines: readonly string[], search: Search): Amount[] {
  let heading = "";
  let above = "";
  let table: (Table & { lastLine: number }) | null = null;
  return lines.flatMap((line, at) => {
    const header = headerIn(line);
    if (header !== null) {
      table = { ...header, lastLine: at + TABLE_LINES_MAX };
      above = "";
      return [];
    }
    if (table !== null && at > table.lastLine) table = null;
    const row = table === null ? null : rowIn(table, line);
    const pairs = row ?? pairsIn(line);
    if (table !== null && pairs.length === 0 && isUnread(table, line, search)) search.onUnread();
    const place = { above, heading, table: row === null ? null : table };
    above = pairs.length === 0 ? folded(line) : "";
    if (pairs.length === 0 && isHeading(line)) heading = above;
    return pairs.flatMap((pair) => amountOf(pair, { line, place, search }));
  });
}

/** A row of a table with an amount of the category, which is neither a charge nor of another period. */
function isUnread(table: Table, line: string, search: Search): boolean {
  const words = folded(line);
  if (says(words, "tax", "noConsumption") || roleOf(words, search) !== "billed") return false;
  const unit = unitOfText(unitOfRow(table, line) ?? "");
  return unit !== null && fits(unit, search.category);
}

/** Without numbers and values: "Your usage in the last 12 months". */
const isHeading = (line: string): boolean =>
  /\p{L}{3}/u.test(line) &&
  line.split(/\s+/).length <= HEADING_WORDS_MAX &&
  !/\d/.test(line.replace(HEADING_NUMBERS, "")) &&
  !/:\s*\S/.test(line);

function amountOf(pair: Pair, { line, place, search }: { line: string; place: Place; search: Search }): Amount[] {
  const unit = unitOfText(pair.unitText);
  const { category, style, onUnreadable } = search;
  if (unit === null || !fits(unit, category)) return [];
  const [before, after] = [folded(pair.before), folded(pair.after)];
  const words = `${before} ${after}`;
  // After a label, words of prices and readings belong to another figure.
  const own = says(before, "billed", "label") ? before : words;
  const isReading = says(own, "noConsumption") && !says(own, "billed") && !isBelow(pair.number);
  if (says(own, "tax") || isReading) return [];
  const written = numberOf(pair.number, style);
  if (written === null) {
    onUnreadable();
    return [];
  }
  const role = says(words, "bound") ? "other" : roleOf(words, search);
  const isOwn = says(words, "exported");
  const isUnder = roleOf(place.heading, search) !== "billed" || place.table?.isHistory === true;
  const isLabelled = labelOf(words, { ...place, above: "" }) > 0;
  return [
    {
      value: written.value,
      unit,
      line,
      rank: isUnder ? 0 : labelOf(words, place),
      role: role === "billed" && isUnder && (!isLabelled || place.table !== null) ? "other" : role,
      base: inBase(parse(written.value), unit),
      isDeduction: isBelow(written.value) ? !isOwn || says(words, "selfConsumed") : says(words, "deduction"),
      isOwn,
      isShare: says(words, "share"),
      part: partIn(words),
      isAmbiguous: written.isAmbiguous || pair.isDoubtful,
    },
  ];
}

const isBelow = (number: string) => /^[-−]/.test(number);

function labelOf(words: string, { above, table }: Place): Amount["rank"] {
  if (says(words, "billed") || (table !== null && says(words, "total"))) return 2;
  return table !== null || says(words, "label") || says(above, "billed", "label") ? 1 : 0;
}

function roleOf(words: string, { category, isYear = false, days = null, months = null }: Search): Amount["role"] {
  const isEnergy = category === "electricity" || category === "gas";
  if (says(words, "comparison") || (isEnergy && says(words, "exported"))) return "other";
  if (isMonth(words)) return "month";
  // Invoices bill estimates, too.
  if (says(words, "forecast") || (says(words, "estimate") && !says(words, "invoiced"))) return "other";
  const span = spanIn(words);
  if (span > (days ?? MONTH_DAYS) * LONGER) return "year";
  if (span > 0 && isRate(words) && span * LONGER < (days ?? MONTH_DAYS)) return "other";
  if (!isYear && (says(words, "year", "since") || isOtherTime(words, months))) return "year";
  return "billed";
}
