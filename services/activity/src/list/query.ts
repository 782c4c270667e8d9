import type { Fragment, Tx, View } from "@emissions/kit/db/transactions";
import { type Check, checkId, placed, refuse, violation } from "@emissions/kit/wire/checks";
import type { Principal } from "@emissions/kit/wire/principal";
import { columnOf, joined } from "./columns.ts";
import { type CalculationState, contains, type Filter } from "./filters.ts";
import type { Common, List, Sent, Term } from "./list.ts";

const SIZE = 50;
const SIZE_MAX = 100;
const LIMIT_MAX = 200;
/** Rows on a page of an export. */
const EXPORT_SIZE_MAX = 250;

/** A validated list request. */
export interface ListQuery {
  table: string;
  rows: ((tx: Tx) => Fragment) | undefined;
  version: string | undefined;
  /** The caller's organization. `include_children` adds the accepted ones below; `organization_id` limits them. */
  orgs: readonly string[];
  /** The view for `db.read`. */
  view: View;
  conditions: readonly Condition[];
  isPersonal: boolean;
  pendingIndex: List<unknown>["pendingIndex"];
  order: readonly Term[];
  /** As sent. */
  sort: readonly string[];
  /** True when one row comparison selects the rows after a row. */
  isKeysetComparable: boolean;
  window: { limit: number; offset: number };
  /** Of a call that can follow cursors. */
  cursors?: Cursors;
  /** Of an export: the id of the last row before the page. */
  after: string | null;
}

interface Cursors {
  /** The sort values of the row before the page; null when the page has a number. */
  after: readonly (string | null)[] | null;
  /** Called with the sort values of the last row of a full page. */
  showNext(last: readonly (string | null)[]): void;
}

export interface Condition {
  name: string;
  text: string | string[];
  where(tx: Tx): Fragment;
  states: readonly CalculationState[] | null;
  /** True if no index answers it. */
  isScanned?: boolean;
}

/** Validates a request and reports all violations. Does not compile when the request lacks a filter. */
export const parseListQuery = <R>(list: List<R>, sent: Sent<R>, principal: Principal): ListQuery =>
  parsePartialListQuery(list, sent, principal);

/** For requests with only some filters of the list. `at` is the place of the filters, where it is not the query. */
export function parsePartialListQuery<R>(
  list: List<R>,
  sent: Partial<Sent<R>>,
  principal: Principal,
  at?: readonly string[],
): ListQuery {
  const common: Partial<Common> = sent;
  const values = sent as Record<string, unknown>;
  const search = list.search ? { search: contains(list.search) } : {};
  const allFilters = Object.entries({ ...search, ...list.filters }) as [string, Filter<unknown>][];
  const filters = allFilters.filter(([name]) => values[name] !== undefined);
  const checks = [
    ...checkWindow(common),
    ...filters.flatMap(([name, { check }]) => check?.(snake(name), values[name]) ?? []),
    ...checkSort(list, common.sort ?? []),
    ...(common.organizationId ?? []).flatMap((id) => checkId("organization_id", id)),
    ...checkId("after", common.after ?? null),
  ];
  refuse(at === undefined ? checks : placed(checks, ...at));
  const after = common.after?.toLowerCase() ?? null;
  const order = after === null ? orderOf(list, common.sort ?? []) : BY_ID;
  const conditions = filters.flatMap(([name, filter]): Condition[] => {
    const text = filter.text(values[name]);
    if (text === null) return [];
    const states = filter.states?.(values[name]) ?? null;
    const isScanned = filter.isScanned === true;
    return [{ name, text, where: (tx: Tx) => filter.where(tx, values[name]), states, isScanned }];
  });
  const table = list.tableFor?.(sent) ?? list.table;
  return {
    table,
    rows: list.rows,
    version: list.version,
    orgs: organizationsOf(common, principal),
    view: { group: common.includeChildren ?? false },
    conditions,
    isPersonal: list.isPersonal ?? false,
    pendingIndex: table === list.table ? list.pendingIndex : undefined,
    order,
    sort: common.sort ?? [],
    isKeysetComparable: order.every(
      ({ descending = false, nullable }) => !nullable && descending === (order[0]!.descending ?? false),
    ),
    window: windowOf(common, list.size),
    after,
  };
}

/** Ids never change, so an export by ids has no row twice and misses none. */
const BY_ID: readonly Term[] = [{ by: "id" }];

/** Identifies the rows that match. Independent of the page and of the order of filters and organizations. */
export function keyOf({ table, orgs, conditions }: Pick<ListQuery, "table" | "orgs" | "conditions">) {
  const filters = conditions.map(({ name, text }) => [name, text] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { resource: table, scope: [...orgs].sort(), filters };
}

/** The `where` clause, for one organization or for all of the query. Indexes begin with the organization. */
export function matching(tx: Tx, { orgs, conditions }: ListQuery, org?: Fragment): Fragment {
  const anyOrg = orgs.length === 1 ? tx`= ${orgs[0]!}` : tx`= any(${orgs as string[]}::uuid[])`;
  const all = [tx`organization_id ${org ? tx`= ${org}` : anyOrg}`, ...conditions.map(({ where }) => where(tx))];
  return tx`where ${joined(tx, all, tx` and `)}`;
}

export function orderBy(tx: Tx, terms: readonly Term[]): Fragment {
  const parts = terms.map(
    ({ by, descending, nullable }) =>
      tx`${columnOf(tx, by)} ${descending ? tx`desc` : tx`asc`} ${nullable ? tx`nulls last` : tx``}`,
  );
  return tx`order by ${joined(tx, parts, tx`, `)}`;
}

function organizationsOf({ includeChildren, organizationId = [] }: Partial<Common>, principal: Principal): string[] {
  const all = [principal.organizationId, ...(includeChildren ? principal.descendants : [])];
  const included = new Set(organizationId.map((id) => id.toLowerCase()));
  return included.size === 0 ? all : all.filter((id) => included.has(id));
}

function orderOf<R>({ order, sorts = {} }: List<R>, sort: readonly string[]): Term[] {
  // A repeated key sorts nothing, and would lengthen cursors.
  const keys = sort.map((name) => name.replace(/^-/, ""));
  const first = sort.filter((_, at) => keys.indexOf(keys[at]!) === at);
  const requested = first.map((name): Term => {
    const by = sorts[name.replace(/^-/, "")]!;
    const term = typeof by === "object" ? by : { by };
    return { ...term, descending: name.startsWith("-") };
  });
  const terms = requested.length > 0 ? requested : order;
  return [...terms, { by: "id", descending: terms.at(-1)!.descending ?? false }];
}

function checkSort<R>({ sorts = {} }: List<R>, sort: readonly string[]): Check[] {
  const allowed = Object.keys(sorts);
  if (sort.every((name) => allowed.includes(name.replace(/^-/, "")))) return [];
  return [violation("sort", "type_error.enum", `value is not one of: ${allowed.join(", ")}`, "query")];
}

function checkWindow({ page = 0, size = 0, offset = 0, limit = 0, after }: Partial<Common>): Check[] {
  const checks: Check[] = [];
  if (page < 0) checks.push(violation("page", "value_error.number.not_ge", "at least 1", "query"));
  if (offset < 0) checks.push(violation("offset", "value_error.number.not_ge", "at least 0", "query"));
  const sizes = [
    { name: "size", value: size, max: after === undefined ? SIZE_MAX : EXPORT_SIZE_MAX },
    { name: "limit", value: limit, max: LIMIT_MAX },
  ];
  for (const { name, value, max } of sizes) {
    if (value < 0 || value > max) {
      checks.push(violation(name, "value_error.number.not_le", `from 1 to ${max}`, "query"));
    }
  }
  return checks;
}

function windowOf({ page, size, offset, limit, after }: Partial<Common>, defaultSize = SIZE) {
  if (after !== undefined) return { limit: size || EXPORT_SIZE_MAX, offset: 0 };
  if (page === undefined) return { limit: limit || defaultSize, offset: offset ?? 0 };
  return { limit: size || defaultSize, offset: (Math.max(page, 1) - 1) * (size || defaultSize) };
}

/** The public name of a field. */
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
