import { createHash } from "node:crypto";
import { column } from "@emissions/kit/db/columns";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import type { Call } from "@emissions/kit/wire/call";
import { violation } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";
import { NEXT_CURSOR, PAGE_CURSOR } from "@emissions/kit/wire/headers";
import { CURSOR_LENGTH_MAX } from "@emissions/kit/wire/limits";
import { columnOf, joined } from "./columns.ts";
import { type Condition, keyOf, type ListQuery } from "./query.ts";
import { comesAfter, type Key } from "./row-keys.ts";

const DIGEST_LENGTH = 22;

/**
 * Lets a call continue the list after the row that its cursor names. The response then names the last row of a full
 * page. A cursor belongs to the organizations, filters and order of its query.
 */
export function withCursor(query: ListQuery, call: Pick<Call, "requestHeader" | "responseHeader">): ListQuery {
  const cursor = call.requestHeader.get(PAGE_CURSOR);
  if (query.after !== null) {
    if (cursor !== null) throw refused("an export has no cursors");
    return query;
  }
  const after = cursor === null ? null : keyIn(cursor, query);
  if (cursor !== null && after === null) throw refused(NOT_OF_LIST);
  return {
    ...query,
    window: after === null ? query.window : { ...query.window, offset: 0 },
    cursors: { after, showNext: (last) => call.responseHeader.set(NEXT_CURSOR, cursorOf(query, last)) },
  };
}

const NOT_OF_LIST = "not a cursor of this list with these filters in this order";

const refused = (msg: string) => invalid([violation("cursor", "value_error.cursor", msg, "query")]);

/** The query of the rows after the cursor. The totals are those of the original query. */
export async function afterCursor(tx: Tx, query: ListQuery): Promise<ListQuery> {
  const after = query.cursors?.after ?? null;
  if (after === null) return query;
  await checkTypes(tx, query, after);
  const where = (tx: Tx) => comesAfter(tx, query, after);
  const condition: Condition = { name: "cursor", text: after.map(String), where, states: null };
  return { ...query, conditions: [...query.conditions, condition] };
}

/** The sort values of a row as JSON. */
export interface PageKey {
  pageKey: string;
}

/** Selects the sort values of each row `r`, when the call follows cursors. */
export function pageKey(tx: Tx, { order, cursors }: ListQuery): Fragment {
  if (cursors === undefined) return tx``;
  const values = order.map(({ by }) => tx`(${columnOf(tx, by)})::text`);
  return tx`, array_to_json(array[${joined(tx, values, tx`, `)}])::text as page_key`;
}

/** A forged cursor can have values of other types. Their comparison would fail with an error of the database. */
async function checkTypes(tx: Tx, { table, order }: ListQuery, key: Key): Promise<void> {
  // Expressions of orders are texts.
  const names = order.map(({ by }) => (typeof by === "string" ? by : ""));
  const [{ valid }] = await tx<[{ valid: boolean | null }]>`
    select bool_and(pg_input_is_valid(sent.value, format_type(a.atttypid, null))) as valid
    from unnest(${column(names)}::text[], ${column(key)}::text[]) as sent (name, value)
    join pg_attribute a on a.attrelid = ${table}::text::regclass and a.attname = sent.name`;
  if (valid === false) throw refused(NOT_OF_LIST);
}

const cursorOf = (query: ListQuery, key: Key): string =>
  Buffer.from(JSON.stringify([digestOf(query, key), ...key])).toString("base64url");

/** Finds errors of callers. It protects nothing: the rows after a forged key are rows of the same list. */
function digestOf(query: ListQuery, key: Key): string {
  const content = JSON.stringify([keyOf(query), query.sort, key]);
  return createHash("sha256").update(content).digest("base64url").slice(0, DIGEST_LENGTH);
}

/** The sort values of a cursor of the query. Null for any other text. */
function keyIn(cursor: string, query: ListQuery): Key | null {
  if (cursor.length > CURSOR_LENGTH_MAX) return null;
  const [, ...key] = textsIn(Buffer.from(cursor, "base64url").toString());
  // The comparison of the whole text finds other spellings of the same bytes, too.
  const fits = key.length === query.order.length && key.every((value, n) => value !== null || query.order[n]!.nullable);
  return fits && cursorOf(query, key) === cursor ? key : null;
}

/** The texts and nulls of a JSON array; none if it is something else. Postgres cannot store U+0000. */
function textsIn(json: string): (string | null)[] {
  try {
    const values: unknown = JSON.parse(json);
    const isText = (value: unknown) => value === null || (typeof value === "string" && !value.includes("\0"));
    return Array.isArray(values) && values.every(isText) ? values : [];
  } catch {
    return [];
  }
}
