import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { Db } from "@emissions/kit/db/transactions";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factorsDatabase } from "../database.fixture.ts";
import { list, parseCsv } from "./csv.ts";
import { catalogueFiles } from "./files.ts";
import { loadCatalogue } from "./load.ts";

let database: Awaited<ReturnType<typeof factorsDatabase>>;
let db: Db;
let folder: string;
let source: { shareAlike: boolean; folder: URL };

beforeAll(async () => {
  database = await factorsDatabase();
  db = new Db(database.sql);
  folder = await mkdtemp(join(tmpdir(), "catalogue-"));
  await cp(new URL("../../catalog/", import.meta.url), folder, { recursive: true });
  source = { shareAlike: true, folder: pathToFileURL(`${folder}/`) };
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const load = (changes: Partial<typeof source> = {}) => loadCatalogue(db, { ...source, ...changes });
const edit = async (file: string, from: string, to: string) => {
  const text = await readFile(join(folder, file), "utf8");
  expect(text).toContain(from);
  await writeFile(join(folder, file), text.replace(from, to));
};
const count = async (table: string) => {
  const [row] = await database.sql.unsafe(`select count(*)::int as n from ${table}`);
  return row!.n as number;
};
const soybeans = () => database.owner<{ revision: number; co2e: string; retired: boolean }[]>`
  select revision, co2e, retired from factors.factors where key = '111110' and region = 'US' order by revision`;
const announced = async () => {
  const rows = await db.systemWide((tx) => tx<{ payload: Uint8Array }[]>`select payload from outbox order by id`);
  return rows.map(({ payload }) => fromBinary(FactorsChangedSchema, payload).categories);
};

/** FIGARO: 84 NACE codes in 3 countries. Open CEDA: 400 sectors in 148 countries or regions, without 60 empty cells. */
const SHARE_ALIKE_SPEND = 3 * 84 + 400 * 148 - 60;

// Each test starts with the tables of the test before.
describe("loading the catalogue", () => {
  it("fills an empty database within seconds under load", async () => {
    const started = performance.now();
    const changed = await load();
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(changed).toEqual(expect.arrayContaining(["units", "exchange_rates", "sectors", "spend", "materials"]));
    expect(await count("units")).toBe(79 + 305);
    expect(await count("sectors")).toBe(3209);
    expect(await count("factors where scheme <> 'library'")).toBe(2 * 1016 + 2 * 478 + 146 + SHARE_ALIKE_SPEND);
    const library = (await catalogueFiles(source)).filter(({ dataset }) => dataset !== undefined);
    const areas = library.flatMap(({ text }) => parseCsv(text).flatMap((row) => list(row, "areas")));
    expect(areas.length).toBeGreaterThan(25_000);
    expect(await count("factors where scheme = 'library'")).toBe(areas.length);
    expect(await count("exchange_rates")).toBeGreaterThan(85_000);
  });

  it("leaves statistics for the planner", async () => {
    const tables = await database.owner<{ tablename: string }[]>`
      select distinct tablename from pg_stats where schemaname = 'factors'`;
    expect(tables.map(({ tablename }) => tablename)).toEqual(
      expect.arrayContaining(["factors", "exchange_rates", "sector_crosswalk"]),
    );
  });

  it("keeps the digests of older versions, so that an upgrade makes no revisions", async () => {
    const [row] = await database.sql<{ id: string; digest: string; dataset: string }[]>`
      select id, digest, dataset from factors where key = 'concrete' and region = 'GB' and year = 2025`;
    const note = "Material group Construction, primary production.";
    const source = "UK Government GHG Conversion Factors for Company Reporting 2025, material use (DESNZ)";
    const figure = ["Concrete", "GB", "2025", "t", "average_data", "118.79306", "AR5"];
    const values = [row!.id, "materials", "material", "concrete", ...figure, source, "2025", "OGL v3.0", note];
    expect(row).toEqual({
      id: catalogueId("factor", "materials:material:concrete:GB:2025:t"),
      digest: createHash("sha256").update(JSON.stringify(values)).digest("hex"),
      dataset: "materials",
    });
  });

  it("has prices only for spend factors", async () => {
    const rows = await database.sql<{ basis: string | null; year: number | null; spend: boolean }[]>`
      select distinct price_basis as basis, price_year as year, category = 'spend' as spend from factors order by 1, 2`;
    expect(rows.map(({ basis, year, spend }) => `${spend} ${basis} ${year}`)).toEqual([
      "true basic 2023",
      "true producer 2023",
      "true purchaser 2022",
      "false null null",
    ]);
  });

  it("writes nothing without changes", async () => {
    const before = await announced();
    expect(await load()).toEqual([]);
    expect(await announced()).toEqual(before);
  });

  it("keeps the old value and adds a revision for a new one", async () => {
    const rows = await count("factors");
    await edit("spend.csv", "US;GLO,2022,USD,purchaser,2022,0.532,0.488", "US;GLO,2022,USD,purchaser,2022,0.533,0.488");
    expect(await load()).toEqual(["spend"]);
    expect(await soybeans()).toMatchObject([
      { revision: 1, co2e: "0.532" },
      { revision: 2, co2e: "0.533" },
    ]);
    expect(await count("factors")).toBe(rows + 2);
    expect((await announced()).at(-1)).toEqual(["spend"]);
  });

  it("writes only rows that differ", async () => {
    const versions = () => database.owner<{ code: string; xmin: string }[]>`
      select code, xmin::text from factors.countries order by code`;
    const before = await versions();
    await edit("countries.csv", "AD,AND,020,Andorra", "AD,AND,020,Andorre");
    expect(await load()).toEqual(["countries"]);
    const after = await versions();
    expect(after.filter((row, at) => row.xmin !== before[at]!.xmin).map((row) => row.code)).toEqual(["AD"]);
  });

  it("retires a removed factor, and restores it when it returns", async () => {
    expect(await load({ shareAlike: false })).toContain("spend");
    const live = async () => {
      const [row] = await database.sql<{ n: number }[]>`
        select count(*)::int as n from (select distinct on (id) * from factors order by id, revision desc) newest
        where not retired and category = 'spend' and licence like '%SA%'`;
      return row!.n;
    };
    expect(await live()).toBe(0);
    expect(await load()).toContain("spend");
    expect(await live()).toBe(SHARE_ALIKE_SPEND);
  });

  it("retires the figures of a file that the catalogue no longer has", async () => {
    const id = catalogueId("factor", "spend:nace_rev2:20.13:Europe:2022:EUR");
    await database.owner`
      insert into factors.factors
      select (jsonb_populate_record(one, ${database.owner.json({ id, dataset: "spend-exiobase", key: "20.13" })})).*
      from factors.factors one where key = '111110' and region = 'US' and revision = 1`;
    await database.owner`insert into factors.catalogue_files values ('share-alike/spend-exiobase.csv', 'old')`;
    expect(await load()).toEqual(["spend"]);
    const rows = await database.sql<
      { retired: boolean }[]
    >`select retired from factors where id = ${id} order by revision`;
    expect(rows.map(({ retired }) => retired)).toEqual([false, true]);
  });

  it("rejects a value that is not a number, and changes nothing", async () => {
    await edit("spend.csv", "US;GLO,2022,USD,purchaser,2022,0.533,0.488", "US;GLO,2022,USD,purchaser,2022,NaN,0.488");
    await expect(load()).rejects.toThrow(/per_unit/);
    expect((await soybeans()).at(-1)).toMatchObject({ revision: 2, co2e: "0.533" });
  });

  it("happens once for processes that start together", async () => {
    const other = await factorsDatabase();
    const starts = await Promise.all([1, 2, 3].map(() => loadCatalogue(new Db(other.sql), { shareAlike: true })));
    expect(starts.filter((changed) => changed.length > 0)).toHaveLength(1);
    await other.drop();
  });
});

it("the service can insert revisions of factors, but neither update nor delete them", async () => {
  await expect(database.sql`update factors set co2e = 1`).rejects.toThrow(/permission denied/);
  await expect(database.sql`delete from factors`).rejects.toThrow(/permission denied/);
});
