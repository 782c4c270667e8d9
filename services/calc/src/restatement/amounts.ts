import { fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import type { RestatedRecord, RestatedRecordAmountsSchema } from "@emissions/proto/calc/v1/restatement_service";
import { Decimal } from "@emissions/quantity/decimal";
import { daysIn } from "@emissions/quantity/period";
import { spread, toWhole, wholeText } from "@emissions/quantity/whole";
import { amongKeys, FIRST_VERSION, keyOf, type RecordVersion } from "../calculation/queries.ts";
import type { Range } from "../total_impact/range.ts";
import { tonnes } from "../total_impact/tonnes.ts";

/** The two calculations that a restatement lies between. */
interface RevisionsRow {
  recordId: string;
  revision: number;
  /** Null before the first calculation. */
  before: number | null;
  beforeVersion: number | null;
  /** False for a revision without a calculation of its own. */
  known: boolean;
}

interface ImpactRow extends Range, RecordVersion {
  scope: number;
  category: string;
  co2eKg: string;
}

/** In the order of the records. Nothing for a revision that was not calculated. */
export async function amountsOf(
  tx: Tx,
  org: string,
  records: readonly RestatedRecord[],
): Promise<MessageInitShape<typeof RestatedRecordAmountsSchema>[]> {
  const byKey = new Map((await selectRevisions(tx, org, records)).map((row) => [keyOf(after(row)), row]));
  const calculations = [...byKey.values()].flatMap((row) => [after(row), ...before(row)]);
  const impacts = Map.groupBy(await selectCounted(tx, org, calculations), keyOf);
  return records.map((record) => {
    const { startDate, endDate } = record;
    const row = byKey.get(keyOf(after(record)))!;
    if (!row.known) return {};
    const sums = new CategorySums({ startDate, endDate });
    for (const one of before(row)) for (const impact of impacts.get(keyOf(one)) ?? []) sums.add(impact, "before");
    for (const impact of impacts.get(keyOf(after(row))) ?? []) sums.add(impact, "after");
    return { amounts: sums.amounts() };
  });
}

/** A recalculation that is accepted after the period is unlocked makes a later version. */
const after = ({ recordId, revision }: Pick<RecordVersion, "recordId" | "revision">): RecordVersion => ({
  recordId,
  revision,
  version: FIRST_VERSION,
});

const before = ({ recordId, before, beforeVersion }: RevisionsRow): RecordVersion[] =>
  before === null ? [] : [{ recordId, revision: before, version: beforeVersion! }];

/** Sums the emissions of impacts on the days of a range, by scope and category. */
class CategorySums {
  readonly #range: Range;
  readonly #rows = new Map<string, { scope: number; category: string; before: bigint; after: bigint }>();

  constructor(range: Range) {
    this.#range = range;
  }

  add({ scope, category, co2eKg, ...period }: ImpactRow, side: "before" | "after"): void {
    const whole = wholeWithin(toWhole(new Decimal(co2eKg)), period, this.#range);
    if (whole === 0n) return;
    const key = `${scope}/${category}`;
    const row = this.#rows.get(key) ?? { scope, category, before: 0n, after: 0n };
    row[side] += whole;
    this.#rows.set(key, row);
  }

  amounts() {
    const rows = [...this.#rows.keys()].sort().map((key) => this.#rows.get(key)!);
    const sum = (side: "before" | "after") => rows.reduce((whole, row) => whole + row[side], 0n);
    return {
      co2eBefore: tonnesOf(sum("before")),
      co2eAfter: tonnesOf(sum("after")),
      categories: rows.map(({ scope, category, before, after }) => ({
        scope,
        category,
        co2eBefore: tonnesOf(before),
        co2eAfter: tonnesOf(after),
      })),
    };
  }
}

const tonnesOf = (whole: bigint) => tonnes(new Decimal(wholeText(whole)));

/** The part of a mass on the days of a range, as the totals of these days have it. */
function wholeWithin(whole: bigint, { startDate, endDate }: Range, range: Range): bigint {
  const from = startDate > range.startDate ? startDate : range.startDate;
  const to = endDate < range.endDate ? endDate : range.endDate;
  if (from > to) return 0n;
  const { each, last } = spread(whole, daysIn(startDate, endDate));
  return each * BigInt(daysIn(from, to)) + (to === endDate ? last - each : 0n);
}

/** A deletion is known although it has no calculation. Versions of recalculations count once they are accepted. */
const selectRevisions = (tx: Tx, org: string, records: readonly RestatedRecord[]) => tx<RevisionsRow[]>`
  select r.record_id, r.revision, b.revision as before, b.version as before_version,
    exists (
      select from calculations c
      where c.organization_id = ${org} and c.record_id = r.record_id and c.revision = r.revision
      union all
      select from current_records n
      where n.organization_id = ${org} and n.record_id = r.record_id and n.revision = r.revision
        and n.state = 'deleted') as known
  from unnest(
    ${records.map(({ recordId }) => recordId)}::uuid[], ${records.map(({ revision }) => revision)}::int[]
  ) as r (record_id, revision)
  left join lateral (
    select c.revision, c.version from calculations c
    left join recalculations a on a.organization_id = c.organization_id and a.number = c.version
    left join recalculation_changes x
      on x.organization_id = c.organization_id and x.recalculation_id = a.id and x.record_id = c.record_id
    where c.organization_id = ${org} and c.record_id = r.record_id and c.revision < r.revision
      and (c.version = ${FIRST_VERSION} or a.applied_at is not null and not x.superseded)
    order by c.revision desc, c.version desc limit 1) b on true`;

/** The impacts that are in totals. Those of records that are excluded from totals are not. */
async function selectCounted(tx: Tx, org: string, calculations: readonly RecordVersion[]): Promise<ImpactRow[]> {
  const [impacts, inputs] = await Promise.all([
    tx<ImpactRow[]>`
      select record_id, revision, version, scope, category, start_date, end_date, co2e_kg from impacts
      where organization_id = ${org} and ${amongKeys(tx, calculations)} and counted`,
    tx<(RecordVersion & { input: Uint8Array })[]>`
      select record_id, revision, version, input from calculations
      where organization_id = ${org} and ${amongKeys(tx, calculations)}`,
  ]);
  const excluded = new Set(
    inputs.filter(({ input }) => fromBinary(RecordInputSchema, input).excludedFromTotals).map(keyOf),
  );
  return impacts.filter((impact) => !excluded.has(keyOf(impact)));
}
