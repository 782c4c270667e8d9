import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { IDEMPOTENCY_KEY } from "@emissions/kit/wire/headers";
import type { Principal } from "@emissions/kit/wire/principal";
import { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Factors, organization, startFactors } from "../factors.fixture.ts";

let factors: Factors;
let us: Principal;

beforeAll(async () => {
  factors = await startFactors();
});
afterAll(() => factors.drop());
beforeEach(() => {
  us = organization();
});

const databases = (principal = us, headers?: Record<string, string>) =>
  factors.as(principal, CustomDatabaseService, headers);
const add = async (name = "Ours", principal = us) =>
  (await databases(principal).createCustomDatabase({ name })).database!;

describe("CreateCustomDatabase", () => {
  it("makes the caller's organization the owner", async () => {
    const { database } = await databases().createCustomDatabase({ name: "MITECO", description: "Of the ministry" });
    expect(database).toMatchObject({
      name: "MITECO",
      description: "Of the ministry",
      organizationId: us.organizationId,
      isOwner: true,
    });
    expect([database?.parent, database?.updatedAt]).toEqual([undefined, undefined]);
  });

  it("accepts a duplicate name, but handles a repeated request once", async () => {
    await add("IPCC");
    const repeat = () => databases(us, { [IDEMPOTENCY_KEY]: "k1" }).createCustomDatabase({ name: "IPCC" });
    const [first, second] = [await repeat(), await repeat()];
    expect(second.database?.id).toBe(first.database?.id);
    expect((await databases().listCustomDatabases({})).total).toBe(2);
  });

  it.each([
    ["no name", { name: "" }, "body.name value_error.missing"],
    ["a long name", { name: "x".repeat(256) }, "body.name value_error.any_str.max_length"],
    ["a long description", { description: "x".repeat(501) }, "body.description value_error.any_str.max_length"],
    ["NUL", { description: "\0" }, "body.description value_error.any_str.nul"],
  ])("refuses %s", async (_what, change, expected) => {
    const { violations } = await refusalOf(databases().createCustomDatabase({ name: "Ours", ...change }));
    expect(violations).toEqual([expected]);
  });

  it("rejects one more than the limit", async () => {
    await factors.db.asService(
      us.organizationId,
      ({ tx }) => tx`
        insert into custom_databases (organization_id, id, name)
        select ${us.organizationId}, gen_random_uuid(), 'n' || i from generate_series(1, 1000) as i`,
    );
    expect(await refusalOf(add())).toMatchObject({
      status: Code.FailedPrecondition,
      code: "CUSTOM_DATABASE_LIMIT_REACHED",
    });
  });
});

describe("ListCustomDatabases", () => {
  it("lists own and inherited databases by name, and no others", async () => {
    const child = organization(us);
    const grandchild = { ...organization(child, us) };
    await add("beta");
    await add("Álpha", child);
    await add("gamma", organization());
    await add("delta", organization(us));
    const seen = async (principal: Principal) =>
      (await databases(principal).listCustomDatabases({})).databases.map(({ name, isOwner }) => [name, isOwner]);
    expect(await seen(us)).toEqual([["beta", true]]);
    expect(await seen(child)).toEqual([
      ["Álpha", true],
      ["beta", false],
    ]);
    expect(await seen(grandchild)).toEqual([
      ["Álpha", false],
      ["beta", false],
    ]);
  });

  it("searches names without case and accents, and has no wildcards", async () => {
    for (const name of ["Ñandú CO₂", "100% own", "Other"]) await add(name);
    const found = async (search: string) =>
      (await databases().listCustomDatabases({ search })).databases.map(({ name }) => name);
    expect(await found("nandu")).toEqual(["Ñandú CO₂"]);
    expect(await found("ÑANDÚ")).toEqual(["Ñandú CO₂"]);
    expect(await found("%")).toEqual(["100% own"]);
    expect(await found("_")).toEqual([]);
  });

  it("returns the page of the given offset and limit", async () => {
    for (const name of ["c", "a", "d", "b"]) await add(name);
    const { databases: shown, total } = await databases().listCustomDatabases({ offset: 1, limit: 2 });
    expect([shown.map(({ name }) => name), total]).toEqual([["b", "c"], 4]);
    expect(await databases().listCustomDatabases({ offset: 9 })).toMatchObject({ databases: [], total: 4 });
    for (const [window, expected] of [
      [{ offset: -1 }, "query.offset value_error.number.not_ge"],
      [{ limit: 201 }, "query.limit value_error.number.not_le"],
      [{ limit: -1 }, "query.limit value_error.number.not_le"],
      [{ offset: 1_000_001 }, "query.offset value_error.number.not_le"],
      [{ search: "\0" }, "query.search value_error.any_str.nul"],
    ] as const) {
      expect((await refusalOf(databases().listCustomDatabases(window))).violations).toEqual([expected]);
    }
  });
});

describe("an inherited database", () => {
  it("names its owner", async () => {
    const { id: databaseId } = await add();
    const child = organization(us);
    const { database } = await databases(child).getCustomDatabase({ databaseId });
    expect(database).toMatchObject({
      isOwner: false,
      organizationId: us.organizationId,
      parent: { id: us.organizationId, name: `Organization ${us.organizationId}` },
    });
  });

  it("cannot be changed, nor its versions and records", async () => {
    const { id: databaseId } = await add();
    const { version } = await databases().createCustomVersion({ databaseId, name: "2025" });
    const place = { databaseId, sourceId: version!.id, recordId: newId() };
    const child = databases(organization(us));
    for (const attempt of [
      () => child.updateCustomDatabase({ databaseId, name: "Theirs", updateMask: { paths: ["name"] } }),
      () => child.deleteCustomDatabase({ databaseId }),
      () => child.createCustomVersion({ databaseId }),
      () => child.updateCustomVersion({ ...place, name: "Theirs", updateMask: { paths: ["name"] } }),
      () => child.deleteCustomVersion(place),
      () => child.getCustomDatabase({ databaseId, toChange: true }),
      () => child.getCustomVersion({ ...place, toChange: true }),
      // The owner is checked before everything else, such as an unknown version.
      () => child.createCustomRecord({ databaseId, sourceId: newId() }),
      () => child.updateCustomRecord(place),
      () => child.attachEvidence(place),
      () => child.detachEvidence(place),
    ]) {
      expect(await refusalOf(attempt())).toMatchObject({
        status: Code.PermissionDenied,
        code: "CUSTOM_DATABASE_NOT_OWNER",
      });
    }
    expect((await databases().getCustomDatabase({ databaseId })).database).toMatchObject({ name: "Ours" });
  });
});

it("answers the same for a database of another organization and a missing one", async () => {
  const them = organization();
  const { id: theirs } = await add("Theirs", them);
  const { version } = await databases(them).createCustomVersion({ databaseId: theirs, name: "2025" });
  const sourceId = version!.id;
  const place = { sourceId, recordId: newId(), fileId: newId() };
  for (const call of [
    (databaseId: string) => databases().getCustomDatabase({ databaseId }),
    (databaseId: string) => databases().updateCustomDatabase({ databaseId, updateMask: { paths: ["strange"] } }),
    (databaseId: string) => databases().deleteCustomDatabase({ databaseId }),
    (databaseId: string) => databases().listCustomVersions({ databaseId, limit: 999 }),
    (databaseId: string) => databases().getCustomVersion({ databaseId, sourceId }),
    (databaseId: string) => databases().createCustomVersion({ databaseId }),
    (databaseId: string) => databases().updateCustomVersion({ databaseId, sourceId }),
    (databaseId: string) => databases().deleteCustomVersion({ databaseId, sourceId }),
    (databaseId: string) => databases().listCustomRecords({ databaseId, sourceId, limit: 999 }),
    (databaseId: string) => databases().getCustomRecord({ ...place, databaseId }),
    (databaseId: string) => databases().createCustomRecord({ databaseId, sourceId }),
    (databaseId: string) => databases().updateCustomRecord({ ...place, databaseId }),
    (databaseId: string) => databases().listCustomRecordRevisions({ ...place, databaseId }),
    (databaseId: string) => databases().attachEvidence({ ...place, databaseId }),
    (databaseId: string) => databases().detachEvidence({ ...place, databaseId }),
  ]) {
    const foreign = await refusalOf(call(theirs));
    expect(foreign).toEqual({
      status: Code.NotFound,
      code: "CUSTOM_DATABASE_NOT_FOUND",
      detail: "Custom database not found",
      violations: [],
    });
    expect(await refusalOf(call(newId()))).toEqual(foreign);
    expect(await refusalOf(call("no id at all"))).toEqual(foreign);
  }
});

describe("UpdateCustomDatabase", () => {
  it("changes only the fields of the mask, and nothing for equal values", async () => {
    const { id: databaseId } = await add();
    const change = (values: object, paths: string[]) =>
      databases().updateCustomDatabase({ databaseId, ...values, updateMask: { paths } });
    expect((await change({ name: "Ours" }, ["name"])).database?.updatedAt).toBeUndefined();
    const { database } = await change({ name: "Renamed", description: "left alone" }, ["name"]);
    expect([database?.name, database?.description]).toEqual(["Renamed", undefined]);
    expect(database?.updatedAt).toBeDefined();
    expect((await change({ description: "Now" }, ["description"])).database?.description).toBe("Now");
    expect((await change({}, ["description"])).database?.description).toBeUndefined();
    expect((await refusalOf(change({}, ["name"]))).violations).toEqual(["body.name value_error.missing"]);
    expect((await refusalOf(change({}, ["organization_id"]))).violations).toEqual([
      "body.organization_id value_error.extra",
    ]);
  });
});

describe("DeleteCustomDatabase", () => {
  it("is rejected while the database has versions", async () => {
    const { id: databaseId } = await add();
    const { version } = await databases().createCustomVersion({ databaseId, name: "2025" });
    expect(await refusalOf(databases().deleteCustomDatabase({ databaseId }))).toMatchObject({
      status: Code.FailedPrecondition,
      code: "CUSTOM_DATABASE_IN_USE",
    });
    await databases().deleteCustomVersion({ databaseId, sourceId: version!.id });
    await databases().deleteCustomDatabase({ databaseId });
    expect(await refusalOf(databases().getCustomDatabase({ databaseId }))).toMatchObject({
      code: "CUSTOM_DATABASE_NOT_FOUND",
    });
  });

  it("and a concurrent version: exactly one succeeds, the other gets an error", async () => {
    for (let round = 0; round < 10; round++) {
      const { id: databaseId } = await add();
      const both = await Promise.allSettled([
        databases().createCustomVersion({ databaseId, name: "2025" }),
        databases().deleteCustomDatabase({ databaseId }),
      ]);
      const refused = both.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(refused).toHaveLength(1);
      expect((await refusalOf(Promise.reject(refused[0]))).code).toMatch(/^CUSTOM_DATABASE_(IN_USE|NOT_FOUND)$/);
    }
  });
});
