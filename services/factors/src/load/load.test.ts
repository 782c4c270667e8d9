import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
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

const CATALOGUE = new URL("../../catalog/", import.meta.url);
const WHOLE = { shareAlike: true, folder: CATALOGUE };

let database: Awaited<ReturnType<typeof factorsDatabase>>;
let db: Db;
/** The tests of a group start with the tables of the test before. */
const ownDatabase = () => {
  beforeAll(async () => {
    database = await factorsDatabase();
    db = new Db(database.sql);
  });
  afterAll(() => database.drop());
};

/** A copy of the catalogue. */
let folder: string;
const load = (shareAlike = true) => loadCatalogue(db, { shareAlike, folder: pathToFileURL(`${folder}/`) });
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

/**
 * FIGARO: 84 NACE codes in 2 countries, 3 in France, and 306 at purchaser prices. Open CEDA: 400 sectors in 148 countries
 * or regions, without 60 empty cells.
 */
const SHARE_ALIKE_SPEND = 2 * 84 + 3 + 306 + 400 * 148 - 60;

describe("loading the catalogue", () => {
  ownDatabase();

  it("fills an empty database, once for processes that start together", async () => {
    const starts = await Promise.all([1, 2].map(() => loadCatalogue(new Db(database.sql), WHOLE)));
    const changed = starts.filter((tables) => tables.length > 0);
    expect(changed).toEqual([expect.arrayContaining(["units", "exchange_rates", "sectors", "spend", "materials"])]);
    expect(await count("units")).toBe(89 + 305);
    expect(await count("sectors")).toBe(3209);
    expect(await count("sector_editions")).toBe(2006);
    expect(await count("factors where scheme <> 'library'")).toBe(2 * 1016 + 2 * 548 + 146 + SHARE_ALIKE_SPEND);
    const library = (await catalogueFiles(WHOLE)).filter(({ dataset }) => dataset !== undefined);
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
    const figure = ["Concrete", "GB", "2025", "t", "average_data", "118.79306", "AR4"];
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
      "true purchaser 2023",
      "false null null",
    ]);
  });

  it("leaves a table in which the service can insert revisions of factors, but neither update nor delete them", async () => {
    await expect(database.sql`update factors set co2e = 1`).rejects.toThrow(/permission denied/);
    await expect(database.sql`delete from factors`).rejects.toThrow(/permission denied/);
  });
});

/** The first lines of the largest files are enough for the tests of changes. */
const LINES = 100;

describe("loading a changed catalogue", () => {
  ownDatabase();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "catalogue-"));
    await cp(CATALOGUE, folder, { recursive: true });
    const library = (await readdir(join(folder, "library"))).map((name) => `library/${name}`);
    for (const file of ["exchange-rates/daily.csv", "share-alike/spend-open-ceda-2025.csv", ...library]) {
      const lines = (await readFile(join(folder, file), "utf8")).split("\n");
      await writeFile(join(folder, file), `${lines.slice(0, LINES).join("\n").trimEnd()}\n`);
    }
    await load();
  });
  afterAll(() => rm(folder, { recursive: true }));

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
    const live = async () => {
      const [row] = await database.sql<{ n: number }[]>`
        select count(*)::int as n from (select distinct on (id) * from factors order by id, revision desc) newest
        where not retired and category = 'spend' and licence like '%SA%'`;
      return row!.n;
    };
    const before = await live();
    expect(before).toBeGreaterThan(0);
    expect(await load(false)).toContain("spend");
    expect(await live()).toBe(0);
    expect(await load()).toContain("spend");
    expect(await live()).toBe(before);
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
});
