import { newId } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { WorkforceGender } from "@emissions/proto/activity/v1/own_workforce_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { eraseWorkforce } from "./erase.ts";
import { addPerson, workforce } from "./own_workforce.fixture.ts";

eachTest();

const NIL = "00000000-0000-0000-0000-000000000000";
const listed = async (request: object = {}, by = us) =>
  (await workforce(by).listOwnWorkforces(request)).ownWorkforces.map(({ externalEmployeeId }) => externalEmployeeId);
const hashOf = async (request: object = {}) => (await workforce().listOwnWorkforces(request)).filterHash;

it("the list has every filter, and sorts by external id and times", async () => {
  const file = activity.store.add(us.organizationId, "people.csv");
  await addPerson({ externalEmployeeId: "C-3" });
  const { id } = await addPerson({ externalEmployeeId: "Á-1", fileId: file, fileName: "people.csv" });
  await addPerson({ externalEmployeeId: "B-2" });
  await workforce().updateOwnWorkforce({ id, gender: WorkforceGender.M, updateMask: { paths: ["gender"] } });
  const cases: [object, string[]][] = [
    [{ search: "a-1" }, ["Á-1"]],
    [{ fileId: [file] }, ["Á-1"]],
    [{ fileId: [NIL] }, ["B-2", "C-3"]],
    [{ fileId: [NIL, file], search: "-" }, ["B-2", "C-3", "Á-1"]],
    [{ createdAtTo: { seconds: 1n } }, []],
    [{ createdAtFrom: { seconds: 1n }, search: "3" }, ["C-3"]],
    [{ sort: ["-external_employee_id"] }, ["Á-1", "C-3", "B-2"]],
    [{ sort: ["created_at"] }, ["C-3", "Á-1", "B-2"]],
    [{ sort: ["updated_at"], size: 1 }, ["Á-1"]],
    [{ page: 2, size: 2 }, ["Á-1"]],
  ];
  for (const [request, ids] of cases) expect(await listed(request), JSON.stringify(Object.keys(request))).toEqual(ids);
  expect(await workforce().listOwnWorkforces({ size: 1 })).toMatchObject({ total: 3, totalCapped: false });
});

it("nobody can sort or list values by what viewers do not see", async () => {
  for (const field of ["birth_date", "disabled_employee", "amount", "gender", ""]) {
    expect((await refusalOf(workforce().listOwnWorkforceValues({ field }))).violations).toEqual([
      "query.field type_error.enum",
    ]);
    if (field) expect((await refusalOf(listed({ sort: [field] }))).violations).toEqual(["query.sort type_error.enum"]);
  }
});

it("the values of file_id are the files with their names, and null for people without one", async () => {
  const [file, other] = [
    activity.store.add(us.organizationId, "b.csv"),
    activity.store.add(us.organizationId, "a.csv"),
  ];
  for (const fileId of [file, file, other]) {
    await addPerson({ fileId, fileName: fileId === file ? "b.csv" : "a.csv" });
  }
  await addPerson();
  await addPerson({}, await activity.organization());
  const { uniqueValues } = await workforce().listOwnWorkforceValues({ field: "file_id" });
  expect(uniqueValues).toMatchObject({
    field: "file_id",
    totalCount: 3,
    values: [{ value: other, label: "a.csv", count: 1 }, { value: file, label: "b.csv", count: 2 }, { count: 1 }],
  });
  expect(uniqueValues!.values[2]!.value).toBeUndefined();
});

it("a person uses the file that it names, until the person is erased or deleted", async () => {
  const fileId = activity.store.add(us.organizationId, "people.csv");
  const [erased, deleted] = [await addPerson({ fileId }), await addPerson({ fileId })];
  const uses = async () =>
    (await activity.as(servicePrincipal(us.organizationId), FileUseService).countFileUses({ fileId })).records;
  expect(await uses()).toBe(2);
  await activity.db.asService(us.organizationId, (write) => eraseWorkforce(write, [erased.id]));
  expect(await uses()).toBe(1);
  await workforce().deleteOwnWorkforce({ id: deleted.id });
  expect(await uses()).toBe(0);
});

it("a holding sees the people of its accepted organizations in its group view", async () => {
  const child = await activity.organization({ parentId: us.organizationId, accepted: true });
  await addPerson({ externalEmployeeId: "child" }, child);
  const holding = { ...us, descendants: [child.organizationId] };
  expect(await listed({}, holding)).toEqual([]);
  const { ownWorkforces } = await workforce(holding).listOwnWorkforces({ includeChildren: true });
  expect(ownWorkforces).toMatchObject([{ organizationId: child.organizationId, contracts: [{ remunerations: [{}] }] }]);
});

it("people are deleted by id, with contracts and remunerations", async () => {
  const [one, two] = [await addPerson(), await addPerson()];
  const { id: other } = await addPerson({}, await activity.organization());
  const unknown = newId();
  const ids = [one.id, other, unknown, one.id.toUpperCase()];
  expect(await workforce().deleteOwnWorkforces({ ids })).toMatchObject({
    deletion: { successCount: 1, successIds: [one.id], failedIds: [other, unknown] },
  });
  await workforce().deleteOwnWorkforce({ id: two.id });
  for (const table of ["own_workforces", "workforce_contracts", "workforce_remunerations"]) {
    expect(await activity.rows(us, table)).toEqual([]);
  }
});

it("more than 10,000 people are not deleted at once", async () => {
  const ids = Array.from({ length: 10_001 }, newId);
  expect((await refusalOf(workforce().deleteOwnWorkforces({ ids }))).code).toBe("TOO_MANY_ROWS");
});

it("people are deleted by filters only while they are those that the list has shown", async () => {
  const { id } = await addPerson({ externalEmployeeId: "match-1" });
  await addPerson({ externalEmployeeId: "other" });
  const filter = { search: "match" };
  const seen = await hashOf(filter);
  await workforce().updateOwnWorkforce({ id, gender: WorkforceGender.M, updateMask: { paths: ["gender"] } });
  const remove = async (filterHash: string) => workforce().deleteOwnWorkforcesByFilters({ ...filter, filterHash });
  expect((await refusalOf(remove(seen))).code).toBe("FILTER_HASH_MISMATCH");
  expect(await remove(await hashOf(filter))).toMatchObject({ deletion: { successIds: [id] } });
  expect(await listed()).toEqual(["other"]);
  const [kept] = await activity.rows<{ filters: object }>(us, "deletions");
  expect(JSON.stringify(kept!.filters)).not.toContain("match");
});
