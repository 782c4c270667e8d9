import { chunked } from "@emissions/kit/db/chunked";
import type { Write } from "@emissions/kit/db/transactions";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { RecordCalculation } from "../calculation/calculate.ts";
import { storedResult, toResult } from "../calculation/messages.ts";
import { insertParts } from "../calculation/part-queries.ts";
import { insertCalculations, insertImpacts, insertResolutions, selectCurrent } from "../calculation/queries.ts";
import { changeTotals } from "../total_impact/change-totals.ts";
import { type CountDelta, CountDeltas } from "../total_impact/count-deltas.ts";
import { type Coverage, coverageOf } from "../total_impact/coverage.ts";
import { Deltas } from "../total_impact/deltas.ts";
import { earlierSeriesOf, selectSeriesImpacts } from "../total_impact/earlier-series.ts";
import { impactsWithSeries, massesOf, type SeriesImpact } from "../total_impact/series.ts";
import { type Claims, claimRevisions, type Revision } from "./revisions.ts";

/** Results in one event. It keeps the event well below the NATS limit `max_payload`. */
export const RESULTS_MAX = 500;

/** Stores calculations of different records, updates the totals, and publishes the results. */
export async function store(write: Write, outcomes: readonly RecordCalculation[]): Promise<void> {
  const { tx, org, emit } = write;
  const claims = await claimRevisions(tx, org, outcomes.map(revisionOf));
  const fresh = outcomes.filter(({ input }) => claims.accepted.has(input.recordId));

  const superseded = await selectSeriesImpacts(tx, org, claims.superseded);
  const records = fresh.map((outcome) => ({ input: outcome.input, impacts: impactsWithSeries(outcome) }));
  const counts = countDeltas(claims, fresh.map(coverageOf));
  const deltas = new Deltas();
  for (const { masses } of superseded) deltas.remove(masses);
  for (const { input, impacts } of records) {
    if (input.excludedFromTotals) continue;
    for (const impact of impacts) deltas.add(massesOf(impact));
  }
  // Pipelined on one connection: Postgres executes them in this order. Groups of statements stand last: the first
  // error must be the first to reject, because the statements after it fail only as "transaction aborted".
  await Promise.all([
    insertResolutions(tx, org, fresh),
    insertCalculations(tx, org, fresh),
    insertParts(tx, org, fresh),
    insertImpacts(tx, org, records),
    changeTotals(write, {
      deltas,
      counts,
      series: [...earlierSeriesOf(superseded), ...records.flatMap(seriesOfRecord)],
    }),
  ]);

  const repeated = claims.repeated.size === 0 ? [] : await selectCurrent(tx, org, [...claims.repeated]);
  const results = [...fresh.map(toResult), ...repeated.map(storedResult)];
  for (const chunk of chunked(results, RESULTS_MAX)) emit(RecordsCalculatedSchema, { results: chunk });
}

/** Subtracts deleted records from the totals. Their rows stay as `deleted`, so that late messages have no effect. */
export async function remove(write: Pick<Write, "tx" | "org" | "send">, revisions: readonly Revision[]): Promise<void> {
  const { tx, org } = write;
  const claims = await claimRevisions(tx, org, revisions);
  const impacts = await selectSeriesImpacts(tx, org, claims.superseded);
  const deltas = new Deltas();
  for (const { masses } of impacts) deltas.remove(masses);
  await changeTotals(write, { deltas, counts: countDeltas(claims, []), series: earlierSeriesOf(impacts) });
}

const seriesOfRecord = ({ impacts }: { impacts: readonly SeriesImpact[] }) => impacts.map(({ series }) => series);

function countDeltas({ uncovered }: Claims, covered: readonly (Coverage | null)[]): CountDelta[] {
  const counts = new CountDeltas();
  for (const coverage of uncovered) counts.remove(coverage);
  for (const coverage of covered) if (coverage !== null) counts.add(coverage);
  return counts.rows();
}

const revisionOf = (outcome: RecordCalculation): Revision => ({
  recordId: outcome.input.recordId,
  revision: outcome.input.revision,
  state: outcome.input.excludedFromTotals ? "left_out" : "counted",
  coverage: coverageOf(outcome),
});
