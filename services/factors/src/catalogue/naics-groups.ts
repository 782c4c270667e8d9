import { Decimal, ZERO } from "@emissions/quantity/decimal";

/** Sectors that NAICS writes as a range of numbers. */
const RANGES: readonly (readonly [range: string, prefixes: readonly string[]])[] = [
  ["31-33", ["31", "32", "33"]],
  ["44-45", ["44", "45"]],
  ["48-49", ["48", "49"]],
];

const GROUP_LENGTHS = [2, 3, 4, 5];

/** An industry, the group that it stands for, and whether figures of the group differ. */
type Representative<I> = I & { standsFor: string; group: string; proxy?: boolean };

const compare = (a: Decimal | null, b: Decimal | null): number => (a ?? ZERO).comparedTo(b ?? ZERO);

/**
 * The industry that stands for each NAICS code of two to five digits. Figures exist for industries only, of six
 * digits. The industry with the median figure is neither the lowest nor the highest guess, and has a published figure.
 */
export function indexNaicsGroups<I extends { code: string }>(
  industries: readonly I[],
  figures: ReadonlyMap<string, string>,
): Map<string, Representative<I>> {
  const sorted = industries
    .map((industry) => ({ industry, figure: figures.get(industry.code) }))
    .map(({ industry, figure }) => ({ industry, figure: figure === undefined ? null : new Decimal(figure) }))
    .sort((a, b) => compare(a.figure, b.figure) || (a.industry.code < b.industry.code ? -1 : 1));
  const groups = new Map<string, Representative<I>>();
  const add = (group: string, members: typeof sorted) => {
    const priced = members.filter(({ figure }) => figure !== null);
    // Electricity has no figures. Its groups still name a sector, so that the refusal can say which.
    const candidates = priced.length > 0 ? priced : members;
    const median = candidates[Math.floor((candidates.length - 1) / 2)];
    if (median === undefined) return;
    const differs = compare(candidates[0]!.figure, candidates.at(-1)!.figure) !== 0;
    groups.set(group, { ...median.industry, standsFor: `NAICS ${group}`, group, ...(differs && { proxy: true }) });
  };
  for (const length of GROUP_LENGTHS) {
    for (const [group, members] of Map.groupBy(sorted, ({ industry }) => industry.code.slice(0, length)))
      add(group, members);
  }
  for (const [range, prefixes] of RANGES) {
    const members = sorted.filter(({ industry }) => prefixes.includes(industry.code.slice(0, 2)));
    add(range, members);
  }
  return groups;
}
