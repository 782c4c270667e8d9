import { create, fromBinary } from "@bufbuild/protobuf";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import { EntityTypeSchema, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { plain } from "@emissions/quantity/decimal";
import type { RecordCalculation } from "../calculation/calculate.ts";
import { calculateAll } from "../calculation/calculate-all.ts";
import { insertParts, type PartRow, selectParts } from "../calculation/part-queries.ts";
import {
  insertCalculations,
  insertImpacts,
  insertResolutions,
  type RecordVersion,
  selectCalculations,
} from "../calculation/queries.ts";
import type { Resolve } from "../factor/resolver.ts";
import { coverageOf } from "../total_impact/coverage.ts";
import { earlierSeriesOf, selectSeriesImpacts } from "../total_impact/earlier-series.ts";
import { PeriodSums } from "../total_impact/period-sums.ts";
import { impactsWithSeries, type SeriesImpact } from "../total_impact/series.ts";
import { insertSeries } from "../total_impact/series-queries.ts";
import { addSums, type Change, insertChangedRecords, type ScopeKey } from "./change-queries.ts";
import { matches } from "./criteria.ts";
import { type After, type Before, isUnchanged, reasonsOf } from "./reasons.ts";
import { addProgress, type Run } from "./run-queries.ts";

/** Records that one transaction searches. */
export const PAGE_MAX = 1_000;

interface Candidate extends RecordVersion {
  state: "counted" | "left_out" | "deleted";
  matches: boolean;
}

/** A record with its stored and its new calculation. */
interface Pair {
  counted: boolean;
  before: Before;
  after: After & { series: readonly SeriesImpact[] };
}

interface Page {
  /** Records that fulfil the criteria. */
  records: number;
  changedRecords: number;
  isLast: boolean;
  lastRecord: string;
}

/** Calculates the next records of a run again, and stores those that change. Totals stay as they are. */
export async function calculatePage({ tx, org }: Pick<Write, "tx" | "org">, run: Run, resolve: Resolve): Promise<Page> {
  const candidates = await selectCandidates(tx, org, run);
  const pairs = await calculatePairs(tx, org, run, { resolve, among: candidates.filter(({ matches }) => matches) });
  const changed = pairs.filter(({ before, after }) => !isUnchanged(before, after));
  const parts = Map.groupBy(
    await selectParts(
      tx,
      org,
      changed.map(({ before }) => before.row),
    ),
    ({ recordId }) => recordId,
  );
  const changes = changed.map((pair) => changeOf(pair, parts.get(pair.before.row.recordId) ?? []));
  if (run.number !== null) await insertVersions(tx, org, run.number, changed);
  await insertChangedRecords(tx, org, run.id, changes);
  await addSums(tx, org, run.id, sumsOf(pairs));
  const page = {
    records: pairs.length,
    changedRecords: changed.length,
    isLast: candidates.length < PAGE_MAX,
    lastRecord: candidates.at(-1)?.recordId ?? run.lastRecord,
  };
  await addProgress(tx, org, run.id, page);
  return page;
}

const selectCandidates = (tx: Tx, org: string, run: Run) => tx<Candidate[]>`
  select n.record_id, n.revision, n.version, n.state, coalesce(${matches(tx, org, run)}, false) as matches
  from (
    select * from current_records where organization_id = ${org} and record_id > ${run.lastRecord}
    order by record_id limit ${PAGE_MAX}) n
  order by n.record_id`;

interface Work {
  resolve: Resolve;
  among: readonly Candidate[];
}

async function calculatePairs(tx: Tx, org: string, { gwpSet }: Run, { resolve, among }: Work): Promise<Pair[]> {
  const rows = await selectCalculations(tx, org, among);
  const stored = await selectSeriesImpacts(tx, org, among);
  const impacts = Map.groupBy(
    stored.map(({ masses }) => masses),
    ({ recordId }) => recordId,
  );
  await insertSeries(tx, org, earlierSeriesOf(stored));
  const counted = new Set(among.filter(({ state }) => state === "counted").map(({ recordId }) => recordId));
  const inputs = rows.map(({ input }) =>
    create(RecordInputSchema, { ...fromBinary(RecordInputSchema, input), gwpSet }),
  );
  const outcomes = await calculateAll(org, inputs, resolve);
  return rows.map((row, index) => ({
    counted: counted.has(row.recordId),
    before: { row, impacts: impacts.get(row.recordId) ?? [] },
    after: afterOf(outcomes[index]!),
  }));
}

function afterOf(outcome: RecordCalculation): Pair["after"] {
  const series = impactsWithSeries(outcome);
  return { outcome, series, impacts: series.map((impact) => ({ ...impact, seriesId: impact.series.id })) };
}

function changeOf({ counted, before, after }: Pair, parts: readonly PartRow[]): Change {
  const { recordId, revision, version, co2eKg } = before.row;
  const { input, result } = after.outcome;
  const coverage = coverageOf(after.outcome);
  return {
    recordId,
    revision,
    replacedVersion: version,
    entityType: enumText(EntityTypeSchema, input.entityType),
    counted,
    co2eBefore: co2eKg,
    co2eAfter: result === null ? null : plain(result.co2e),
    reasons: reasonsOf(before, after, parts),
    outcome: coverage?.outcome ?? null,
    startDate: coverage?.startDate ?? null,
    endDate: coverage?.endDate ?? null,
    marks: coverage?.marks ?? null,
    superseded: false,
  };
}

async function insertVersions(tx: Tx, org: string, version: number, changed: readonly Pair[]): Promise<void> {
  const outcomes = changed.map(({ after }) => after.outcome);
  const records = changed.map(({ after }) => ({ input: after.outcome.input, impacts: after.series }));
  await insertResolutions(tx, org, outcomes);
  await insertCalculations(tx, org, outcomes, version);
  await insertParts(tx, org, outcomes, version);
  await insertImpacts(tx, org, records, version);
  await insertSeries(
    tx,
    org,
    records.flatMap(({ impacts }) => impacts.map(({ series }) => series)),
  );
}

/** Emissions in totals before and after, by month, scope and category. */
function sumsOf(pairs: readonly Pair[]) {
  const sums = new PeriodSums<ScopeKey>(2);
  for (const { counted, before, after } of pairs) {
    if (!counted) continue;
    for (const [at, impacts] of [before.impacts, after.impacts].entries()) {
      for (const { counted, scope, category, startDate, endDate, co2e } of impacts) {
        if (!counted) continue;
        const masses = at === 0 ? [co2e, null] : [null, co2e];
        sums.add(`${scope}/${category}`, { scope, category }, { startDate, endDate, masses }, 1n);
      }
    }
  }
  return sums.months();
}
