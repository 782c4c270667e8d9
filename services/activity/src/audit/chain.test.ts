import { newId } from "@emissions/kit/process/id";
import { beforeEach, describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { chain, change, tamper, verify } from "./audit.fixture.ts";

eachTest();

const many = async (count: number) => {
  for (let n = 0; n < count; n++) await change();
};
const stored = <R extends object>(table: string) => activity.rows<R>(us, table);
/** Ids of the rows, the oldest first. */
const rowIds = async () => (await stored<{ id: string }>("audit_log")).map(({ id }) => id).sort();

describe("the hash chain", () => {
  it("has every row once, in blocks that follow one another", async () => {
    await many(2);
    await chain();
    await many(1);
    expect(await verify()).toMatchObject({ blocks: 1, rows: 2, waiting: 1, problem: null });
    await chain();
    expect(await verify()).toMatchObject({ blocks: 2, rows: 3, waiting: 0, late: 0, problem: null });
    await chain();
    expect(await stored("audit_blocks")).toHaveLength(2);
  });

  it("is whole after 50 writers at once, two sweeps at once and a write of thousands of rows", async () => {
    const writers = Array.from({ length: 50 }, () => change());
    const { organizationId: org } = us;
    const bulk = activity.db.asService(
      org,
      ({ tx }) => tx`
        insert into audit_log (organization_id, id, actor_kind, action)
        select ${org}, gen_random_uuid(), 'service', 'Bulk' from generate_series(1, 12000)`,
    );
    await Promise.allSettled([chain(), chain()]);
    await Promise.all([...writers, bulk]);
    await chain();
    expect(await verify()).toMatchObject({ rows: 12_050, waiting: 0, problem: null });
  });

  it("is that of one organization", async () => {
    await change();
    await change(await activity.organization());
    await chain();
    expect(await verify()).toMatchObject({ rows: 1, problem: null });
  });

  it("counts rows that were chained long after their time", async () => {
    const { organizationId: org } = us;
    await activity.db.asService(
      org,
      ({ tx }) => tx`
        insert into audit_log (organization_id, id, actor_kind, action, at)
        values (${org}, ${newId()}, 'service', 'Forged', now() - interval '1 day')`,
    );
    await chain();
    expect(await verify()).toMatchObject({ rows: 1, late: 1, problem: null });
  });

  it("leaves blocks that neither the service nor the owner of the table can change or delete", async () => {
    await change();
    await chain();
    for (const statement of ["update audit_blocks set position = 2", "delete from audit_blocks"]) {
      const byService = activity.db.asService(us.organizationId, ({ tx }) => tx.unsafe(statement));
      await expect(byService).rejects.toThrow("permission denied");
      await expect(activity.owner.unsafe(statement)).rejects.toThrow("append-only");
    }
  });
});

describe("the verification names", () => {
  let head: string;
  let rows: string[];
  beforeEach(async () => {
    await many(2);
    await chain();
    await many(2);
    await chain();
    await many(1);
    await chain();
    rows = await rowIds();
    head = (await verify()).head!;
  });

  const ours = () => `organization_id = '${us.organizationId}'`;
  const problem = async (noted?: string) => (await verify(noted)).problem;

  it("nothing in an untouched log, also with the noted head", async () => {
    await many(1);
    await chain();
    expect(await verify(head)).toMatchObject({ blocks: 4, rows: 6, problem: null });
  });

  it.each([
    "action = 'Other'",
    "changes = '{}'",
    "at = at - interval '1 second'",
    "address = '192.0.2.8'",
    "service = 'x'",
  ])("a row with the change %s", async (set) => {
    await tamper(`update audit_log set ${set} where id = '${rows[2]}'`);
    expect(await problem()).toBe(`row ${rows[2]} of block 2 was changed`);
  });

  it("rows that were exchanged", async () => {
    await tamper(`update audit_log a set request_id = b.request_id from audit_log b
      where a.id in ('${rows[0]}', '${rows[1]}') and b.id in ('${rows[0]}', '${rows[1]}') and a.id <> b.id`);
    expect(await problem()).toBe(`row ${rows[0]} of block 1 was changed`);
  });

  it("a row that was removed, before it was chained or after", async () => {
    await many(1);
    const last = (await rowIds()).at(-1)!;
    await tamper(`delete from audit_log where id = '${last}'`);
    await chain();
    expect(await problem()).toBe(`row ${last} of block 4 was removed`);
    await tamper(`delete from audit_log where id = '${rows[1]}'`);
    expect(await problem()).toBe(`row ${rows[1]} of block 1 was removed`);
  });

  it("a row that was inserted", async () => {
    const id = newId();
    await tamper(`insert into audit_log (organization_id, id, actor_kind, action)
      values ('${us.organizationId}', '${id}', 'service', 'Forged')`);
    expect(await problem()).toBe(`row ${id} is in no block: it was inserted`);
  });

  it("a block that was removed in the middle", async () => {
    await tamper(
      `delete from audit_blocks where ${ours()} and position = 2`,
      `delete from audit_log where id in ('${rows[2]}', '${rows[3]}')`,
    );
    expect(await problem()).toBe("block 2 was removed");
  });

  it("blocks that were exchanged", async () => {
    await tamper(
      `update audit_blocks set position = 99 where ${ours()} and position = 1`,
      `update audit_blocks set position = 1 where ${ours()} and position = 2`,
      `update audit_blocks set position = 2 where ${ours()} and position = 99`,
    );
    expect(await problem()).toBe("block 1 does not follow block 0");
  });

  it("a block that was changed", async () => {
    await tamper(`update audit_blocks set chained_at = chained_at - interval '1 day' where ${ours()} and position = 2`);
    expect(await problem()).toBe("block 2 was changed");
  });

  it("the end that was removed, by the head, and by the noted head if that was set back, too", async () => {
    await tamper(
      `delete from audit_blocks where ${ours()} and position = 3`,
      `delete from audit_log where id = '${rows[4]}'`,
    );
    expect(await problem()).toBe("2 blocks are stored, and the head is 3");
    await tamper(`update audit_heads h set position = 2, hash = b.hash from audit_blocks b
      where h.${ours()} and b.${ours()} and b.position = 2`);
    expect(await problem()).toBeNull();
    expect(await problem(head)).toBe(`the chain does not contain the block ${head}`);
  });

  it("a chain that was calculated anew, by the noted head", async () => {
    await tamper(
      `update audit_log set action = 'Other' where id = '${rows[0]}'`,
      `delete from audit_blocks where ${ours()}`,
      `delete from audit_heads where ${ours()}`,
      `insert into audit_queue (organization_id, ids) select organization_id, array_agg(id) from audit_log where ${ours()} group by 1`,
    );
    await chain();
    expect(await problem()).toBeNull();
    expect(await problem(head)).toBe(`the chain does not contain the block ${head}`);
  });
});
