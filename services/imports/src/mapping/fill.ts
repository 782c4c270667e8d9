/** How a cell becomes the value of a target: as it is, or as the first or the last day of its period. */
export const FILL_AS = ["value", "period_start", "period_end"] as const;
export type FillAs = (typeof FILL_AS)[number];

/** A constant of all rows, or a column of the file, which may fill several targets. */
export type Filling = { value: string } | { column: string; as: FillAs };

/** By column of the template. */
export type Fill = Readonly<Record<string, Filling>>;

/** The sources of the columns of the template. `mapping` has columns of the template by columns of the file. */
export interface Filled {
  mapping: Readonly<Record<string, string>>;
  fill: Fill;
}

/** Columns of the file by columns of the template. Constants have none. */
export function sourcesOf({ mapping, fill }: Filled): Map<string, string> {
  const columns = Object.entries(fill).flatMap(([key, filling]) =>
    "column" in filling ? [[key, filling.column] as const] : [],
  );
  return new Map([...Object.entries(mapping).map(([source, key]) => [key, source] as const), ...columns]);
}

export const targetsOf = ({ mapping, fill }: Filled): Set<string> =>
  new Set([...Object.values(mapping), ...Object.keys(fill)]);
