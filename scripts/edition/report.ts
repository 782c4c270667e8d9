import type { Judged } from "./accepted.ts";
import type { Columns, Row, Target } from "./catalogue.ts";
import { type Change, type Comparison, move } from "./compare.ts";
import { findingText } from "./findings.ts";
import type { Edition } from "./source.ts";

/** Lines of one list. The rest is counted. */
const LISTED_MAX = 2000;
const LARGEST_MOVES = 20;
const RATIO_DIGITS = 4;

/** The comparison of one catalogue file with the last edition; the summary stands at its end. */
export function comparisonLines({ path, columns }: Target, comparison: Comparison): string[] {
  const { added, changed, removed, same } = comparison;
  const sorted = changed.toSorted((a, b) => move(b.ratio) - move(a.ratio));
  return [
    `${path}: ${added.length} added, ${changed.length} changed, ${removed.length} removed, ${same} as before`,
    ...listed(added.map(({ row }) => `  added    ${nameText(columns, row)}: ${figureText(columns, row)}`)),
    ...listed(removed.map((row) => `  removed  ${nameText(columns, row)}: ${figureText(columns, row)}`)),
    ...listed(changed.map((change) => `  changed  ${changeText(columns, change)}`)),
    ...headed(`  by ${columns.category}:`, categoryLines(columns, comparison)),
    ...headed(
      "  largest moves:",
      sorted.slice(0, LARGEST_MOVES).map((change) => `    ${changeText(columns, change)}`),
    ),
  ];
}

const headed = (head: string, lines: readonly string[]) => (lines.length === 0 ? [] : [head, ...lines]);

function categoryLines(columns: Columns, { added, changed, removed }: Comparison): string[] {
  const of = (row: Row) => row[columns.category] ?? "";
  const counts = (rows: readonly Row[]) => Map.groupBy(rows, of);
  const [more, less, moved] = [
    counts(added.map(({ row }) => row)),
    counts(removed),
    Map.groupBy(changed, ({ row }) => of(row)),
  ];
  const names = [...new Set([...more.keys(), ...less.keys(), ...moved.keys()])].sort();
  return names.map((name) => {
    const changes = moved.get(name) ?? [];
    const [first] = changes.toSorted((a, b) => move(b.ratio) - move(a.ratio));
    const largest = first === undefined ? "" : `; largest: ${changeText(columns, first)}`;
    return `    ${name}: ${more.get(name)?.length ?? 0} added, ${changes.length} changed, ${less.get(name)?.length ?? 0} removed${largest}`;
  });
}

function changeText(columns: Columns, { row, last, column, ratio }: Change): string {
  return `${nameText(columns, row)}: ${last[column]} -> ${row[column]}, ratio ${ratio.toSignificantDigits(RATIO_DIGITS)}`;
}

function nameText({ identity, period, name, category }: Columns, row: Row): string {
  const identifying = [...identity, period].filter((column) => column !== category && column !== name);
  return `${row[name]} [${[category, ...identifying].map((column) => row[column]).join(", ")}]`;
}

const figureText = ({ values }: Columns, row: Row) =>
  values
    .filter((column) => row[column])
    .map((column) => `${column} ${row[column]}`)
    .join(", ");

export function judgedLines({ refused, accepted }: Judged): string[] {
  return [
    ...accepted.map(({ finding, reason }) => `accepted ${findingText(finding)}. Reason: ${reason}`),
    ...listed(refused.map((finding) => `refused  ${findingText(finding)}`)),
  ];
}

export const leftOutLines = ({ leftOut }: Edition): string[] =>
  Object.entries(leftOut).map(([reason, count]) => `left out ${count}: ${reason}`);

function listed(lines: readonly string[]): string[] {
  if (lines.length <= LISTED_MAX) return [...lines];
  return [...lines.slice(0, LISTED_MAX), `  and ${lines.length - LISTED_MAX} more`];
}
