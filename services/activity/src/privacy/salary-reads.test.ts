import { setTimeout as pause } from "node:timers/promises";
import { createContextValues } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { REQUEST_ID } from "@emissions/kit/wire/headers";
import { type Principal, principalKey } from "@emissions/kit/wire/principal";
import { SalaryReadService } from "@emissions/proto/activity/v1/salary_read_service";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { logSalaryRead, logSalaryReadOf, salaryReadSweep } from "./salary-reads.ts";

eachTest();

const callOf = (principal: Principal = us) => ({
  requestHeader: new Headers({ [REQUEST_ID]: "request-1" }),
  responseHeader: new Headers(),
  values: createContextValues().set(principalKey, principal),
  method: SalaryReadService.method.listSalaryReads,
});
const read = (ids: readonly string[], { by = us, of = us }: { by?: Principal; of?: Principal } = {}) =>
  logSalaryRead(
    activity.db,
    callOf(by),
    ids.map((id) => ({ organizationId: of.organizationId, id })),
  );
const reads = async (request = {}, by: Principal = us) =>
  (await activity.as(by, SalaryReadService).listSalaryReads({ page: 1, size: 50, ...request })).salaryReads;

it("one read of many salaries is one row with its caller and the people", async () => {
  const ids = [newId(), newId(), newId()];
  await read(ids);
  expect(await reads()).toMatchObject([
    {
      readBy: us.userId,
      action: "ListSalaryReads",
      people: 3,
      ownWorkforceIds: ids,
      organizationId: us.organizationId,
    },
  ]);
});

it("more than 100 people are counted and not named", async () => {
  await read(Array.from({ length: 101 }, newId));
  expect(await reads()).toMatchObject([{ people: 101, ownWorkforceIds: [] }]);
});

it("callers who see no salaries read none", async () => {
  await read([newId()], { by: { ...us, role: "viewer" } });
  await read([]);
  expect(await reads()).toEqual([]);
});

it("a read of the group is logged where the people are, and other organizations do not see it", async () => {
  const [child, stranger] = [
    await activity.organization({ parentId: us.organizationId }),
    await activity.organization(),
  ];
  await read([newId()], { of: child });
  expect(await reads({}, child)).toMatchObject([{ readBy: us.userId, people: 1 }]);
  expect([await reads(), await reads({}, stranger)]).toEqual([[], []]);
});

it("the log is filtered by person, reader and time", async () => {
  const [one, other] = [newId(), newId()];
  await read([one, other]);
  // Times of messages have milliseconds.
  await pause(2);
  await read([other]);
  expect(await reads({ ownWorkforceId: [one] })).toHaveLength(1);
  expect(await reads({ ownWorkforceId: [other], readBy: [us.userId] })).toHaveLength(2);
  expect(await reads({ readBy: [newId()] })).toEqual([]);
  const [latest] = await reads();
  expect(await reads({ readAtFrom: latest!.readAt })).toHaveLength(1);
});

it("the read of a refused write is not logged", async () => {
  const write = (fails: boolean) =>
    activity.db.asService(us.organizationId, async (tx) => {
      logSalaryReadOf(tx, callOf(), [{ id: newId() }]);
      await tx.flush();
      if (fails) throw new Error("refused");
    });
  await write(false);
  await expect(write(true)).rejects.toThrow("refused");
  expect(await reads()).toHaveLength(1);
});

it("nobody changes the log, and only reads older than 2 years are deleted", async () => {
  await read([newId()]);
  const { organizationId: org } = us;
  await activity.db.asService(
    org,
    ({ tx }) => tx`
      insert into salary_reads (organization_id, id, read_at, action, people, own_workforce_ids)
      values (${org}, ${newId()}, now() - interval '2 years 1 hour', 'Old', 1, '{}')`,
  );
  for (const statement of ["update salary_reads set people = 2", "delete from salary_reads"]) {
    await expect(activity.db.asService(org, ({ tx }) => tx.unsafe(statement))).rejects.toThrow("permission denied");
  }
  await activity.owner`delete from salary_reads where action <> 'Old'`.catch(() => {});
  await salaryReadSweep(activity.context).work(new AbortController().signal, 1n);
  expect((await reads()).map(({ action }) => action)).toEqual(["ListSalaryReads"]);
});
