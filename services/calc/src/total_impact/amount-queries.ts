import { fromBinary } from "@bufbuild/protobuf";
import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import { EntityTypeSchema, type RecordInput, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { Decimal } from "@emissions/quantity/decimal";
import { toWhole, wholeText } from "@emissions/quantity/whole";
import { amongKeys, keyOf, type RecordVersion } from "../calculation/queries.ts";
import { AMOUNT_ENTITIES, type AmountDelta, type AmountKey, type AmountSums } from "./amounts.ts";

/** Inputs of stored calculations that may have an amount. */
export async function selectAmountInputs(
  tx: Tx,
  org: string,
  calculations: readonly RecordVersion[],
): Promise<RecordInput[]> {
  if (calculations.length === 0) return [];
  const wanted = new Set(calculations.map(keyOf));
  const kinds = AMOUNT_ENTITIES.map((entity) => enumText(EntityTypeSchema, entity));
  const rows = await tx<(RecordVersion & { input: Uint8Array })[]>`
    select record_id, revision, version, input from calculations
    where organization_id = ${org} and ${amongKeys(tx, calculations)} and entity_type = any (${kinds}::text[])`;
  return rows.filter((row) => wanted.has(keyOf(row))).map(({ input }) => fromBinary(RecordInputSchema, input));
}

export const addAmounts = (tx: Tx, org: string, sums: AmountSums): Promise<void> =>
  addAmountRows(tx, org, sums.changes());

/** Writes rows in the order of their keys, so that two batches never deadlock. */
export async function addAmountRows(tx: Tx, org: string, { months, steps }: ReturnType<AmountSums["changes"]>) {
  await Promise.all([
    months.length > 0 && upsert(tx, org, months, { table: "amount_months", period: "month" }),
    steps.length > 0 && upsert(tx, org, steps, { table: "amount_steps", period: "day" }),
  ]);
}

const upsert = (tx: Tx, org: string, deltas: readonly AmountDelta[], into: { table: string; period: string }) => tx`
  insert into ${tx(into.table)} as t (organization_id, ${tx(into.period)}, category, facility_id, amount)
  select ${org}::uuid, d.*
  from unnest(
    ${plainColumn(deltas.map(({ from }) => from))}::date[],
    ${plainColumn(deltas.map(({ key }) => key.category))}::text[],
    ${plainColumn(deltas.map(({ key }) => key.facilityId))}::uuid[],
    ${plainColumn(deltas.map(({ wholes }) => wholeText(wholes[0]!)))}::numeric[]
  ) as d (period, category, facility_id, amount)
  order by d.category, d.period, d.facility_id
  on conflict (organization_id, category, ${tx(into.period)}, facility_id) do update set
    amount = t.amount + excluded.amount`;

const ROWS_MAX = 5_000;

/** All sums of amounts of an organization, in pages. */
export async function* selectAmounts(tx: Tx, org: string, period: "day" | "month"): AsyncGenerator<AmountDelta[]> {
  type Row = AmountKey & { from: string; amount: string };
  let page: Row[] = [];
  do {
    const last = page.at(-1);
    page = await tx<Row[]>`
      select ${tx(period)} as "from", category, facility_id, amount
      from ${tx(period === "day" ? "amount_steps" : "amount_months")}
      where organization_id = ${org}
        ${last ? tx`and (category, ${tx(period)}, facility_id) > (${last.category}, ${last.from}::date, ${last.facilityId}::uuid)` : tx``}
      order by category, ${tx(period)}, facility_id limit ${ROWS_MAX}`;
    yield page.map(({ from, amount, ...key }) => ({ key, from, wholes: [toWhole(new Decimal(amount))] }));
  } while (page.length === ROWS_MAX);
}
