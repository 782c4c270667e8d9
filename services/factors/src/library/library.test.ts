import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { refusalIn } from "@emissions/kit/wire/errors";
import {
  EditionChangeKind,
  EditionReading,
  LibraryService,
  type SearchFactorsRequest,
} from "@emissions/proto/factors/v1/library_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";
import { loadCatalogue } from "../load/load.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let library: Client<typeof LibraryService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  library = createClient(LibraryService, seeded.transport);
});
afterAll(() => seeded.database.drop());

type Filter = Partial<Omit<SearchFactorsRequest, "$typeName" | "$unknown">>;
const search = (filter: Filter) => library.searchFactors({ page: 1, size: 100, ...filter });
const first = async (filter: Filter) => (await search(filter)).factors[0]!;
const naturalGas = { search: "natural gas", category: "fuels", region: "GB", unit: "kWh", year: 2025 };

describe("searching the library", () => {
  it("returns published values, without gases that were not published", async () => {
    expect(await first(naturalGas)).toMatchObject({
      name: expect.stringMatching(/^Natural gas/),
      key: "natural_gas",
      values: { co2e: { value: "0.18296" }, co2: { value: "0.18259" } },
      gwpSet: "AR5",
      licence: "OGL v3.0",
      unitId: "ba80e6cb-86a4-4bb1-a0c5-8104365d523c",
      sourceKey: expect.stringMatching(/^1_/),
      group: expect.stringContaining("Fuels"),
    });
    const spend = await first({ category: "spend", region: "US", search: "soybean farming" });
    expect(spend.values).toMatchObject({ co2e: { value: "0.532" } });
    expect(spend.values).not.toHaveProperty("co2");
    expect(spend).not.toHaveProperty("uncertaintyPercent");
  });

  it.each([
    ["words in any order", { search: "gas natural" }],
    ["capitals", { search: "NATURAL Gas" }],
    ["accents", { search: "nàtural gás" }],
    ["spaces", { search: "  natural   gas " }],
    ["the key", { search: "natural_gas" }],
  ])("ignores %s", async (_what, { search: text }) => {
    const found = await search({ ...naturalGas, search: text });
    expect(found.factors.map(({ key }) => key)).toContain("natural_gas");
  });

  it.each([
    ["R410A", ["ES", "GB", "GLO", "US"]],
    ["r-410a", ["ES", "GB", "GLO", "US"]],
    ["HFC134a", ["ES", "GB", "GLO", "US"]],
    ["HFC-134a", ["ES", "GB", "GLO", "US"]],
  ])("finds %s with and without hyphens, of every publisher", async (text, regions) => {
    const { factors } = await search({ search: text, category: "refrigerants" });
    expect([...new Set(factors.map(({ region }) => region))].sort()).toEqual(expect.arrayContaining(regions));
  });

  it.each([
    { search: "natural-gas", category: "fuels", region: "GB" },
    { search: "diesel upstream", category: "fuels_upstream", region: "GB" },
    { search: "hotel stays spain", category: "hotel_stays", region: "ES" },
    { search: "natural gas", category: "fuels", region: "gb" },
    { search: "cement", category: "spend", region: "it" },
  ])("finds something for %o", async (filter) => {
    expect((await search(filter)).total).toBeGreaterThan(0);
  });

  it("finds accented names by plain letters", async () => {
    const { factors } = await search({ search: "gasoleo" });
    expect(factors.length).toBeGreaterThan(0);
    expect(factors.filter(({ name, group, note }) => !/gas[oó]leo/i.test(name + group + note))).toEqual([]);
  });

  it("sorts exact names first, then matches in names, then other matches", async () => {
    const { factors } = await search({ search: "diesel", category: "vehicle_fuels" });
    const place = factors.map(({ name, key }) =>
      name.toLowerCase() === "diesel" || key === "diesel" ? 0 : name.toLowerCase().includes("diesel") ? 1 : 2,
    );
    expect(place).toEqual(place.toSorted());
    expect(place[0]).toBe(0);
  });

  it("applies every filter, and all of them together", async () => {
    const { factors, total } = await search({
      region: "ES",
      year: 2019,
      source: "miteco",
      unit: "kilowatt_hour_(kwh)",
    });
    expect(total).toBeGreaterThan(10);
    const odd = factors.filter(
      ({ region, year, source, unit }) =>
        region !== "ES" || year !== 2019 || !source.startsWith("MITECO") || unit !== "kWh",
    );
    expect(odd).toEqual([]);
    const byId = await search({ region: "ES", year: 2019, unit: "ba80e6cb-86a4-4bb1-a0c5-8104365d523c" });
    expect(byId.total).toBeGreaterThanOrEqual(total);
    expect((await search({ ...naturalGas, unit: "kwh" })).total).toBe((await search(naturalGas)).total);
  });

  it.each([
    { category: "no such category" },
    { region: "Atlantis" },
    { year: 1901 },
    { source: "nobody" },
    { unit: "cubit" },
    { search: "natural gas of the planet mars" },
  ])("finds nothing for %o", async (filter) => {
    expect(await search(filter)).toMatchObject({ factors: [], total: 0 });
  });

  it("returns every factor once over all pages, in one order", async () => {
    const filter = { category: "refrigerants" };
    const { total } = await search(filter);
    const pages = Array.from({ length: Math.ceil(total / 100) }, (_, at) => search({ ...filter, page: at + 1 }));
    const all = (await Promise.all(pages)).flatMap(({ factors }) => factors);
    expect(new Set(all.map(({ id }) => id)).size).toBe(total);
    expect((await search({ ...filter, page: 10_000 })).factors).toEqual([]);
    expect((await search({ ...filter, page: 0, size: 0 })).factors.map(({ id }) => id)).toEqual(
      all.slice(0, 50).map(({ id }) => id),
    );
  });

  it("refuses a page of more than 100", async () => {
    const error = await search({ size: 101 }).then(() => expect.fail(), ConnectError.from);
    expect([error.code, refusalIn(error)?.code]).toEqual([Code.InvalidArgument, "REQUEST_VALIDATION_FAILED"]);
  });
});

it("counts the factors of each category", async () => {
  const { categories } = await library.listLibraryCategories({});
  const names = categories.map(({ category }) => category);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining(["fuels", "materials", "spend", "waste", "electricity_location"]));
  for (const { category, count } of categories) expect((await search({ category })).total).toBe(count);
});

describe("the publication of a factor", () => {
  it.each([
    {
      what: "its edition, sheet and key",
      query: { category: "waste", search: "200301/R01", region: "GB", year: 2025 },
      publication: {
        publisher: "DESNZ",
        document: "Greenhouse gas reporting: conversion factors 2025 (flat file, version 1)",
        tableName: "Waste disposal",
        row: "20_507_5311_15",
        publishedOn: "2025",
        sha256: "8bfdb45b",
        editionId: "desnz-2025",
      },
    },
    {
      what: "its heading, where the data set has no other",
      query: { category: "electricity_location", region: "GB", year: 2025 },
      publication: { tableName: "UK electricity > Electricity generated", row: "7_400_4000_5" },
    },
    {
      what: "the table of its category and the day",
      query: { category: "heat", region: "US", year: 2025 },
      publication: { publisher: "US EPA", tableName: "Table 7", publishedOn: "2025-01-15" },
    },
    {
      what: "its name as the row, and the edition of the year of its source, without a key",
      query: { category: "materials", search: "aggregates", year: 2021, region: "GLO" },
      publication: {
        document: expect.stringMatching(/2021/),
        row: expect.stringMatching(/Aggregates/),
        editionId: "desnz-2021",
      },
    },
  ])("has $what", async ({ query, publication }) => {
    const factor = await first(query);
    expect(factor.publication).toMatchObject(publication);
    const { entry } = await library.getLibraryFactor({ id: factor.id });
    expect(entry!.factor!.publication).toEqual(factor.publication);
  });

  it("leaves out what is not known", async () => {
    const { publication } = await first({ category: "electricity_location", region: "PL", year: 2010 });
    expect(publication).toMatchObject({ publisher: "European Environment Agency", publishedOn: "2020" });
    const { url, sha256, supersededBy, recalculation } = publication!;
    expect([url, sha256, supersededBy, recalculation]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("the registry of editions", () => {
  const ids = async (filter: Parameters<typeof library.listEditions>[0]) =>
    (await library.listEditions(filter)).editions.map(({ id }) => id);

  it("has each edition once over all pages, sorted by id", async () => {
    const { total } = await library.listEditions({});
    const pages = Array.from({ length: Math.ceil(total / 10) }, (_, at) => ids({ page: at + 1, size: 10 }));
    const all = (await Promise.all(pages)).flat();
    expect([all.length, all]).toEqual([total, [...new Set(all)].sort()]);
    expect(await ids({ page: 100 })).toEqual([]);
  });

  it.each([
    [{ dataset: "defra-2026" }, ["desnz-2026"]],
    [{ dataset: "waste-epa-hub-2025" }, ["epa-hub-2025"]],
    [{ dataset: "materials", current: true }, ["desnz-2026"]],
    [{ publisher: "desnz", current: true }, ["desnz-2026", "uk-inventory-2025"]],
    [{ publisher: "transición" }, ["miteco-v31"]],
    [{ publisher: "nobody" }, []],
    [{ dataset: "defra" }, []],
  ])("finds with %o %o", async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it("names every edition that figures come from", async () => {
    const { total: factors } = await search({});
    const { editions } = await library.listEditions({ size: 100 });
    expect(editions.reduce((sum, edition) => sum + edition.factors, 0)).toBe(factors);
  });

  it("says what is known of an edition, and leaves out the rest", async () => {
    const { edition } = await library.getEdition({ id: "desnz-2026" });
    expect(edition).toMatchObject({
      publisher: "DESNZ",
      version: "1.2",
      printedOn: "2026-07-10",
      publishedOn: "2026-07-31",
      reading: EditionReading.TRANSCRIBED,
      follows: "desnz-2025",
      current: true,
      datasets: ["defra-2026", "waste-defra-2026", "materials/2026"],
      categories: expect.arrayContaining(["electricity_location", "waste"]),
      recalculation: { path: "/v2/recalculations", sources: expect.arrayContaining([expect.stringMatching(/2025/)]) },
    });
    expect([edition!.bytes, edition!.fileName, edition!.supersededBy]).toEqual([undefined, undefined, undefined]);
    const { edition: corrected } = await library.getEdition({ id: "desnz-2026-june" });
    expect(corrected).toMatchObject({ supersededBy: "desnz-2026", current: false, factors: 0 });
  });

  it.each(["desnz-1999", "", "DESNZ-2026"])("knows no edition %o", async (id) => {
    for (const ask of [() => library.getEdition({ id }), () => library.listEditionChanges({ id })]) {
      const error = await ask().then(() => expect.fail(), ConnectError.from);
      expect([error.code, refusalIn(error)?.code]).toEqual([Code.NotFound, "EDITION_NOT_FOUND"]);
    }
  });

  it("names the edition of a stored figure, with and without the one that the result names", async () => {
    const { id, revision } = await first(naturalGas);
    const named = { factorId: id, revision, editionId: "desnz-2026-june" };
    const changed = { ...named, revision: revision - 1 };
    const removed = { ...named, factorId: newId() };
    const unknown = [{ factorId: newId() }, { factorId: "none" }, { editionId: "unknown" }];
    const figures = [{ factorId: id }, named, changed, removed, ...unknown];
    const { editions } = await library.lookUpEditions({ figures });
    expect(editions).toMatchObject([
      { editionId: "desnz-2025", supersededBy: "" },
      { editionId: "desnz-2026-june", supersededBy: "desnz-2026", changed: false },
      { editionId: "desnz-2026-june", supersededBy: "desnz-2026", changed: true },
      { editionId: "desnz-2026-june", supersededBy: "desnz-2026", changed: true },
      { editionId: "" },
      { editionId: "" },
      { editionId: "unknown", supersededBy: "" },
    ]);
  });

  it.each([0, 501])("refuses to look up %i figures", async (length) => {
    const figures = Array.from({ length }, () => ({ factorId: newId() }));
    const error = await library.lookUpEditions({ figures }).then(() => expect.fail(), ConnectError.from);
    expect(error.code).toBe(Code.InvalidArgument);
  });
});

describe("the changes of an edition", () => {
  const changes = (filter: Parameters<typeof library.listEditionChanges>[0]) =>
    library.listEditionChanges({ id: "desnz-2026", size: 100, ...filter });

  it.each([
    ["electricity_location", "grid", "0.177", "0.13096", "0.739887"],
    ["electricity_losses", "grid", "0.01853", "0.01299", "0.701025"],
    ["electricity_upstream", "grid", "0.0459", "0.03682", "0.802179"],
  ])("are as published: %s %s from %s to %s", async (category, key, before, after, ratio) => {
    const { changes: found, comparedWith, recalculation } = await changes({ category });
    const change = found.find((each) => each.after?.key === key && each.after.region === "GB");
    expect(change).toMatchObject({
      change: EditionChangeKind.CHANGED,
      before: { year: 2025, values: { co2e: { value: before } }, publication: { editionId: "desnz-2025" } },
      after: { year: 2026, values: { co2e: { value: after } }, publication: { editionId: "desnz-2026" } },
      ratio: { value: ratio },
    });
    expect(comparedWith).toBe("desnz-2025");
    expect(recalculation?.sources).toContain(change!.before!.source);
  });

  it("tell added and removed factors, which have no ratio", async () => {
    const added = await changes({ change: [EditionChangeKind.ADDED], category: "waste_materials" });
    expect(added.total).toBe(10);
    expect(added.changes.filter(({ before, after, ratio }) => before || !after || ratio)).toEqual([]);
    const removed = await changes({ change: [EditionChangeKind.REMOVED], category: "materials" });
    expect(removed.changes.filter(({ before, after }) => !before || after)).toEqual([]);
  });

  it("do not have factors whose values are equal, or lack a gas that the edition does not publish", async () => {
    const { total } = await changes({ category: "hotel_stays" });
    expect(total).toBe(0);
    const { changes: fuels } = await changes({ category: "fuels" });
    for (const { before, after } of fuels) expect(before?.values?.co2e).not.toEqual(after?.values?.co2e);
  });

  it("are whole over all pages, each once, and sum up by kind", async () => {
    const { total } = await changes({});
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(total / 100) }, async (_, at) => (await changes({ page: at + 1 })).changes),
    );
    const seen = pages.flat().map(({ before, after }) => `${before?.id} ${after?.id}`);
    expect(new Set(seen).size).toBe(total);
    const kinds = [EditionChangeKind.ADDED, EditionChangeKind.CHANGED, EditionChangeKind.REMOVED];
    const counts = await Promise.all(kinds.map(async (kind) => (await changes({ change: [kind] })).total));
    expect(counts.reduce((sum, count) => sum + count)).toBe(total);
  });

  it("are empty without an earlier edition", async () => {
    const { changes: found, comparedWith, recalculation } = await changes({ id: "desnz-2019" });
    expect([found, comparedWith, recalculation]).toEqual([[], undefined, undefined]);
  });
});

describe("one factor", () => {
  it("has its editions of other years, the latest first", async () => {
    const factor = await first(naturalGas);
    const { entry } = await library.getLibraryFactor({ id: factor.id });
    expect(entry).toMatchObject({ factor, retired: false });
    const editions = entry!.editions.filter(({ source, unit }) => /^UK Gov/.test(source) && unit === "kWh");
    expect(editions.map(({ year }) => year)).toEqual([2026, 2024, 2023, 2022, 2021, 2020, 2019]);
    expect(
      entry!.editions.filter(({ id, key, region }) => id === factor.id || key !== factor.key || region !== "GB"),
    ).toEqual([]);
  });

  it.each([
    ["an unknown id", newId()],
    ["no id", "natural_gas"],
  ])("is not found by %s", async (_what, id) => {
    const error = await library.getLibraryFactor({ id }).then(() => expect.fail(), ConnectError.from);
    expect([error.code, refusalIn(error)?.code]).toEqual([Code.NotFound, "FACTOR_NOT_FOUND"]);
  });

  // Must be the last test, because it removes the share-alike datasets.
  it("is still returned by id after its removal from the catalogue", async () => {
    const { total } = await search({});
    const factor = await first({ category: "spend", region: "ES", source: "figaro" });
    await loadCatalogue(seeded.db, { shareAlike: false });
    const { entry } = await library.getLibraryFactor({ id: factor.id });
    expect(entry).toMatchObject({ factor: { id: factor.id, revision: 2, values: factor.values }, retired: true });
    expect(entry!.revisions.map(({ revision, retired }) => [revision, retired])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(entry!.revisions[1]!.createdAt).toBeDefined();
    expect((await search({ source: "figaro" })).total).toBe(0);
    expect((await search({})).total).toBeLessThan(total);
  });
});

describe("the data sets of the library", () => {
  it("have edition, licence and number of factors, and tell which licences are share-alike", async () => {
    const { dataSets } = await library.listDataSets({});
    const named = new Map(dataSets.map((dataSet) => [dataSet.name, dataSet]));
    expect(named.get("defra-2025")).toMatchObject({ edition: 2025, licence: "OGL v3.0", shareAlike: false });
    const isShareAlike = ({ licence }: { licence: string }) => /SA|ODbL/.test(licence);
    expect(dataSets.filter((one) => one.shareAlike !== isShareAlike(one) || one.factors === 0)).toEqual([]);
    expect(dataSets.map(({ name }) => name)).toEqual([...named.keys()].sort());
  });
});
