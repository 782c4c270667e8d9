import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { refuse, violation } from "@emissions/kit/wire/checks";
import type { UniqueValuesSchema } from "@emissions/proto/activity/v1/list";
import { columnOf } from "./columns.ts";
import type { List } from "./list.ts";
import { type ListQuery, matching } from "./query.ts";

const VALUES_MAX = 1_000;

interface ValueRow {
  value: string | null;
  label: string | null;
  count: number;
  distinctValues: number;
}

/** Refuses a field that the list does not declare in `values`. */
export function checkField<R>({ values = {} }: Pick<List<R>, "values">, field: string): void {
  const allowed = Object.keys(values);
  if (allowed.includes(field)) return;
  refuse([violation("field", "type_error.enum", `value is not one of: ${allowed.join(", ")}`, "query")]);
}

/** The distinct values of a field among the rows that match, sorted by label. */
export async function selectValues<R>(
  tx: Tx,
  { values }: Pick<List<R>, "values">,
  query: ListQuery,
  field: string,
): Promise<MessageInitShape<typeof UniqueValuesSchema>> {
  const { column = field, none, label, labels, bits } = values![field]!;
  const by = columnOf(tx, column);
  const rows = await tx<ValueRow[]>`
    with grouped as (
      select (${by})::text as value, ${label ? tx`max(${columnOf(tx, label)}::text)` : tx`null::text`} as label,
        count(*)::int as count
      from ${tx(query.table)} ${matching(tx, query)} ${none === undefined ? tx`and (${by}) is not null` : tx``}
      group by 1),
    found as (${bits ? splitByBits(tx, bits) : tx`select * from grouped`})
    select value, label, count, (count(*) over ())::int as distinct_values from found
    order by count desc, value limit ${VALUES_MAX}`;
  const present = rows.flatMap(({ value }) => value ?? []);
  const labelsByValue = await labels?.(tx, query.orgs, present);
  const items = rows.map(({ value, label, count }) => ({
    value: value ?? none ?? undefined,
    label: (value === null ? null : (labelsByValue?.get(value) ?? label)) ?? undefined,
    count,
  }));
  return { field, totalCount: rows[0]?.distinctValues ?? 0, values: items.sort(byText) };
}

/** The values of rows with the same bits, counted for each value. */
const splitByBits = (tx: Tx, bits: Readonly<Record<string, number>>): Fragment => tx`
  select each.value, null::text as label, sum(count)::int as count from grouped
  join unnest(${Object.keys(bits)}::text[], ${Object.values(bits)}::int[]) as each (value, bit)
    on grouped.value::int & each.bit <> 0
  group by each.value`;

const collator = new Intl.Collator("en", { numeric: true });

interface Item {
  value: string | undefined;
  label: string | undefined;
}

/** Items without a value come last. */
function byText(a: Item, b: Item): number {
  const [left, right] = [a.label ?? a.value, b.label ?? b.value];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return collator.compare(left, right);
}
