import { createHash } from "node:crypto";
import type { Tx } from "@emissions/kit/db";
import { catalogueId } from "@emissions/kit/id";
import { type CsvRow, list, text } from "./csv.ts";

/** A factor as the catalogue has it; the columns of the table carry the same names. */
export interface CatalogueFactor {
  id: string;
  category: "spend" | "materials";
  scheme: string;
  key: string;
  name: string;
  region: string;
  year: string;
  unit: string;
  method: "spend_based" | "average_data";
  co2e: string;
  gwpSet: string;
  source: string;
  sourceYear: string;
  licence: string;
  note: string;
}

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

/** One row of a spend file, as many factors as it has areas. */
export const spendFactors = (row: CsvRow): CatalogueFactor[] =>
  withAreas(row, {
    category: "spend",
    scheme: text(row, "scheme"),
    key: text(row, "code"),
    name: text(row, "title"),
    method: "spend_based",
    note: priceNote(row),
  });

export const materialFactors = (row: CsvRow): CatalogueFactor[] =>
  withAreas(row, {
    category: "materials",
    scheme: "material",
    key: text(row, "key"),
    name: text(row, "name"),
    method: "average_data",
    note: `Material group ${text(row, "material_group")}, ${text(row, "variant").replace("_", " ")} production.`,
  });

type Own = Pick<CatalogueFactor, "category" | "scheme" | "key" | "name" | "method" | "note">;

function withAreas(row: CsvRow, own: Own): CatalogueFactor[] {
  const year = text(row, "year");
  const unit = text(row, "unit");
  return list(row, "areas").map((region) => ({
    ...own,
    id: catalogueId("factor", [own.category, own.scheme, own.key, region, year, unit].join(":")),
    region,
    year,
    unit,
    co2e: text(row, "co2e_kg"),
    gwpSet: text(row, "gwp_set"),
    source: text(row, "source"),
    sourceYear: text(row, "source_year"),
    licence: text(row, "licence"),
  }));
}

function priceNote(row: CsvRow): string {
  const year = text(row, "price_year");
  const money = `${text(row, "unit")}${year && ` of ${year}`}, not deflated`;
  if (text(row, "price_basis") === "basic") return `Basic prices: without trade and transport margins. ${money}.`;
  const without = text(row, "co2e_kg_without_margins");
  return `Purchaser prices: with trade and transport margins (${without} kg without them). ${money}.`;
}

/**
 * Writes what differs from the newest revisions: changed rows as new revisions,
 * rows that are gone as retired ones. Answers with the categories concerned.
 */
export async function writeFactors(tx: Tx, factors: readonly CatalogueFactor[]): Promise<string[]> {
  const values = COLUMNS.map((column) => factors.map((factor) => factor[column]));
  const digests = factors.map((factor) =>
    createHash("sha256")
      .update(JSON.stringify(COLUMNS.map((column) => factor[column])))
      .digest("hex"),
  );
  const [ids, categories, schemes, keys, names, regions, years, units, methods, co2e, ...described] = values;
  const [gwpSets, sources, sourceYears, licences, notes] = described;
  const written = await tx<{ category: string }[]>`
    insert into factors (id, revision, category, scheme, key, name, region, year, unit, method, co2e,
                         gwp_set, source, source_year, licence, note, digest)
    select wanted.id, coalesce(newest.revision, 0) + 1, wanted.category, wanted.scheme, wanted.key, wanted.name,
           wanted.region, wanted.year::smallint, wanted.unit, wanted.method, wanted.co2e::numeric, wanted.gwp_set,
           wanted.source, wanted.source_year::smallint, wanted.licence, wanted.note, wanted.digest
    from unnest(${ids!}::uuid[], ${categories!}::text[], ${schemes!}::text[], ${keys!}::text[], ${names!}::text[],
                ${regions!}::text[], ${years!}::text[], ${units!}::text[], ${methods!}::text[], ${co2e!}::text[],
                ${gwpSets!}::text[], ${sources!}::text[], ${sourceYears!}::text[], ${licences!}::text[],
                ${notes!}::text[], ${digests}::text[])
      as wanted (id, category, scheme, key, name, region, year, unit, method, co2e,
                 gwp_set, source, source_year, licence, note, digest)
    left join (select distinct on (id) id, revision, digest, retired from factors order by id, revision desc) newest
      using (id)
    where newest.id is null or newest.retired or newest.digest <> wanted.digest
    returning category`;
  const retired = await retireOthers(tx, ids!);
  return [...new Set([...written, ...retired].map((row) => row.category))];
}

const retireOthers = (tx: Tx, ids: readonly string[]) => tx<{ category: string }[]>`
  insert into factors (id, revision, category, scheme, key, name, region, year, unit, method, co2e, co2, ch4, n2o,
                       biogenic_co2, gwp_set, source, source_year, licence, note, retired, digest)
  select id, revision + 1, category, scheme, key, name, region, year, unit, method, co2e, co2, ch4, n2o,
         biogenic_co2, gwp_set, source, source_year, licence, note, true, digest
  from (select distinct on (id) * from factors order by id, revision desc) newest
  where not retired and id <> all (${ids as string[]}::uuid[])
  returning category`;
