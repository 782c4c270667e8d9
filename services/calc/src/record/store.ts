import { chunked } from "@emissions/kit/db/chunked";
import type { Write } from "@emissions/kit/db/transactions";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { Outcome } from "../calculation/calculate.ts";
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

/** In one event, which must stay well below the largest message that NATS takes. */
const RESULTS_MAX = 500;

/** Writes what came of the newest revisions of different records, moves the totals, and announces the results. */
export async function store({ tx, org, emit }: Write, outcomes: readonly Outcome[]): Promise<void> {
  const claims = await claimRevisions(tx, org, outcomes.map(revisionOf));
  const fresh = outcomes.filter(({ input }) => claims.accepted.has(input.recordId));

  const deltas = new Deltas();
  for (const impact of await selectImpacts(tx, org, claims.superseded)) if (impact.counted) deltas.remove(impact);
  for (const { input, result } of fresh) {
    if (input.excludedFromTotals) continue;
    for (const impact of result?.impacts ?? []) if (impact.counted) deltas.add(impact);
  }
  // Sent together over one connection, which works on them in this order.
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

/** Takes the records out of the totals; their rows stay as deleted, so that late messages about them have no effect. */
export async function remove({ tx, org }: Pick<Write, "tx" | "org">, revisions: readonly Revision[]): Promise<void> {
  const { superseded } = await claimRevisions(tx, org, revisions);
  const deltas = new Deltas();
  for (const impact of await selectImpacts(tx, org, superseded)) if (impact.counted) deltas.remove(impact);
  await addToTotals(tx, org, deltas);
}

const revisionOf = ({ input }: Outcome): Revision => ({
  recordId: input.recordId,
  revision: input.revision,
  state: input.excludedFromTotals ? "left_out" : "counted",
});
