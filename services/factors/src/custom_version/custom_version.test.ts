import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { CustomDatabaseService, GasType, RecordTag } from "@emissions/proto/factors/v1/custom_database_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Factors, organization, startFactors } from "../factors.fixture.ts";

let factors: Factors;
let us: Principal;
let databaseId: string;

beforeAll(async () => {
  factors = await startFactors();
});
afterAll(() => factors.drop());
beforeEach(async () => {
  us = organization();
  databaseId = (await databases().createCustomDatabase({ name: "Ours" })).database!.id;
});

const databases = (principal = us) => factors.as(principal, CustomDatabaseService);
const add = async (values: object = {}) =>
  (await databases().createCustomVersion({ databaseId, name: "2025", ...values })).version!;

const record = {
  name: "Diesel",
  unitId: "61743a63-ff70-459c-9567-5eee8f7dfd5c",
  tag: RecordTag.SIMPLE,
  activityCategories: ["wastes"],
  factors: [{ gasType: GasType.CO2E, value: { value: "1" } }],
};

describe("CreateCustomVersion", () => {
  it("belongs to the database, and is empty", async () => {
    expect(await add({ startDate: "2025-01-01", endDate: "2025-12-31" })).toMatchObject({
      databaseId,
      name: "2025",
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      recordsCount: 0,
    });
    expect(await add({ startDate: "2025-01-01", endDate: "2025-01-01" })).toBeDefined();
  });

  it.each([
    ["no name", { name: "" }, "body.name value_error.missing"],
    ["a first day that is none", { startDate: "2025-02-29" }, "body.start_date value_error.date"],
    ["a time", { endDate: "2025-01-01T00:00:00Z" }, "body.end_date value_error.date"],
    [
      "days that are reversed",
      { startDate: "2025-01-02", endDate: "2025-01-01" },
      "body.end_date end_date_before_start_date",
    ],
  ])("refuses %s", async (_what, change, expected) => {
    expect((await refusalOf(add(change))).violations).toEqual([expected]);
  });

  it("rejects one more than the limit", async () => {
    await factors.db.asService(
      us.organizationId,
      ({ tx }) => tx`
        insert into custom_versions (organization_id, id, database_id, name)
        select ${us.organizationId}, gen_random_uuid(), ${databaseId}, 'n' || i from generate_series(1, 1000) as i`,
    );
    expect(await refusalOf(add())).toMatchObject({ code: "CUSTOM_VERSION_LIMIT_REACHED" });
  });
});

it("lists the latest start first, versions without start last, also for descendant organizations", async () => {
  for (const [name, startDate] of [["none"], ["new", "2025-01-01"], ["old", "2020-01-01"]] as const) {
    await add({ name, ...(startDate && { startDate }) });
  }
  for (const principal of [us, organization(us)]) {
    const { versions, total } = await databases(principal).listCustomVersions({ databaseId });
    expect([versions.map(({ name }) => name), total]).toEqual([["new", "old", "none"], 3]);
  }
  const second = await databases().listCustomVersions({ databaseId, offset: 1, limit: 1 });
  expect([second.versions.map(({ name }) => name), second.total]).toEqual([["old"], 3]);
});

it("counts its records", async () => {
  const { id: sourceId } = await add();
  for (const enabled of [true, false])
    await databases().createCustomRecord({ databaseId, sourceId, ...record, enabled });
  expect((await databases().getCustomVersion({ databaseId, sourceId })).version).toMatchObject({ recordsCount: 2 });
  expect((await databases().listCustomVersions({ databaseId })).versions).toMatchObject([{ recordsCount: 2 }]);
});

it("is found only in its own database", async () => {
  const { id: sourceId } = await add();
  const other = (await databases().createCustomDatabase({ name: "Other" })).database!.id;
  for (const call of [
    (sourceId: string) => databases().getCustomVersion({ databaseId: other, sourceId }),
    (sourceId: string) => databases().listCustomRecords({ databaseId: other, sourceId }),
    (sourceId: string) => databases().getCustomRecord({ databaseId: other, sourceId, recordId: newId() }),
    (sourceId: string) => databases().createCustomRecord({ databaseId: other, sourceId }),
    (sourceId: string) => databases().updateCustomVersion({ databaseId: other, sourceId }),
    (sourceId: string) => databases().deleteCustomVersion({ databaseId: other, sourceId }),
  ]) {
    const strange = await refusalOf(call(sourceId));
    expect(strange).toMatchObject({ status: Code.NotFound, code: "CUSTOM_VERSION_NOT_FOUND", violations: [] });
    expect(await refusalOf(call(newId()))).toEqual(strange);
    expect(await refusalOf(call("no id at all"))).toEqual(strange);
  }
});

describe("UpdateCustomVersion", () => {
  it("checks both days if one of them changes", async () => {
    const { id: sourceId } = await add({ startDate: "2025-01-01", endDate: "2025-12-31" });
    const change = (values: object, paths: string[]) =>
      databases().updateCustomVersion({ databaseId, sourceId, ...values, updateMask: { paths } });
    expect((await change({ endDate: "2025-12-31" }, ["end_date"])).version?.updatedAt).toBeUndefined();
    expect((await refusalOf(change({ startDate: "2026-01-01" }, ["start_date"]))).violations).toEqual([
      "body.end_date end_date_before_start_date",
    ]);
    const { version } = await change({ startDate: "2026-01-01" }, ["start_date", "end_date"]);
    expect([version?.startDate, version?.endDate]).toEqual(["2026-01-01", undefined]);
    expect(version?.updatedAt).toBeDefined();
  });
});

describe("DeleteCustomVersion", () => {
  it("is rejected while the version has records", async () => {
    const { id: sourceId } = await add();
    await databases().createCustomRecord({ databaseId, sourceId, ...record });
    expect(await refusalOf(databases().deleteCustomVersion({ databaseId, sourceId }))).toMatchObject({
      status: Code.FailedPrecondition,
      code: "CUSTOM_VERSION_IN_USE",
    });
  });

  it("and a concurrent record: exactly one succeeds, the other gets an error", async () => {
    for (let round = 0; round < 10; round++) {
      const { id: sourceId } = await add();
      const both = await Promise.allSettled([
        databases().createCustomRecord({ databaseId, sourceId, ...record }),
        databases().deleteCustomVersion({ databaseId, sourceId }),
      ]);
      const refused = both.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(refused).toHaveLength(1);
      expect((await refusalOf(Promise.reject(refused[0]))).code).toMatch(/^CUSTOM_VERSION_(IN_USE|NOT_FOUND)$/);
    }
  });
});
