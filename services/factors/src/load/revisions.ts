import { createHash } from "node:crypto";
import type { Tx } from "@emissions/kit/db/transactions";
import type { CatalogueFactor } from "./factors.ts";

/** Of every factor, in this order: the digests of all installations rest on it. */
const COLUMNS = [
  "id",
  "category",
  "scheme",
  "key",
  "name",
  "region",
  "year",
  "unit",
  "method",
  "co2e",
  "gwpSet",
  "source",
  "sourceYear",
  "licence",
  "note",
] as const satisfies readonly (keyof CatalogueFactor)[];

/** A statement of this many rows takes a tenth of a second. */
const ROWS_PER_STATEMENT = 5_000;

interface Newest {
  id: string;
  category: string;
  revision: number;
  digest: string;
  retired: boolean;
}

/**
 * Makes each data set hold exactly its factors: changed rows become new
 * revisions, rows that are gone become retired ones. Answers with the
 * categories concerned.
 */
export async function writeRevisions(
  tx: Tx,
  sets: ReadonlyMap<string, readonly CatalogueFactor[]>,
): Promise<Set<string>> {
  const known = new Map((await selectNewest(tx, [...sets.keys()])).map((row) => [row.id, row]));
  const changed = new Set<string>();
  const rows: object[] = [];
  const wanted = new Set<string>();
  for (const [dataset, factors] of sets) {
    for (const factor of factors) {
      if (wanted.has(factor.id)) throw new Error(`${dataset}: ${naturalKey(factor)} is there twice`);
      wanted.add(factor.id);
      const digest = digestOf(factor);
      const newest = known.get(factor.id);
      if (newest !== undefined && !newest.retired && newest.digest === digest) continue;
      rows.push(toRow(factor, { dataset, digest, revision: (newest?.revision ?? 0) + 1 }));
      changed.add(factor.category);
    }
  }
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await insertRevisions(tx, rows.slice(at, at + ROWS_PER_STATEMENT));
  }
  const gone = [...known.values()].filter(({ id, retired }) => !retired && !wanted.has(id));
  if (gone.length > 0) await retire(tx, gone);
  for (const { category } of gone) changed.add(category);
  return changed;
}

const naturalKey = ({ category, key, region, year, unit }: CatalogueFactor) =>
  [category, key, region, year, unit].join(" ");

/** What the library added later is left out where there is nothing of it: the digests of older rows stay the same. */
function digestOf(factor: CatalogueFactor): string {
  const values: (string | null)[] = COLUMNS.map((column) => factor[column]);
  const more = factor.more === undefined ? [] : Object.values(factor.more);
  return createHash("sha256")
    .update(JSON.stringify([...values, ...more]))
    .digest("hex");
}

/** Numbers travel as text, so that every digit arrives. */
function toRow(factor: CatalogueFactor, own: { dataset: string; digest: string; revision: number }) {
  const { gwpSet, sourceYear, more, ...same } = factor;
  return {
    ...same,
    ...own,
    gwp_set: gwpSet,
    source_year: sourceYear,
    co2: more?.co2,
    ch4: more?.ch4,
    n2o: more?.n2o,
    biogenic_co2: more?.biogenicCo2,
    group_path: more?.groupPath ?? "",
    source_key: more?.sourceKey ?? "",
    uncertainty_percent: more?.uncertaintyPercent,
    priority: more?.priority ?? "100",
  };
}

const selectNewest = (tx: Tx, datasets: readonly string[]) => tx<Newest[]>`
  select distinct on (id) id, category, revision, digest, retired from factors
  where dataset = any (${datasets as string[]}) order by id, revision desc`;

const insertRevisions = (tx: Tx, rows: readonly object[]) => tx`
  insert into factors (id, revision, category, scheme, key, name, region, year, unit, method, co2e, co2, ch4, n2o,
                       biogenic_co2, gwp_set, source, source_year, licence, note, dataset, group_path, source_key,
                       uncertainty_percent, priority, digest)
  select id, revision, category, scheme, key, name, region, year, unit, method, co2e, co2, ch4, n2o,
         biogenic_co2, gwp_set, source, source_year, licence, note, dataset, group_path, source_key,
         uncertainty_percent, priority, digest
  from json_populate_recordset(null::factors, ${JSON.stringify(rows)}::text::json)`;

const retire = (tx: Tx, gone: readonly Newest[]) => tx`
  insert into factors (id, revision, category, scheme, key, name, region, year, unit, method, co2e, co2, ch4, n2o,
                       biogenic_co2, gwp_set, source, source_year, licence, note, dataset, group_path, source_key,
                       uncertainty_percent, priority, retired, digest)
  select id, revision + 1, category, scheme, key, name, region, year, unit, method, co2e, co2, ch4, n2o,
         biogenic_co2, gwp_set, source, source_year, licence, note, dataset, group_path, source_key,
         uncertainty_percent, priority, true, digest
  from factors join unnest(${gone.map(({ id }) => id)}::uuid[], ${gone.map(({ revision }) => revision)}::int[])
    as newest (id, revision) using (id, revision)`;
