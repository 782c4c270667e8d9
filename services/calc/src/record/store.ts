import { chunked } from "@emissions/kit/db/chunked";
import type { Write } from "@emissions/kit/db/transactions";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { RecordCalculation } from "../calculation/calculate.ts";
import { toResult } from "../calculation/messages.ts";
import { insertParts } from "../calculation/part-queries.ts";
import { insertCalculations, insertImpacts, insertResolutions, selectCurrent } from "../calculation/queries.ts";
import { storedResults } from "../calculation/stored-results.ts";
import { calculations } from "../metrics.ts";
import type { CoverageChange } from "../restatement/held-records.ts";
import { lockedPeriods } from "../restatement/locks.ts";
import { applyChange } from "../restatement/totals.ts";
import { addAmounts, selectAmountInputs } from "../total_impact/amount-queries.ts";
import { AmountSums } from "../total_impact/amounts.ts";
import { coverageOf } from "../total_impact/coverage.ts";
import { Deltas } from "../total_impact/deltas.ts";
import { earlierSeriesOf, selectSeriesImpacts } from "../total_impact/earlier-series.ts";
import { impactsWithSeries, massesOf, type SeriesImpact } from "../total_impact/series.ts";
import { insertSeries } from "../total_impact/series-queries.ts";
import { type Claims, claimRevisions, type Revision } from "./revisions.ts";

/** Results in one event. It keeps the event well below the NATS limit `max_payload`. */
export const RESULTS_MAX = 500;

/** Stores calculations of different records, updates the totals, and publishes the results. */
export async function store(write: Write, outcomes: readonly RecordCalculation[]): Promise<void> {
  const { tx, org, emit, afterCommit } = write;
  const [locks, claims] = await Promise.all([lockedPeriods(write), claimRevisions(tx, org, outcomes.map(revisionOf))]);
  const fresh = outcomes.filter(({ input }) => claims.accepted.has(input.recordId));

  const [superseded, amounts] = await Promise.all([
    selectSeriesImpacts(tx, org, claims.superseded),
    withoutAmounts(tx, org, claims),
  ]);
  const records = fresh.map((outcome) => ({ input: outcome.input, impacts: impactsWithSeries(outcome) }));
  const deltas = new Deltas();
  for (const { masses } of superseded) deltas.remove(masses);
  for (const { input, impacts } of records) {
    if (input.excludedFromTotals) continue;
    amounts.add(input);
    for (const impact of impacts) deltas.add(massesOf(impact));
  }
  const coverage = coverageChanges(claims, fresh.map(revisionOf));
  // Pipelined on one connection: Postgres executes them in this order. Groups of statements stand last: the first
  // error must be the first to reject, because the statements after it fail only as "transaction aborted".
  await Promise.all([
    insertResolutions(tx, org, fresh),
    insertCalculations(tx, org, fresh),
    insertParts(tx, org, fresh),
    insertImpacts(tx, org, records),
    insertSeries(tx, org, [...earlierSeriesOf(superseded), ...records.flatMap(seriesOfRecord)]),
    applyChange(write, locks, { deltas, coverage }),
    addAmounts(tx, org, amounts),
  ]);

  const repeated = claims.repeated.size === 0 ? [] : await selectCurrent(tx, org, [...claims.repeated]);
  const results = [...fresh.map(toResult), ...(await storedResults(tx, org, repeated))];
  for (const chunk of chunked(results, RESULTS_MAX)) emit(RecordsCalculatedSchema, { results: chunk });
  const failed = fresh.filter(({ failure }) => failure !== null).length;
  afterCommit(() => {
    calculations.add(fresh.length - failed, { result: "calculated" });
    calculations.add(failed, { result: "failed" });
  });
}

/** Subtracts deleted records from the totals. Their rows stay as `deleted`, so that late messages have no effect. */
export async function remove(write: Pick<Write, "tx" | "org" | "send">, revisions: readonly Revision[]): Promise<void> {
  const { tx, org } = write;
  const [locks, claims] = await Promise.all([lockedPeriods(write), claimRevisions(tx, org, revisions)]);
  const [impacts, amounts] = await Promise.all([
    selectSeriesImpacts(tx, org, claims.superseded),
    withoutAmounts(tx, org, claims),
  ]);
  const deltas = new Deltas();
  for (const { masses } of impacts) deltas.remove(masses);
  const coverage = coverageChanges(claims, revisions);
  await Promise.all([
    insertSeries(tx, org, earlierSeriesOf(impacts)),
    applyChange(write, locks, { deltas, coverage }),
    addAmounts(tx, org, amounts),
  ]);
}

/** The amounts of former revisions, subtracted. A recalculation changes no amount. */
async function withoutAmounts(tx: Write["tx"], org: string, { superseded }: Claims): Promise<AmountSums> {
  const amounts = new AmountSums();
  for (const input of await selectAmountInputs(tx, org, superseded)) amounts.remove(input);
  return amounts;
}

const seriesOfRecord = ({ impacts }: { impacts: readonly SeriesImpact[] }) => impacts.map(({ series }) => series);

const coverageChanges = ({ accepted, uncovered }: Claims, revisions: readonly Revision[]): CoverageChange[] =>
  revisions
    .filter(({ recordId }) => accepted.has(recordId))
    .map(({ recordId, coverage }) => ({ recordId, before: uncovered.get(recordId) ?? null, after: coverage }));

const revisionOf = (outcome: RecordCalculation): Revision => ({
  recordId: outcome.input.recordId,
  revision: outcome.input.revision,
  state: outcome.input.excludedFromTotals ? "left_out" : "counted",
  coverage: coverageOf(outcome),
});
