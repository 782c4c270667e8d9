import type { LibrarySelector } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, parse, plain } from "@emissions/quantity/decimal";
import { derived } from "../catalogue/derived.ts";
import { type GridLoss, gridLossKey } from "../catalogue/energy.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { type Answer, failure } from "./answer.ts";
import { GRID, LIFE_CYCLE_CATEGORY, LOCATION_CATEGORY, lookUpLibrary } from "./lookup/library.ts";
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

/** A published figure in kilograms, or the grid average times the published share of the losses. */
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
  const { unit } = grid.factor;
  const { staleYears, aheadYears } = yearMarks(loss, year);
  return {
    ...grid,
    conversion: [...(grid.conversion ?? []), lossStep(loss, unit)],
    fitness: {
      ...grid.fitness!,
      staleYears: Math.max(grid.fitness!.staleYears, staleYears),
      aheadYears: Math.max(grid.fitness!.aheadYears, aheadYears),
      // Losses are scope 3.
      lifeCycleInScope2: false,
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
  return resolveInLibrary(snapshot, { ...need, lookup: lookUpLibrary(selector) });
}

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

/** The share is of the generated electricity, so a used kWh causes percent / (100 - percent) kWh of losses. */
const lossStep = ({ country, gridZone, year, percent, source }: GridLoss, unit: string) => ({
  fromUnit: unit,
  toUnit: unit,
  multiplyBy: { value: percent },
  divideBy: { value: plain(HUNDRED.minus(parse(percent))) },
  lossShare: { country, gridZone, year, percent: { value: percent }, source },
});
