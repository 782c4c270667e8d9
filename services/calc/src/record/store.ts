import { chunked } from "@emissions/kit/db/chunked";
import type { Write } from "@emissions/kit/db/transactions";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { RecordCalculation } from "../calculation/calculate.ts";
import { storedResult, toResult } from "../calculation/messages.ts";
import { insertParts } from "../calculation/part-queries.ts";
import {
  insertCalculations,
  insertImpacts,
  insertResolutions,
  selectCurrent,
  selectImpacts,
} from "../calculation/queries.ts";
import { Deltas } from "../total_impact/deltas.ts";
import { addToTotals } from "../total_impact/queries.ts";
import { claimRevisions, type Revision } from "./revisions.ts";

/** Results in one event. It keeps the event well below the NATS limit `max_payload`. */
const RESULTS_MAX = 500;

/** Stores calculations of different records, updates the totals, and publishes the results. */
export async function store({ tx, org, emit }: Write, outcomes: readonly RecordCalculation[]): Promise<void> {
  const claims = await claimRevisions(tx, org, outcomes.map(revisionOf));
  const fresh = outcomes.filter(({ input }) => claims.accepted.has(input.recordId));

  const deltas = new Deltas();
  for (const impact of await selectImpacts(tx, org, claims.superseded)) if (impact.counted) deltas.remove(impact);
  for (const { input, result } of fresh) {
    if (input.excludedFromTotals) continue;
    for (const impact of result?.impacts ?? []) if (impact.counted) deltas.add(impact);
  }
  // Pipelined on one connection: Postgres executes them in this order, which the foreign keys need.
  await Promise.all([
    insertResolutions(tx, org, fresh),
    insertCalculations(tx, org, fresh),
    insertParts(tx, org, fresh),
    insertImpacts(tx, org, fresh),
    addToTotals(tx, org, deltas),
  ]);

  const repeated = claims.repeated.size === 0 ? [] : await selectCurrent(tx, org, [...claims.repeated]);
  const results = [...fresh.map(toResult), ...repeated.map(storedResult)];
  for (const chunk of chunked(results, RESULTS_MAX)) emit(RecordsCalculatedSchema, { results: chunk });
}

/** Subtracts deleted records from the totals. Their rows stay as `deleted`, so that late messages have no effect. */
export async function remove({ tx, org }: Pick<Write, "tx" | "org">, revisions: readonly Revision[]): Promise<void> {
  const { superseded } = await claimRevisions(tx, org, revisions);
  const deltas = new Deltas();
  for (const impact of await selectImpacts(tx, org, superseded)) if (impact.counted) deltas.remove(impact);
  await addToTotals(tx, org, deltas);
}

const revisionOf = ({ input }: RecordCalculation): Revision => ({
  recordId: input.recordId,
  revision: input.revision,
  state: input.excludedFromTotals ? "left_out" : "counted",
});
