import { Code, ConnectError } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { refusalIn } from "@emissions/kit/wire/errors";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { FactorMethod, type Resolution } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../../catalogue/seeded.fixture.ts";
import { GROUP_EVIDENCE, insertEvidence, RECORD_EVIDENCE } from "../../custom_record/evidence.ts";
import {
  as,
  type GroupFactorFields,
  group,
  groupFactor,
  type RevisionFields,
  record,
  revise,
  selectionClient,
  user,
} from "./custom.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: ReturnType<typeof selectionClient>;
const [ours, above, theirs] = [newId(), newId(), newId()];
let units: Record<"kg" | "t" | "l" | "kWh" | "USD" | "AED" | "CUP", string>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = selectionClient(seeded.db);
  const idOf = (code: string) => seeded.snapshot.unitsByCode.get(code)!.id;
  units = {
    kg: idOf("kg"),
    t: idOf("t"),
    l: idOf("l"),
    kWh: idOf("kWh"),
    USD: idOf("USD"),
    AED: idOf("AED"),
    CUP: idOf("CUP"),
  };
});
afterAll(() => seeded.database.drop());

interface Query {
  revision?: number;
  owner?: string;
  unit?: keyof typeof units;
  day?: string;
  unitMustMatch?: boolean;
  sector?: string;
}
const selection = (kind: { record: string } | { group: string }, query: Query = {}) => {
  const { revision = 0, owner = "", unit = "kg", day = "2024-05-17", unitMustMatch = false, sector = "" } = query;
  const which = { revision, organizationId: owner, sector };
  const selector =
    "record" in kind
      ? { kind: { case: "customRecord" as const, value: { recordId: kind.record, ...which } } }
      : { kind: { case: "customGroup" as const, value: { groupId: kind.group, unitMustMatch, ...which } } };
  return { selector, unitId: units[unit], referenceDate: day };
};
async function resolve(kind: Parameters<typeof selection>[0], query: Query & { by?: ReturnType<typeof user> } = {}) {
  const { resolutions } = await client.resolveFactors(
    { selections: [selection(kind, query)] },
    as(query.by ?? user(ours)),
  );
  return resolutions[0]!;
}
const own = (revision: Partial<RevisionFields> = {}, org = ours) =>
  record(seeded.db, org, [{ unitId: units.kg, ...revision }]);
const valuesOf = ({ factor }: Resolution) => {
  const { co2e, co2, ch4, n2o, biogenicCo2 } = factor!.values!;
  const texts = Object.entries({ co2e, co2, ch4, n2o, biogenicCo2 }).map(([gas, value]) => [gas, value?.value]);
  return Object.fromEntries(texts.filter(([, value]) => value !== undefined));
};
const reasonsOf = ({ candidates }: Resolution) => candidates.map(({ chosen, reason }) => `${chosen} ${reason}`);

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
    });
    expect(valuesOf(answer)).toEqual({ co2e: "2.50" });
    expect(reasonsOf(answer)).toEqual(["true Chosen: named by the client; valid on 2024-05-17."]);
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
    for (const asking of [client, selectionClient(seeded.db)]) {
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

describe("a custom factor is visible", () => {
  it.each<{ what: string; by: () => ReturnType<typeof user>; owner?: string; seen: boolean }>([
    { what: "by its organization", by: () => user(above), seen: true },
    { what: "by its organization as named owner", by: () => user(above), owner: above, seen: true },
    { what: "by a descendant organization", by: () => user(ours, [above]), seen: true },
    {
      what: "by a descendant organization that names the owner",
      by: () => user(ours, [above]),
      owner: above,
      seen: true,
    },
    { what: "by no other organization", by: () => user(theirs), seen: false },
    { what: "by no other organization that names the owner", by: () => user(theirs), owner: above, seen: false },
    { what: "by a service that names the owner", by: () => servicePrincipal(theirs), owner: above, seen: true },
    { what: "by no service without a named owner", by: () => servicePrincipal(theirs), seen: false },
  ])("$what: $seen", async ({ by, owner = "", seen }) => {
    const [id, groupId] = [await own({}, above), await group(seeded.db, above)];
    await groupFactor(seeded.db, above, groupId, { unitId: units.kg });
    const code = seen ? "" : "CUSTOM_FACTOR_NOT_FOUND";
    for (const kind of [{ record: id }, { group: groupId }]) {
      expect((await resolve(kind, { by: by(), owner })).failureCode).toBe(code);
      // Also after a call of the owner put it in the cache.
      await resolve(kind, { by: user(above), revision: 1 });
      expect((await resolve(kind, { by: by(), owner, revision: 1 })).failureCode).toBe(
        "group" in kind && seen ? "CUSTOM_FACTOR_NOT_VALID" : code,
      );
    }
  });
});

describe("a custom group", () => {
  async function groupOf(factors: Partial<GroupFactorFields>[], days = {}) {
    const id = await group(seeded.db, ours, days);
    for (const factor of factors) await groupFactor(seeded.db, ours, id, { unitId: units.kg, ...factor });
    return id;
  }

  it("selects the factor with the latest start, and gives the reasons for the others", async () => {
    const id = await groupOf([
      { gases: { co2e: "1" }, startDate: "2023-01-01" },
      { gases: { co2e: "2" }, startDate: "2024-01-01" },
      { gases: { co2e: "3" }, startDate: "2024-02-01", enabled: false },
      { gases: { co2e: "4" }, startDate: "2024-03-01", endDate: "2024-03-31" },
      { gases: { co2e: "5" }, startDate: "2024-04-01", unitId: units.l },
    ]);
    const answer = await resolve({ group: id }, { unitMustMatch: true });
    expect(answer.factor).toMatchObject({ key: id, category: "custom_group", revision: 3, startDate: "2024-01-01" });
    expect(valuesOf(answer)).toEqual({ co2e: "2" });
    expect(reasonsOf(answer)).toEqual([
      "true Chosen: starts latest of the group's factors for 2024-05-17.",
      "false Passed over: another one starts later, or at the same time with a smaller id.",
      "false Passed over: it is per l, not per kg.",
      "false Passed over: it is disabled.",
      "false Passed over: it does not apply on 2024-05-17.",
    ]);
  });

  it("selects the smaller id of two with the same start", async () => {
    const [small, large] = [newId(), newId()].toSorted();
    const id = await groupOf([{ id: large! }, { id: small! }]);
    expect((await resolve({ group: id })).factor?.id).toBe(small);
  });

  it.each<{ what: string; factors: () => Partial<GroupFactorFields>[]; days?: object; code: string }>([
    { what: "without factors", factors: () => [], code: "CUSTOM_FACTOR_NOT_VALID" },
    { what: "whose only factor was deleted", factors: () => [{ deleted: true }], code: "CUSTOM_FACTOR_NOT_VALID" },
    { what: "whose factors are disabled", factors: () => [{ enabled: false }], code: "CUSTOM_FACTOR_DISABLED" },
    { what: "whose factors ended", factors: () => [{ endDate: "2024-05-16" }], code: "CUSTOM_FACTOR_NOT_VALID" },
    { what: "that ended", factors: () => [{}], days: { endDate: "2024-05-16" }, code: "CUSTOM_FACTOR_NOT_VALID" },
    {
      what: "that starts later",
      factors: () => [{}],
      days: { startDate: "2024-05-18" },
      code: "CUSTOM_FACTOR_NOT_VALID",
    },
    { what: "of another unit", factors: () => [{ unitId: units.t }], code: "CUSTOM_FACTOR_UNIT_MISMATCH" },
  ])("$what fails with $code", async ({ factors, days, code }) => {
    const answer = await resolve({ group: await groupOf(factors(), days) }, { unitMustMatch: true });
    expect([answer.failureCode, answer.factor]).toEqual([code, undefined]);
    expect(answer.candidates.filter(({ chosen }) => chosen)).toEqual([]);
  });

  it("converts the quantity if the unit need not match", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.t }]) });
    const steps = answer.conversion.map((step) => [
      step.fromUnit,
      step.toUnit,
      step.multiplyBy?.value,
      step.divideBy?.value,
    ]);
    expect(steps).toEqual([["kg", "t", "1", "1000"]]);
  });

  it("uses a quantity that does not convert unchanged, with a remark", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.l }]) });
    expect([answer.failureCode, answer.conversion]).toEqual(["", []]);
    expect(reasonsOf(answer)[0]).toMatch(/kg cannot be converted to l, so the quantity is taken as it is/);
  });

  it("marks a yearly average rate, which a currency without daily rates has", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.USD }]) }, { unit: "AED" });
    expect(answer.fitness).toMatchObject({ yearlyRate: true });
    expect(answer.conversion.map(({ fromUnit, toUnit }) => [fromUnit, toUnit])).toEqual([
      ["AED", "EUR"],
      ["EUR", "USD"],
    ]);
  });

  it("needs the exchange rate of its currency", async () => {
    const answer = await resolve({ group: await groupOf([{ unitId: units.USD }]) }, { unit: "CUP" });
    expect(answer.failureCode).toBe("EXCHANGE_RATE_MISSING");
  });

  it("keeps the values of a pinned revision after later changes", async () => {
    const id = await group(seeded.db, ours);
    const factor = await groupFactor(seeded.db, ours, id, { unitId: units.kg, gases: { co2e: "1" } });
    await groupFactor(seeded.db, ours, id, { id: factor, unitId: units.kg, gases: { co2e: "2" } });
    await groupFactor(seeded.db, ours, id, { id: factor, unitId: units.kg, deleted: true });
    await seeded.db.asService(ours, ({ tx }) => tx`update custom_groups set deleted_at = now() where id = ${id}`);
    const selections = [1, 2, 3, 4, 5, 0].map((revision) => selection({ group: id }, { revision }));
    for (const asking of [client, client, selectionClient(seeded.db)]) {
      const { resolutions } = await asking.resolveFactors({ selections }, as(user(ours)));
      const results = resolutions.map(({ failureCode, factor }) => failureCode || factor?.values?.co2e?.value);
      const missing = "CUSTOM_FACTOR_NOT_FOUND";
      expect(results).toEqual(["CUSTOM_FACTOR_NOT_VALID", "1", "2", "CUSTOM_FACTOR_NOT_VALID", missing, missing]);
    }
  });

  it("does not cache a future revision", async () => {
    const id = await groupOf([{}]);
    expect((await resolve({ group: id }, { revision: 3 })).failureCode).toBe("CUSTOM_FACTOR_NOT_FOUND");
    await groupFactor(seeded.db, ours, id, { unitId: units.kg, gases: { co2e: "8" }, startDate: "2024-01-01" });
    expect(valuesOf(await resolve({ group: id }, { revision: 3 }))).toEqual({ co2e: "8" });
  });
});

describe("a batch of custom selectors", () => {
  it("is answered in order, also for two revisions and upper-case ids", async () => {
    const [a, b] = [await own({ gases: { co2e: "1" } }), await own({ gases: { co2e: "2" } })];
    const id = await group(seeded.db, ours);
    await groupFactor(seeded.db, ours, id, { unitId: units.kg, gases: { co2e: "3" } });
    const selections = [{ group: id }, { record: b }, { record: a.toUpperCase() }, { record: newId() }, { record: b }];
    const { resolutions } = await client.resolveFactors(
      { selections: selections.map((kind, at) => selection(kind, { revision: at === 4 ? 1 : 0 })) },
      as(user(ours)),
    );
    const results = resolutions.map(({ failureCode, factor }) => failureCode || factor?.values?.co2e?.value);
    expect(results).toEqual(["3", "2", "1", "CUSTOM_FACTOR_NOT_FOUND", "2"]);
  });

  it.each([
    { what: "an invalid record id", value: { recordId: "x" }, loc: "record_id" },
    { what: "no record", value: {}, loc: "record_id" },
    { what: "an invalid owner id", value: { recordId: newId(), organizationId: "'; drop" }, loc: "organization_id" },
    { what: "a negative revision", value: { recordId: newId(), revision: -1 }, loc: "revision" },
  ])("with $what is refused", async ({ value, loc }) => {
    const selections = [{ selector: { kind: { case: "customRecord" as const, value } }, referenceDate: "2024-01-01" }];
    const error = await client
      .resolveFactors({ selections }, as(user(ours)))
      .then(() => expect.fail(), ConnectError.from);
    expect(error.code).toBe(Code.InvalidArgument);
    expect(refusalIn(error)?.violations.map((violation) => violation.loc)).toEqual([
      ["selections", "0", "selector", loc],
    ]);
  });
});
