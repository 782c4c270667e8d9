import type { NewRow, Row, Target } from "./catalogue.ts";
import { type Comparison, compare, ratioOf } from "./compare.ts";
import type { Finding } from "./findings.ts";

const NAMES_LISTED = 5;

/** Findings about figures of the last edition that a person has to look at. */
export function checkAgainstLast(target: Target, comparison: Comparison = compare(target)): Finding[] {
  return [
    ...doubled(target),
    ...comparison.pairs.flatMap(({ next, last }) => (last === undefined ? [] : checkPair(target, next, last))),
    ...manyRemoved(target, comparison.removed),
  ];
}

function doubled({ columns, rows }: Target): Finding[] {
  const keyed = Map.groupBy(rows, ({ row }) => [...columns.identity, columns.period].map((c) => row[c]).join(" "));
  return [...keyed].flatMap(([key, [first, second]]) =>
    second === undefined || first === undefined
      ? []
      : [{ code: "item_doubled", item: key, place: second.place, text: `also stands in row ${first.place.row}` }],
  );
}

function checkPair({ columns, bounds, isFixed }: Target, { row, item, place }: NewRow, last: Row): Finding[] {
  const findings: Finding[] = [];
  const add = (code: Finding["code"], text: string) => findings.push({ code, item, place, text });
  const samePeriod = row[columns.period] === last[columns.period];
  for (const column of columns.values) {
    const [next, before] = [row[column] ?? "", last[column] ?? ""];
    const says = `${column} is ${next || "blank"} and was ${before || "blank"}, ${row[columns.name]}`;
    if (next === "" && before !== "") add("blank_now", says);
    else if (isZero(next) && before === "") add("zero_for_blank", says);
    else if (isZero(next) && !isZero(before)) add("zero_now", says);
    else if (isFixed && samePeriod && next !== before) add("history_changed", says);
  }
  for (const column of columns.ratios) {
    const ratio = ratioOf(row[column], last[column]);
    if (ratio === null || ratio.isZero() || (ratio.gte(bounds.ratioMin) && ratio.lte(bounds.ratioMax))) continue;
    const says = `${column} is ${row[column]} and was ${last[column]}, ${row[columns.name]}`;
    add("ratio_outside", `${says}: ratio ${ratio.toSignificantDigits(4)}`);
  }
  return findings;
}

const isZero = (text: string) => text !== "" && /^0(\.0*)?$/.test(text);

function manyRemoved({ columns, bounds, last, path }: Target, removed: readonly Row[]): Finding[] {
  const had = Map.groupBy(last, (row) => row[columns.category] ?? "");
  return [...Map.groupBy(removed, (row) => row[columns.category] ?? "")].flatMap(([category, rows]) => {
    const of = had.get(category)?.length ?? 0;
    if (rows.length <= of * bounds.removedShareMax) return [];
    const names = rows.slice(0, NAMES_LISTED).map((row) => row[columns.name]);
    const text = `${rows.length} of ${of} factors are gone: ${names.join("; ")}${rows.length > NAMES_LISTED ? "; ..." : ""}`;
    return [{ code: "many_removed", item: category, place: { sheet: path }, text }];
  });
}
