import type { Fragment, Tx, View } from "@emissions/kit/db/transactions";
import { type Check, checkId, refuse, violation } from "@emissions/kit/wire/checks";
import type { Principal } from "@emissions/kit/wire/principal";
import { type CalculationState, contains, type Filter } from "./filters.ts";
import { type Column, type Common, columnOf, joined, type List, type Sent, type Term } from "./list.ts";

const SIZE = 50;
const SIZE_MAX = 100;
const LIMIT_MAX = 200;

/** A question to a list, found to be right. */
export interface ListQuery {
  table: string;
  rows: ((tx: Tx) => Fragment) | undefined;
  /** Whose rows: the caller's organization, and with its children those of the family that were not left out. */
  orgs: readonly string[];
  /** What `db.read` has to show for it. */
  view: View;
  conditions: readonly Condition[];
  /** The one among them that no index answers. */
  searched: { column: Column; words: string } | null;
  /** Where records without a result are found. */
  pendingIndex: List<unknown>["pendingIndex"];
  order: readonly Term[];
  /** As asked for. */
  sort: readonly string[];
  /** Whether what comes behind a row can be said in one comparison. */
  keyed: boolean;
  window: { limit: number; offset: number };
}

export interface Condition {
  name: string;
  asked: string | string[];
  where(tx: Tx): Fragment;
  states: readonly CalculationState[] | null;
}

/** Reads what a caller sent, or refuses it and tells all that is wrong. Does not compile when a filter is forgotten. */
export const parseListQuery = <R>(list: List<R>, sent: Sent<R>, principal: Principal): ListQuery =>
  parsePartialListQuery(list, sent, principal);

/** For requests that have not all filters of the list. */
export function parsePartialListQuery<R>(list: List<R>, sent: Partial<Sent<R>>, principal: Principal): ListQuery {
  const common: Partial<Common> = sent;
  const values = sent as Record<string, unknown>;
  const search = list.search ? { search: contains(list.search) } : {};
  const known = Object.entries({ ...search, ...list.filters }) as [string, Filter<unknown>][];
  const filters = known.filter(([name]) => values[name] !== undefined);
  refuse([
    ...checkWindow(common),
    ...filters.flatMap(([name, { check }]) => check?.(snake(name), values[name]) ?? []),
    ...checkSort(list, common.sort ?? []),
    ...(common.organizationId ?? []).flatMap((id) => checkId("organization_id", id)),
  ]);
  const order = orderOf(list, common.sort ?? []);
  const words = list.search && common.search;
  const conditions = filters.flatMap(([name, filter]): Condition[] => {
    const asked = filter.asked(values[name]);
    if (asked === null) return [];
    const states = filter.states?.(values[name]) ?? null;
    return [{ name, asked, where: (tx: Tx) => filter.where(tx, values[name]), states }];
  });
  return {
    table: list.table,
    rows: list.rows,
    orgs: family(common, principal),
    view: { group: common.includeChildren ?? false },
    conditions,
    searched: words ? { column: list.search!, words } : null,
    pendingIndex: list.pendingIndex,
    order,
    sort: common.sort ?? [],
    keyed: order.every(
      ({ descending = false, nullable }) => !nullable && descending === (order[0]!.descending ?? false),
    ),
    window: windowOf(common, list.size),
  };
}

/** The question in one form: the same whatever page of the answer is asked for, and in whatever order. */
export function keyOf({ table, orgs, conditions }: Pick<ListQuery, "table" | "orgs" | "conditions">) {
  const filters = conditions.map(({ name, asked }) => [name, asked] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { resource: table, scope: [...orgs].sort(), filters };
}

/** The condition for one organization, or for all that were asked for. The organization comes first, always. */
export function matching(tx: Tx, { orgs, conditions: asked }: ListQuery, org?: Fragment): Fragment {
  const own = orgs.length === 1 ? tx`= ${orgs[0]!}` : tx`= any(${orgs as string[]}::uuid[])`;
  const conditions = [tx`organization_id ${org ? tx`= ${org}` : own}`, ...asked.map(({ where }) => where(tx))];
  return tx`where ${joined(tx, conditions, tx` and `)}`;
}

/** Terms under the names that the given columns have in the query. */
export function orderBy(tx: Tx, terms: readonly Term[]): Fragment {
  const parts = terms.map(
    ({ by, descending, nullable }) =>
      tx`${columnOf(tx, by)} ${descending ? tx`desc` : tx`asc`} ${nullable ? tx`nulls last` : tx``}`,
  );
  return tx`order by ${joined(tx, parts, tx`, `)}`;
}

function family({ includeChildren, organizationId = [] }: Partial<Common>, principal: Principal): string[] {
  const all = [principal.organizationId, ...(includeChildren ? principal.descendants : [])];
  const wanted = new Set(organizationId.map((id) => id.toLowerCase()));
  return wanted.size === 0 ? all : all.filter((id) => wanted.has(id));
}

function orderOf<R>({ order, sorts = {} }: List<R>, sort: readonly string[]): Term[] {
  const asked = sort.map((name): Term => {
    const by = sorts[name.replace(/^-/, "")]!;
    const term = typeof by === "object" ? by : { by };
    return { ...term, descending: name.startsWith("-") };
  });
  const terms = asked.length > 0 ? asked : order;
  return [...terms, { by: "id", descending: terms.at(-1)!.descending ?? false }];
}

function checkSort<R>({ sorts = {} }: List<R>, sort: readonly string[]): Check[] {
  const known = Object.keys(sorts);
  if (sort.every((name) => known.includes(name.replace(/^-/, "")))) return [];
  return [violation("sort", "type_error.enum", `value is not one of: ${known.join(", ")}`, "query")];
}

function checkWindow({ page = 0, size = 0, offset = 0, limit = 0 }: Partial<Common>): Check[] {
  const checks: Check[] = [];
  if (page < 0) checks.push(violation("page", "value_error.number.not_ge", "at least 1", "query"));
  if (offset < 0) checks.push(violation("offset", "value_error.number.not_ge", "at least 0", "query"));
  const sizes = [
    { name: "size", value: size, max: SIZE_MAX },
    { name: "limit", value: limit, max: LIMIT_MAX },
  ];
  for (const { name, value, max } of sizes) {
    if (value < 0 || value > max) {
      checks.push(violation(name, "value_error.number.not_le", `from 1 to ${max}`, "query"));
    }
  }
  return checks;
}

function windowOf({ page, size, offset, limit }: Partial<Common>, normal = SIZE) {
  if (page === undefined) return { limit: limit || normal, offset: offset ?? 0 };
  return { limit: size || normal, offset: (Math.max(page, 1) - 1) * (size || normal) };
}

/** As clients write the name of a field. */
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
