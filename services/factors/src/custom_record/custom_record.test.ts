import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { IDEMPOTENCY_KEY } from "@emissions/kit/wire/headers";
import { CustomRecordsNamedSchema } from "@emissions/proto/activity/v1/record_events";
import { CustomDatabaseService, GasType, RecordTag } from "@emissions/proto/factors/v1/custom_database_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Factors, organization, startFactors } from "../factors.fixture.ts";
import { ACTIVITY_CATEGORIES } from "./categories.ts";
import { useConsumer } from "./consumers.ts";
import { advanced, full, gas, KG, KWH, simple, version } from "./record.fixture.ts";

let factors: Factors;
let ours: Awaited<ReturnType<typeof version>>;

beforeAll(async () => {
  factors = await startFactors();
});
afterAll(() => factors.drop());
beforeEach(async () => {
  ours = await version(factors);
});

const { CO2E, CO2, CH4 } = GasType;

/** Delivers the event that an organization has activities with the record. */
const named = (org: string, record: { recordId: string; organizationId: string }) =>
  factors.db.asService(org, (write) =>
    useConsumer.handle(write, [create(CustomRecordsNamedSchema, { records: [record] })]),
  );

describe("CreateCustomRecord", () => {
  it("accepts each category of the contract alone, as its E1 says, and refuses others", async () => {
    for (const name of ACTIVITY_CATEGORIES) {
      const activityCategories = [name];
      expect(await ours.add({ ...simple, activityCategories })).toMatchObject({ enabled: true, activityCategories });
    }
    const { code } = await refusalOf(ours.add({ ...simple, activityCategories: ["wastes", "wind"] }));
    expect(code).toBe("CUSTOM_RECORD_INVALID_CATEGORIES");
  });

  it("stores a record with its factors by gas, with the defaults of the contract", async () => {
    const record = await ours.add();
    expect(record).toMatchObject({
      ...simple,
      sourceId: ours.path.sourceId,
      enabled: true,
      isBiogenic: false,
      uncertaintyGrade: "0",
      evidence: [],
      revision: 1,
      factors: [
        {
          gasType: CO2E,
          formula: "x * 2.50",
          fromUnitId: KG,
          toUnitId: catalogueId("unit", "kg_co2e"),
          startDate: "1970-01-01",
          sourceId: ours.path.sourceId,
        },
      ],
    });
    const { renewablePercentage, additionalDocs, updatedAt, factors: stored } = record;
    expect([renewablePercentage, additionalDocs, updatedAt, stored[0]?.endDate]).toEqual(Array(4).fill(undefined));
  });

  it("returns each gas in its own unit, in a fixed order, with one concept id", async () => {
    const { factors: stored } = await ours.add(full);
    expect(stored.map(({ formula }) => formula)).toEqual(["x * 1.8", "x * 1.70", "x * 0.5", "x * 0.03"]);
    expect(stored.map(({ toUnitId }) => toUnitId)).toEqual(
      ["kg_co2e", "kg_co2", "g_ch4", "g_n2o"].map((code) => catalogueId("unit", code)),
    );
    expect(new Set(stored.map(({ conceptId }) => conceptId)).size).toBe(1);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(4);
  });

  it.each(["0", "0.000", "2.50", "123456789012345678901234567890", "0.00000000000000000000000000010", "1.0"])(
    "keeps the digits of %s",
    async (value) => {
      const { id } = await ours.add({ ...simple, factors: [gas(CO2E, value)] });
      const { record } = await ours.databases.getCustomRecord({ ...ours.path, recordId: id });
      expect(record?.factors[0]?.formula).toBe(`x * ${value}`);
    },
  );

  it("returns an uncertainty as text, and a share with its digits", async () => {
    const electricity = {
      ...simple,
      unitId: KWH.toUpperCase(),
      activityCategories: ["electricity", "electricity_generation", "electricity"],
      renewablePercentage: { value: "0.250" },
      uncertaintyGrade: { value: "12.50" },
      enabled: false,
    };
    expect(await ours.add(electricity)).toMatchObject({
      unitId: KWH,
      activityCategories: ["electricity", "electricity_generation"],
      renewablePercentage: { value: "0.25" },
      uncertaintyGrade: "12.5",
      enabled: false,
    });
  });

  it("returns the first record for a repeated request", async () => {
    const again = factors.as(ours.us, CustomDatabaseService, { [IDEMPOTENCY_KEY]: "k1" });
    const create = () => again.createCustomRecord({ ...ours.path, ...simple });
    const [first, second] = await Promise.all([create(), create()]);
    expect(second.record?.id).toBe(first.record?.id);
    expect((await ours.databases.listCustomRecords(ours.path)).total).toBe(1);
  });

  it("checks first the fields, then the unit, then the rules", async () => {
    const wrong = { ...simple, name: "", unitId: newId(), activityCategories: ["none"], factors: [], isBiogenic: true };
    const refused = (change: object) => refusalOf(ours.add({ ...wrong, ...change }));
    expect((await refused({})).violations).toEqual(["body.name value_error.missing"]);
    expect((await refused({ name: "x" })).violations).toEqual(["body.unit_id value_error.not_found"]);
    expect(await refused({ name: "x", unitId: KG })).toMatchObject({
      status: Code.InvalidArgument,
      code: "CUSTOM_RECORD_INVALID_CATEGORIES",
      violations: [],
    });
    const ruled = { name: "x", unitId: KG, activityCategories: ["wastes"] };
    expect((await refused(ruled)).code).toBe("CUSTOM_RECORD_INVALID_FACTORS");
    expect((await refused({ ...ruled, factors: simple.factors })).code).toBe("CUSTOM_RECORD_BIOGENIC_CATEGORY");
    expect((await refused({ ...ruled, activityCategories: ["process"], factors: simple.factors })).code).toBe(
      "CUSTOM_RECORD_BIOGENIC_REQUIRES_CO2",
    );
    const renewable = { ...ruled, factors: simple.factors, isBiogenic: false, renewablePercentage: { value: "0" } };
    expect((await refused(renewable)).code).toBe("CUSTOM_RECORD_RENEWABLE_CATEGORY");
    expect((await ours.databases.listCustomRecords(ours.path)).total).toBe(0);
  });
});

describe("UpdateCustomRecord", () => {
  it("writes a new revision with the same factor ids, and keeps the old one", async () => {
    const before = await ours.add(advanced);
    const sent = [gas(CO2, "1.9", { startDate: "2025-01-01", endDate: "2025-12-31" }), ...advanced.factors.slice(0, 1)];
    const after = await ours.change(before.id, { factors: [...sent, gas(CH4, "0.5")], enabled: false }, [
      "factors",
      "enabled",
    ]);
    expect(after).toMatchObject({ id: before.id, revision: 2, enabled: false, name: before.name });
    expect(after.factors[0]).toMatchObject({ formula: "x * 1.9", startDate: "2025-01-01", endDate: "2025-12-31" });
    expect(after.factors.map(({ id }) => id)).toEqual(before.factors.map(({ id }) => id));
    expect(after.factors.map(({ conceptId }) => conceptId)).toEqual(before.factors.map(({ conceptId }) => conceptId));
    expect(after.updatedAt).toBeDefined();

    const { records, total } = await ours.databases.listCustomRecordRevisions({ ...ours.path, recordId: before.id });
    expect(total).toBe(2);
    expect(records).toEqual([after, before]);
  });

  it("gives a gas its former id when it returns", async () => {
    const { id, factors: first } = await ours.add(simple);
    await ours.change(id, advanced, ["tag", "factors"]);
    const { factors: third } = await ours.change(id, simple, ["tag", "factors"]);
    expect(third).toEqual(first);
  });

  it("writes nothing for equal values", async () => {
    const before = await ours.add(full);
    const all = ["name", "unit_id", "tag", "activity_categories", "factors", "uncertainty_grade"];
    const same = { ...full, factors: [...full.factors].reverse(), uncertaintyGrade: { value: "0.0" } };
    expect(await ours.change(before.id, same, all)).toEqual(before);
    expect(await ours.change(before.id, {}, [])).toEqual(before);
    const digits = await ours.change(before.id, { ...simple, factors: [gas(CO2E, "1.80")] }, ["tag", "factors"]);
    expect([digits.revision, digits.factors[0]?.formula]).toEqual([2, "x * 1.80"]);
  });

  it("checks the whole record by the rules of the creation", async () => {
    const { id } = await ours.add({ ...simple, activityCategories: ["stationary"] });
    const refused = async (values: object, ...paths: string[]) => {
      const { code, violations } = await refusalOf(ours.change(id, values, paths));
      return violations[0] ?? code;
    };
    expect(await refused({ tag: RecordTag.FULL }, "tag")).toBe("CUSTOM_RECORD_INVALID_FACTORS");
    expect(await refused({ isBiogenic: true }, "is_biogenic")).toBe("CUSTOM_RECORD_BIOGENIC_REQUIRES_CO2");
    expect(await refused({ renewablePercentage: { value: "1" } }, "renewable_percentage")).toBe(
      "CUSTOM_RECORD_RENEWABLE_CATEGORY",
    );
    expect(await refused({ activityCategories: ["wind"] }, "activity_categories")).toBe(
      "CUSTOM_RECORD_INVALID_CATEGORIES",
    );
    expect(await refused({}, "activity_categories")).toBe("body.activity_categories value_error.list.min_items");
    expect(await refused({ unitId: newId() }, "unit_id")).toBe("body.unit_id value_error.not_found");
    expect(await refused({}, "revision")).toBe("body.revision value_error.extra");
    await ours.change(id, { ...full, isBiogenic: true }, ["tag", "factors", "is_biogenic"]);
    expect(await refused({ activityCategories: ["wastes"] }, "activity_categories")).toBe(
      "CUSTOM_RECORD_BIOGENIC_CATEGORY",
    );
  });

  it("rejects a new unit after activities used the record", async () => {
    const { id } = await ours.add();
    expect((await ours.change(id, { unitId: KWH }, ["unit_id"])).unitId).toBe(KWH);
    await named(newId(), { recordId: newId(), organizationId: ours.us.organizationId });
    expect((await ours.change(id, { unitId: KG }, ["unit_id"])).unitId).toBe(KG);
    expect((await ours.change(id, { unitId: KWH }, ["unit_id"])).unitId).toBe(KWH);
    // The event comes twice, from a descendant organization.
    const below = newId();
    for (let n = 0; n < 2; n++) await named(below, { recordId: id, organizationId: ours.us.organizationId });
    expect(await refusalOf(ours.change(id, { unitId: KG }, ["unit_id"]))).toMatchObject({
      status: Code.InvalidArgument,
      code: "CUSTOM_RECORD_UNIT_LOCKED",
    });
    expect((await ours.change(id, { unitId: KWH, name: "Renamed" }, ["unit_id", "name"])).name).toBe("Renamed");
  });

  it("makes two revisions for two concurrent changes", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await ours.add();
      await Promise.all([
        ours.change(id, { name: "Renamed" }, ["name"]),
        ours.change(id, { enabled: false }, ["enabled"]),
        ours.change(id, { uncertaintyGrade: { value: "5" } }, ["uncertainty_grade"]),
      ]);
      const { records } = await ours.databases.listCustomRecordRevisions({ ...ours.path, recordId: id });
      expect(records.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
      expect(records[0]).toMatchObject({ name: "Renamed", enabled: false, uncertaintyGrade: "5" });
    }
  });
});

it("is found only in its own version, also by descendant organizations", async () => {
  const { id: recordId } = await ours.add();
  const { databaseId } = ours.path;
  const child = factors.as(organization(ours.us), CustomDatabaseService);
  expect((await child.getCustomRecord({ ...ours.path, recordId })).record?.id).toBe(recordId);
  expect((await child.listCustomRecordRevisions({ ...ours.path, recordId })).total).toBe(1);

  const other = (await ours.databases.createCustomVersion({ databaseId, name: "2026" })).version!.id;
  const path = { databaseId, sourceId: other };
  for (const call of [
    (id: string) => ours.databases.getCustomRecord({ ...path, recordId: id }),
    (id: string) => ours.databases.updateCustomRecord({ ...path, recordId: id }),
    (id: string) => ours.databases.listCustomRecordRevisions({ ...path, recordId: id }),
    (id: string) => ours.databases.attachEvidence({ ...path, recordId: id, fileIds: [] }),
    (id: string) => ours.databases.detachEvidence({ ...path, recordId: id, fileId: "" }),
  ]) {
    const strange = await refusalOf(call(recordId));
    expect(strange).toMatchObject({ status: Code.NotFound, code: "CUSTOM_RECORD_NOT_FOUND", violations: [] });
    expect(await refusalOf(call(newId()))).toEqual(strange);
    expect(await refusalOf(call("no id at all"))).toEqual(strange);
  }
});

describe("LookUpCustomRecords", () => {
  it("returns the state of visible records, in the order of the ids", async () => {
    const theirs = await version(factors);
    const foreign = await theirs.add();
    const record = await ours.add();
    await ours.change(record.id, { enabled: false }, ["enabled"]);
    const missing = newId();
    const recordIds = [missing, record.id.toUpperCase(), foreign.id, "no id", record.id];
    const child = factors.as(organization(ours.us), CustomDatabaseService);
    const { records } = await child.lookUpCustomRecords({ recordIds });
    const state = {
      id: record.id,
      found: true,
      organizationId: ours.us.organizationId,
      revision: 2,
      name: simple.name,
      enabled: false,
      unitId: KG,
      activityCategories: ["wastes"],
    };
    expect(records).toMatchObject([{ found: false }, state, { id: foreign.id, found: false }, { found: false }, state]);
    expect({ ...records[0], id: "" }).toEqual({ ...records[2], id: "" });
  });

  it("accepts at most 500 ids", async () => {
    const ask = (many: number) => ours.databases.lookUpCustomRecords({ recordIds: Array(many).fill(newId()) });
    expect((await ask(500)).records).toHaveLength(500);
    expect((await refusalOf(ask(501))).violations).toEqual(["record_ids value_error.list.max_items"]);
  });
});
