import { newId } from "@emissions/kit/process/id";
import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { GROUP_EVIDENCE, insertEvidence, RECORD_EVIDENCE } from "../../custom_record/evidence.ts";
import { as, group, groupFactor, type RevisionFields, revise, selectionClient, user } from "./custom.fixture.ts";
import {
  client,
  ours,
  own,
  type Query,
  reasonsOf,
  resolve,
  seeded,
  selection,
  units,
  valuesOf,
  withCatalogue,
} from "./custom-query.fixture.ts";

withCatalogue();

describe("a custom record", () => {
  it("is selected with its revision, owner and days", async () => {
    const id = await own({ gases: { co2e: "2.50" }, startDate: "2024-01-01", endDate: "2024-12-31" });
    const answer = await resolve({ record: id });
    expect(answer).toMatchObject({ failureCode: "", conversion: [] });
    expect(answer.factor).toMatchObject({
      id,
      key: id,
      revision: 1,
      name: "Revision 1",
      category: "custom_record",
      unit: "kg",
      method: FactorMethod.SUPPLIER_SPECIFIC,
      gwpSet: "",
      startDate: "2024-01-01",
      endDate: "2024-12-31",
      organizationId: ours,
      source: "Ours, 1",
      // Days of validity are no year of data.
      year: 0,
    });
    expect(valuesOf(answer)).toEqual({ co2e: "2.50" });
    expect(reasonsOf(answer)).toEqual(["true Chosen: named by the client; valid on 2024-05-17."]);
  });

  // 1 kg CO2 and 10 g of CH4: 1.25 under AR4, 1.28 under AR5, 1.27 to 1.298 under AR6.
  it.each([
    ["1.23", false],
    ["1.22", true],
    ["1.32", false],
    ["1.33", true],
    ["0", true],
  ])("with a CO2e of %s is marked if it contradicts its gases by more than 2 %%", async (co2e, differs) => {
    const gases = { co2e, co2: "1", ch4: "10", n2o: "0" };
    const { factor, fitness } = await resolve({ record: await own({ tag: "full", gases }) });
    expect([factor?.values?.co2e?.value, fitness?.gasesDiffer]).toEqual([co2e, differs]);
  });

  const all = { co2e: "2.5", co2: "2", ch4: "1.5", n2o: "0.000000000000000000000000000001" };
  const { co2e: _, ...advanced } = all;
  const kilograms = { ch4: "0.0015", n2o: "0.000000000000000000000000000000001" };
  it.each<{ what: string; revision: Partial<RevisionFields>; values: object }>([
    { what: "simple", revision: { gases: { co2e: "2.5" } }, values: { co2e: "2.5" } },
    { what: "advanced", revision: { tag: "advanced", gases: advanced }, values: { co2: "2", ...kilograms } },
    { what: "full", revision: { tag: "full", gases: all }, values: { co2e: "2.5", co2: "2", ...kilograms } },
    {
      what: "advanced and biogenic",
      revision: { tag: "advanced", gases: advanced, isBiogenic: true },
      values: { biogenicCo2: "2", ...kilograms },
    },
    {
      what: "full and biogenic",
      revision: { tag: "full", gases: all, isBiogenic: true },
      values: { biogenicCo2: "2", ...kilograms },
    },
    {
      what: "full with CO2e alone on the day",
      revision: { tag: "full", gases: all, endDate: "2023-12-31", days: { co2e: ["2024-01-01", null] } },
      values: { co2e: "2.5" },
    },
  ])("that is $what has these values in kilograms", async ({ revision, values }) => {
    expect(valuesOf(await resolve({ record: await own(revision) }))).toEqual(values);
  });

  it.each<{ what: string; revision?: Partial<RevisionFields>; query?: Query; code: string }>([
    { what: "is disabled", revision: { enabled: false }, code: "CUSTOM_FACTOR_DISABLED" },
    { what: "starts later", revision: { startDate: "2024-05-18" }, code: "CUSTOM_FACTOR_NOT_VALID" },
    { what: "ended", revision: { endDate: "2024-05-16" }, code: "CUSTOM_FACTOR_NOT_VALID" },
    {
      what: "has no value for a gas on the day",
      revision: { tag: "advanced", gases: advanced, days: { n2o: ["2025-01-01", null] } },
      code: "CUSTOM_FACTOR_NOT_VALID",
    },
    { what: "is per tonne", revision: {}, query: { unit: "t" }, code: "CUSTOM_FACTOR_UNIT_MISMATCH" },
    { what: "has no such revision", query: { revision: 2 }, code: "CUSTOM_FACTOR_NOT_FOUND" },
  ])("that $what fails with $code", async ({ revision, query, code }) => {
    const answer = await resolve({ record: await own(revision) }, query);
    expect([answer.failureCode, answer.factor]).toEqual([code, undefined]);
    expect(answer.failureDetail).not.toBe("");
    if (code !== "CUSTOM_FACTOR_NOT_FOUND") expect(reasonsOf(answer)).toEqual([expect.stringMatching(/^false Passed/)]);
  });

  it.each(["2024-05-17", "2024-06-30"])("is valid on its first and last day", async (day) => {
    const id = await own({ startDate: "2024-05-17", endDate: "2024-06-30" });
    expect((await resolve({ record: id }, { day })).failureCode).toBe("");
  });

  it("keeps the values of a pinned revision after later changes", async () => {
    const id = await own({ gases: { co2e: "1" } });
    expect(valuesOf(await resolve({ record: id }, { revision: 1 }))).toEqual({ co2e: "1" });
    await revise(seeded.db, ours, id, 2, { unitId: units.kg, gases: { co2e: "7" } });
    await revise(seeded.db, ours, id, 3, { unitId: units.kg, gases: { co2e: "9" }, enabled: false });
    for (const asking of [client, selectionClient(seeded)]) {
      const selections = [1, 2, 3, 0].map((revision) => selection({ record: id }, { revision }));
      const { resolutions } = await asking.resolveFactors({ selections }, as(user(ours)));
      expect(resolutions.map(({ failureCode, factor }) => failureCode || factor?.values?.co2e?.value)).toEqual([
        "1",
        "7",
        "CUSTOM_FACTOR_DISABLED",
        "CUSTOM_FACTOR_DISABLED",
      ]);
    }
  });
});

const evidence = (id: string, kind: "record" | "group", names: readonly string[]) =>
  seeded.db.asService(ours, ({ tx }) =>
    insertEvidence(
      tx,
      kind === "record" ? RECORD_EVIDENCE : GROUP_EVIDENCE,
      ours,
      id,
      names.map((fileName) => ({ fileId: newId(), fileName, sizeKb: 1 })),
    ),
  );

describe("the source of a custom factor", () => {
  it("is the database and version of a record, with uncertainty and evidence in the order of attachment", async () => {
    const id = await own();
    await evidence(id, "record", ["b.pdf", "a.pdf"]);
    const { factor } = await resolve({ record: id });
    expect(factor!.customSource).toMatchObject({
      databaseId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      database: "Ours",
      versionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: "1",
      uncertaintyGrade: { value: "0" },
      evidence: [{ fileName: "b.pdf" }, { fileName: "a.pdf" }],
    });
    expect(factor!.publication).toBeUndefined();
  });

  it("is the group of a factor in a group", async () => {
    const id = await group(seeded.db, ours);
    await groupFactor(seeded.db, ours, id, { unitId: units.kg });
    await evidence(id, "group", ["c.pdf"]);
    const { customSource } = (await resolve({ group: id })).factor!;
    expect(customSource).toMatchObject({ database: "Ours", evidence: [{ fileName: "c.pdf" }] });
    expect([customSource!.databaseId, customSource!.versionId, customSource!.version]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the sector of a purchase", () => {
  it.each([
    ["49.41", "upstream_transportation_and_distribution"],
    ["24.10", "purchased_goods_and_services"],
    ["35.11", "fuel_and_energy_related_activities"],
    ["beams", undefined],
    ["", undefined],
  ])("%j decides about the GHG Protocol category of a custom factor: %s", async (sector, category) => {
    const groupId = await group(seeded.db, ours);
    await groupFactor(seeded.db, ours, groupId, { unitId: units.kg });
    const kinds = [{ record: await own() }, { group: groupId }];
    const answers = await Promise.all(kinds.map((kind) => resolve(kind, { sector })));
    expect(answers.map(({ failureCode }) => failureCode)).toEqual(["", ""]);
    expect(answers.map(({ ghgCategory }) => ghgCategory)).toEqual([category, category]);
  });

  it.each([
    ["46.71", SectorEdition.NACE_REV2, "", "fuel_and_energy_related_activities"],
    ["46.71", SectorEdition.NACE_REV2_1, "", "purchased_goods_and_services"],
    ["46.71", SectorEdition.UNSPECIFIED, "SECTOR_AMBIGUOUS", undefined],
    // Both meanings are of one category.
    ["38.32", SectorEdition.UNSPECIFIED, "", "waste_generated_in_operations"],
  ])("%s of edition %s decides, or is refused: %s", async (sector, sectorEdition, failure, category) => {
    const groupId = await group(seeded.db, ours);
    await groupFactor(seeded.db, ours, groupId, { unitId: units.kg });
    for (const kind of [{ record: await own() }, { group: groupId }]) {
      const answer = await resolve(kind, { sector, sectorEdition, asksEdition: true });
      expect([answer.failureCode, answer.ghgCategory]).toEqual([failure, category]);
    }
  });
});
