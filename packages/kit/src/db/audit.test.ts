import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, newIds } from "../process/id.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { fieldChanges } from "./audit.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import type { Db } from "./transactions.ts";

let things: Things;
let db: Db;

beforeAll(async () => {
  things = await startThings();
  ({ db } = things);
});
afterAll(() => things.database.drop());

const org = () => servicePrincipal(newId());

describe("a write", () => {
  const audited = ({ organizationId }: { organizationId: string }) =>
    db.asService(
      organizationId,
      ({ tx }) => tx<{ entityId: string | null; changes: unknown }[]>`
        select actor_id, action, entity_id, changes from audit_log order by entity_id, changes::text`,
    );

  it("has an audit row for each change, with the old and the new values of the fields that differ", async () => {
    const ours = org();
    const before = {
      name: 'a "quoted" \\ name',
      unitPrice: "1.50",
      at: new Date(0),
      tags: ["a"],
      key: Buffer.of(1),
      url: "x",
    };
    const after = { ...before, name: null, unitPrice: "2", tags: ["a", "b"], key: Buffer.of(2), url: "y" };
    await db.write(callOf(ours), request, async ({ about }) => {
      about("1", fieldChanges(before, after, { secret: ["url"] }));
      about("2", fieldChanges(before, { unitPrice: "1.50", at: new Date(0) }));
      about("3");
      return {};
    });
    expect(await audited(ours)).toMatchObject([
      {
        entityId: "1",
        changes: {
          name: { old: 'a "quoted" \\ name', new: null },
          unit_price: { old: "1.50", new: "2" },
          tags: { old: ["a"], new: ["a", "b"] },
          key: {},
          url: {},
        },
      },
      { entityId: "2", changes: {} },
      { entityId: "3", changes: null },
    ]);
  });

  it("has one audit row when it names no entity, and thousands when it names thousands", async () => {
    const [one, many] = [org(), org()];
    await db.write(callOf(one), request, async () => ({}));
    expect(await audited(one)).toEqual([
      { actorId: one.userId, action: "CreateSupplier", entityId: null, changes: null },
    ]);
    const ids = newIds(5_000);
    await db.write(callOf(many), request, async ({ about, flush }) => {
      for (const [at, id] of ids.entries()) {
        about(id);
        if (at % 500 === 499) await flush();
      }
      return {};
    });
    expect((await audited(many)).map(({ entityId }) => entityId)).toEqual(ids);
  });

  it("leaves audit rows that neither the service nor the owner of the table can change or delete", async () => {
    const ours = org();
    await db.write(callOf(ours), request, async () => ({}));
    for (const statement of ["update audit_log set action = 'x'", "delete from audit_log", "truncate audit_log"]) {
      const byService = db.asService(ours.organizationId, ({ tx }) => tx.unsafe(statement));
      await expect(byService).rejects.toThrow("permission denied");
      await expect(things.database.owner.unsafe(statement)).rejects.toThrow("append-only");
    }
    expect(await audited(ours)).toHaveLength(1);
  });
});
