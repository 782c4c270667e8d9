import type { ImportColumn } from "@emissions/client/types";
import type { Fill, Mapping, SourceColumn } from "./read.ts";

/** The choice of a column whose months, quarters or years are the first and the last day of its rows. */
export const PERIOD = "#period";

/** Targets that periods fill, and the days of combined rows. */
const DAYS = { start_date: "period_start", end_date: "period_end" } as const;
const DAY_KEYS: readonly string[] = Object.keys(DAYS);

export const isDay = ({ key }: Pick<ImportColumn, "key">): boolean => DAY_KEYS.includes(key);

export interface Choices {
  mapping: Mapping;
  fill: Fill;
}

/** The meaning of a column of the file: a column of the template, `PERIOD`, or "". */
export const choiceOf = (source: string, { mapping, fill }: Choices): string =>
  mapping[source] ?? (periodKeys(source, fill).length > 0 ? PERIOD : "");

const periodKeys = (source: string, fill: Fill) =>
  DAY_KEYS.filter((key) => fill[key]?.column === source && fill[key]?.as !== "value");

const without = <V>(values: Readonly<Record<string, V>>, isLeftOut: (key: string, value: V) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => !isLeftOut(key, value)));

/** The choices after a new one. A target is filled once. */
export function choose({ mapping, fill }: Choices, source: string, choice: string): Choices {
  const former = periodKeys(source, fill);
  if (choice === PERIOD) {
    const days = Object.fromEntries(Object.entries(DAYS).map(([key, as]) => [key, { column: source, as }]));
    return {
      mapping: without(mapping, (key, target) => key === source || DAY_KEYS.includes(target)),
      fill: { ...fill, ...days },
    };
  }
  const others = without(mapping, (key) => key === source);
  return {
    mapping: choice === "" ? others : { ...others, [source]: choice },
    fill: without(fill, (key) => key === choice || former.includes(key)),
  };
}

/** The choices of a saved mapping, for a file whose columns may be written in another way, or lack some. */
export function choicesOf(saved: Choices, columns: readonly SourceColumn[]): Choices {
  const written = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const known = new Map(columns.map(({ source_column: name }) => [written(name), name]));
  const nameOf = (name: string) => known.get(written(name));
  return {
    mapping: Object.fromEntries(
      Object.entries(saved.mapping).flatMap(([name, target]) => {
        const present = nameOf(name);
        return present === undefined ? [] : [[present, target]];
      }),
    ),
    fill: Object.fromEntries(
      Object.entries(saved.fill).flatMap(([key, filling]) => {
        if (typeof filling.column !== "string") return [[key, filling]];
        const column = nameOf(filling.column);
        return column === undefined ? [] : [[key, { ...filling, column }]];
      }),
    ),
  };
}

/** Whether the header of a chosen column states the unit of all rows. */
export const hasHeaderUnit = (columns: readonly SourceColumn[], mapping: Mapping): boolean =>
  columns.some((one) => one.unit !== null && mapping[one.source_column] === one.target_column);

const UNIT_KEY = /(^|_)unit(_id)?$/;

/** Required columns of the template that nothing fills. */
export function missingColumns(
  template: readonly ImportColumn[],
  columns: readonly SourceColumn[],
  { mapping, fill }: Choices,
): ImportColumn[] {
  const filled = new Set([...Object.values(mapping), ...Object.keys(fill)]);
  const isStated = ({ key }: ImportColumn) => UNIT_KEY.test(key) && hasHeaderUnit(columns, mapping);
  return template.filter((column) => column.required && !filled.has(column.key) && !isStated(column));
}
