import type { Factor, LibrarySelector } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, parse, plain } from "@emissions/quantity/decimal";
import { derived } from "../catalogue/derived.ts";
import { type GridLoss, gridLossKey } from "../catalogue/energy.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { type Answer, failure } from "./answer.ts";
import { GRID, LIFE_CYCLE_CATEGORY, LOCATION_CATEGORY, lookUpLibrary, UPSTREAM_CATEGORY } from "./lookup/library.ts";
import { type LibraryNeed, resolveInLibrary } from "./resolve-library.ts";
import { yearDistance } from "./rules.ts";
import { standsInFor, yearMarks } from "./years.ts";

const LOSSES = "electricity_losses";
const LOSSES_UPSTREAM = "electricity_losses_upstream";

const IN_GRID_FIGURE = "IN_GRID_FIGURE";
const HUNDRED = new Decimal(100);

/** A factor of the library by category and key. */
export function resolveLibrary(snapshot: Snapshot, selector: LibrarySelector, need: LibraryNeed): Answer {
  const { category, key } = selector;
  if (key === GRID && category === LOSSES) return resolveLosses(snapshot, selector, need);
  if (key === GRID && category === LOSSES_UPSTREAM) return resolveLossesUpstream(snapshot, selector, need);
  return resolveInLibrary(snapshot, { ...need, lookup: lookUpLibrary(selector) });
}

/**
 * A published figure in kilograms, or the grid average times the published share of the losses. The share is of the
 * generated electricity, so a used kWh causes percent / (100 - percent) kWh of losses.
 */
function resolveLosses(snapshot: Snapshot, selector: LibrarySelector, need: LibraryNeed): Answer {
  const published = resolveInLibrary(snapshot, { ...need, lookup: lookUpLibrary(selector) });
  if (published.factor !== undefined) return published;
  const year = Number(need.day.slice(0, 4));
  const loss = lossOf(snapshot, selector, year);
  if (loss === null) return published;
  const average = { ...selector, category: LOCATION_CATEGORY };
  const grid = resolveInLibrary(snapshot, { ...need, lookup: lookUpLibrary(average) });
  if (grid.factor === undefined) return grid;
  if (withLosses(snapshot).has(grid.factor.id)) {
    return failure(IN_GRID_FIGURE, "The figure of the grid is per used kWh, so it includes the losses.");
  }
  const lost = withLossShare(grid, loss, { year, multiplyBy: loss.percent });
  // Losses are scope 3.
  return { ...lost, fitness: { ...lost.fitness!, lifeCycleInScope2: false } };
}

/** The quantity times a multiple of 1 / (100 - percent), with the marks of the older of share and factor. */
export function withLossShare(
  answer: Answer,
  { country, gridZone, percent, source, ...loss }: GridLoss,
  { year, multiplyBy }: { year: number; multiplyBy: string },
): Answer {
  const { unit } = answer.factor!;
  const fitness = answer.fitness!;
  const { staleYears, aheadYears } = yearMarks(loss, year);
  const step = {
    fromUnit: unit,
    toUnit: unit,
    multiplyBy: { value: multiplyBy },
    divideBy: { value: plain(HUNDRED.minus(parse(percent))) },
    lossShare: { country, gridZone, year: loss.year, percent: { value: percent }, source },
  };
  return {
    ...answer,
    conversion: [...(answer.conversion ?? []), step],
    fitness: {
      ...fitness,
      staleYears: Math.max(fitness.staleYears, staleYears),
      aheadYears: Math.max(fitness.aheadYears, aheadYears),
    },
  };
}

/** The ids of the figures per used kWh. */
export const withLosses = derived(({ factors }) => {
  const included = [...factors.values()].flat().filter(({ standIn }) => standIn.lossesIncluded);
  return new Set(included.map(({ id }) => id));
});

/** Fuel of the lost electricity. Without the losses themselves it would be a fragment of them. */
function resolveLossesUpstream(snapshot: Snapshot, selector: LibrarySelector, need: LibraryNeed): Answer {
  const losses = resolveLosses(snapshot, { ...selector, category: LOSSES }, need);
  if (losses.factor === undefined && losses.failureCode !== IN_GRID_FIGURE) {
    return failure("FACTOR_NOT_FOUND", "No losses of the grid are published, so their upstream alone does not count.");
  }
  if (losses.factor?.category === LIFE_CYCLE_CATEGORY) {
    return failure("IN_LIFE_CYCLE_FIGURE", "The life-cycle figure of the losses includes their upstream.");
  }
  const published = resolveInLibrary(snapshot, { ...need, lookup: lookUpLibrary(selector) });
  const used = resolveInLibrary(snapshot, {
    ...need,
    lookup: lookUpLibrary({ ...selector, category: UPSTREAM_CATEGORY }),
  });
  const year = Number(need.day.slice(0, 4));
  const loss = lossOf(snapshot, selector, year);
  if (used.factor === undefined || loss === null || isOfOneTable(published.factor, used.factor)) return published;
  return withLossShare(used, loss, { year, multiplyBy: loss.percent });
}

/** The upstream of used and of lost electricity must not come from figures of different years or sources. */
const isOfOneTable = (a: Factor | undefined, b: Factor) =>
  a !== undefined && a.source === b.source && a.year === b.year && a.region === b.region;

/** Of the zone, else of the country. Among several publications that of the lower priority number, then the nearest year. */
export function lossOf(
  { gridLosses }: Pick<Snapshot, "gridLosses">,
  { country, gridZone }: Pick<LibrarySelector, "country" | "gridZone">,
  year: number,
): GridLoss | null {
  for (const zone of new Set([gridZone, ""])) {
    const near = (gridLosses.get(gridLossKey(country, zone)) ?? []).filter((loss) => standsInFor(loss, year));
    const distance = (loss: GridLoss) => yearDistance(loss.year, year);
    const [best] = near.sort((a, b) => a.priority - b.priority || distance(a) - distance(b));
    if (best !== undefined) return best;
  }
  return null;
}
