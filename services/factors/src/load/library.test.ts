import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Db } from "@emissions/kit/db/transactions";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factorsDatabase } from "../database.fixture.ts";
import { loadCatalogue } from "./load.ts";

let database: Awaited<ReturnType<typeof factorsDatabase>>;
let db: Db;
let folder: string;

beforeAll(async () => {
  database = await factorsDatabase();
  db = new Db(database.sql);
  folder = await mkdtemp(join(tmpdir(), "library-"));
  await cp(new URL("../../catalog/", import.meta.url), folder, { recursive: true });
  for (const library of ["library", "share-alike/library"]) {
    await rm(join(folder, library), { recursive: true, force: true });
  }
  await cp(new URL("./library.fixture/", import.meta.url), folder, { recursive: true });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const load = (shareAlike = true) => loadCatalogue(db, { shareAlike, folder: pathToFileURL(`${folder}/`) });
const edit = async (file: string, from: string, to: string) => {
  const text = await readFile(join(folder, file), "utf8");
  expect(text).toContain(from);
  await writeFile(join(folder, file), text.replace(from, to));
};
const LIST = "library/datasets.csv";
const revisions = (key: string, region: string) => database.sql<Record<string, unknown>[]>`
  select * from factors where scheme = 'library' and key = ${key} and region = ${region} order by year, revision`;

// Each test starts with the tables of the test before.
describe("loading the library", () => {
  it("keeps every digit, converts grams to kilograms, and keeps missing values null", async () => {
    expect(await load()).toEqual(expect.arrayContaining(["fuels", "electricity_location", "spend"]));
    const [gas] = await revisions("natural_gas", "GB");
    expect(gas).toMatchObject({
      id: catalogueId("factor", "sample-2024:fuels:natural_gas:GB:2024:kWh"),
      dataset: "sample-2024",
      category: "fuels",
      co2e: "0.18290",
      co2: "0.18253",
      ch4: "0.0002700",
      n2o: "0.00010",
      biogenicCo2: null,
      uncertaintyPercent: "2.5",
      groupPath: "Fuels > Gaseous fuels",
      sourceKey: "1_100_1_3",
      gwpSet: "AR5",
      source: "Sample conversion factors 2024",
      sourceYear: 2024,
      priority: 10,
      note: "Gross calorific value.",
    });
    const [wood] = await revisions("wood_pellets", "GLO");
    expect(wood).toMatchObject({ co2: "0", ch4: null, n2o: null, biogenicCo2: "1677.21", uncertaintyPercent: null });
    expect(await revisions("grid", "FR")).toMatchObject([
      { co2e: null, co2: "0.102", gwpSet: "", licence: "CC BY-SA 4.0" },
    ]);
  });

  it("writes only the changed row of the changed file", async () => {
    await edit("library/sample-2025.csv", "GB;GLO,2025,kWh,0.18296", "GB;GLO,2025,kWh,0.1830");
    expect(await load()).toEqual(["fuels"]);
    const found = await revisions("natural_gas", "GB");
    expect(found.map(({ year, revision, co2e }) => [year, revision, co2e])).toEqual([
      [2024, 1, "0.18290"],
      [2025, 1, "0.18296"],
      [2025, 2, "0.1830"],
    ]);
  });

  it("revises all rows of a dataset when its attributes change", async () => {
    await edit(LIST, "Sample conversion factors 2024,2024,OGL v3.0", "Sample conversion factors 2024,2024,OGL v4.0");
    expect(await load()).toEqual(["fuels"]);
    expect((await revisions("wood_pellets", "GB")).map((row) => row.licence)).toEqual(["OGL v3.0", "OGL v4.0"]);
    expect(await revisions("grid", "ES")).toHaveLength(1);
    expect(await load()).toEqual([]);
  });

  it("changes a limit of years without a revision", async () => {
    const before = await revisions("natural_gas", "GB");
    await edit("stand-ins.csv", "sample-2024,,edition,5,1", "sample-2024,,edition,4,1");
    expect(await load()).toEqual(["stand_ins"]);
    expect(await revisions("natural_gas", "GB")).toEqual(before);
  });

  it("excludes share-alike datasets on request", async () => {
    expect(await load(false)).toEqual(expect.arrayContaining(["electricity_location"]));
    expect((await revisions("grid", "ES")).map((row) => row.retired)).toEqual([false, true]);
    await load();
    expect((await revisions("grid", "ES")).map((row) => row.retired)).toEqual([false, true, false]);
  });

  it("retires the rows of a removed dataset", async () => {
    await edit(LIST, "sample-2025,Sample conversion factors 2025,2025,OGL v3.0,AR5,10,false\n", "");
    expect(await load()).toEqual(["fuels"]);
    const found = (await revisions("natural_gas", "GLO")).filter((row) => row.year === 2025);
    expect(found.map((row) => row.retired)).toEqual([false, false, true]);
  });

  it.each([
    ["a set without a meaning of its year", "stand-ins.csv", "sample-grid,,", "other-grid,,", /no row for sample-grid/],
    ["an unknown meaning of a year", "stand-ins.csv", "sample-grid,,data", "sample-grid,,guess", /year_means/],
    ["a set in the wrong folder", LIST, "AR5,10,false", "AR5,10,true", /wrong folder/],
    ["a row that is there twice", "library/sample-2024.csv", "GB;GLO,2024,t", "GB;GB,2024,t", /there twice/],
    ["an exponent", "library/sample-2024.csv", "0.2700", "2.7e-1", /plain decimal/],
    ["NaN", "library/sample-2024.csv", "0.18253", "NaN", /per_unit/],
    ["an uncertainty below nothing", "library/sample-2024.csv", ",2.5,", ",-1,", /uncertainty_percent/],
  ])("rejects %s and changes nothing", async (_what, file, from, to, reason) => {
    await edit(file, from, to);
    await expect(load()).rejects.toThrow(reason);
    await edit(file, to, from);
    expect(await load()).toEqual([]);
  });
});
