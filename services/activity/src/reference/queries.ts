import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { withCustomPlan } from "../list/plan.ts";
import { plateKey } from "../vehicle/plate.ts";
import type { Lookup, Spelling } from "./kinds.ts";

/** Matches of one text: enough to tell that it is ambiguous. */
export const MATCHES_MAX = 10;
/** Names that begin like one text. */
const PREFIX_NAMES_MAX = 50;
const PREFIX_LENGTH = 3;
/** Prefixes of one request. */
const PREFIXES_MAX = 100;
/** First names of the organization. */
const FIRST_NAMES_MAX = 2_000;
export const NAMES_MAX = 5_000;

export interface FoundReference {
  textIndex: number;
  id: string;
  label: string;
  active: boolean;
}

/** Entities with these ids, or with a text as one of their keys. An entity that matches twice is one match. */
export async function selectReferences(tx: Tx, org: string, lookup: Lookup, texts: readonly string[]) {
  const keysOf = await spellings(tx, lookup, texts);
  const found = await Promise.all([
    byIds(tx, org, lookup, texts),
    ...lookup.keys.map(({ column, spelling }) => byKeys(tx, org, lookup, { column, keys: keysOf[spelling] })),
  ]);
  const matches = new Map<string, FoundReference>();
  for (const match of found.flat()) matches.set(`${match.textIndex}/${match.id}`, match);
  return [...matches.values()].sort((a, b) => a.textIndex - b.textIndex || (a.id < b.id ? -1 : 1));
}

type Entity = Omit<FoundReference, "textIndex"> & { key: string };

async function byIds(tx: Tx, org: string, lookup: Lookup, texts: readonly string[]): Promise<FoundReference[]> {
  const ids = texts.map((text) => (isId(text) ? text.toLowerCase() : ""));
  const known = ids.filter((id) => id !== "");
  if (known.length === 0) return [];
  const rows = await tx<Entity[]>`
    select e.id, e.id::text as key, ${columns(tx, lookup)} from ${tx(lookup.table)} e
    where e.organization_id = ${org} and e.id = any (${known}::uuid[])`;
  return perText(ids, rows);
}

/**
 * The keys are computed before: row-level security allows an index for comparisons of stored values alone. The plan
 * depends on the number of keys: a generic one compares each row with each key.
 */
async function byKeys(tx: Tx, org: string, lookup: Lookup, { column, keys }: { column: string; keys: string[] }) {
  const wanted = [...new Set(keys)].filter((key) => key !== "");
  const rows = await withCustomPlan(
    tx,
    tx<Entity[]>`
      select id, key, label, active from (
        select e.id, e.${tx(column)}::text as key, ${columns(tx, lookup)},
          row_number() over (partition by e.${tx(column)} order by e.id) as place
        from ${tx(lookup.table)} e
        where e.organization_id = ${org} and e.${tx(column)} collate "C" = any (${wanted}::text[])) found
      where place <= ${MATCHES_MAX}`,
  );
  return perText(keys, rows);
}

function perText(keys: readonly string[], rows: readonly Entity[]): FoundReference[] {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return keys.flatMap((key, textIndex) =>
    (byKey.get(key) ?? []).map(({ id, label, active }) => ({ textIndex, id, label, active })),
  );
}

/** The texts in each spelling. Postgres makes plain texts, as it made the stored ones. */
async function spellings(tx: Tx, { keys }: Lookup, texts: readonly string[]): Promise<Record<Spelling, string[]>> {
  const needsPlain = keys.some(({ spelling }) => spelling === "plain");
  const rows = needsPlain
    ? await tx<{ key: string }[]>`
        select plain_text(text) as key from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`
    : [];
  return { exact: [...texts], code: texts.map(plateKey), plain: rows.map(({ key }) => key) };
}

/** Names that begin like the texts, then the first names of the organization. */
export async function selectNames(tx: Tx, org: string, lookup: Lookup, texts: readonly string[]) {
  const [key] = lookup.keys;
  if (key === undefined) return [];
  const all = (await spellings(tx, lookup, texts))[key.spelling];
  const prefixes = new Set(all.map((text) => [...text].slice(0, PREFIX_LENGTH).join("")));
  const rows = await tx<{ id: string; label: string }[]>`
    with prefixes as materialized (
      select prefix from unnest(${[...prefixes].slice(0, PREFIXES_MAX)}::text[]) as t (prefix)),
    alike as (
      select found.* from prefixes p cross join lateral (
        select e.id, ${label(tx, lookup)} from ${tx(lookup.table)} e
        where e.organization_id = ${org} and e.${tx(key.column)} collate "C" >= p.prefix
          and e.${tx(key.column)} collate "C" < p.prefix || chr(1114111)
        order by e.${tx(key.column)} collate "C" limit ${PREFIX_NAMES_MAX}) found),
    earliest as (
      select e.id, ${label(tx, lookup)} from ${tx(lookup.table)} e
      where e.organization_id = ${org} and e.${tx(key.column)} is not null
      order by e.${tx(key.column)} collate "C" limit ${FIRST_NAMES_MAX})
    select id, label from alike union select id, label from earliest order by label, id limit ${NAMES_MAX}`;
  return [...rows];
}

const columns = (tx: Tx, lookup: Lookup) =>
  tx`${label(tx, lookup)}, ${
    lookup.activeStatus === null ? tx`true` : tx`e.status::text = ${lookup.activeStatus}`
  } as active`;

const label = (tx: Tx, lookup: Lookup) => tx`e.${tx(lookup.label)}::text as label`;
