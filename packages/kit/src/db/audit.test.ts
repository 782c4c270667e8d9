import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, newIds } from "../process/id.ts";
import { CLIENT_ADDRESS, REQUEST_ID } from "../wire/headers.ts";
import { servicePrincipal } from "../wire/principal.ts";
import { fieldChanges } from "./audit.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import type { Db, Write } from "./transactions.ts";

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

  it.each([
    { what: "an address of IPv4", sent: "192.0.2.7", stored: "192.0.2.7" },
    { what: "an address of IPv6", sent: "2001:db8::7", stored: "2001:db8::7" },
    { what: "no address", sent: null, stored: null },
    { what: "a text that is no address", sent: "' or 1=1", stored: null },
    { what: "an address that is too long", sent: `fe80::1%${"x".repeat(100)}`, stored: null },
  ])("has the resource, the request and the client with $what", async ({ sent, stored }) => {
    const ours = org();
    const headers = { [REQUEST_ID]: "request-1", ...(sent !== null && { [CLIENT_ADDRESS]: sent }) };
    await db.write(callOf(ours, headers), request, async () => ({}));
    const select = ({ tx }: Write) => tx`select entity_kind, request_id, address from audit_log`;
    expect(await db.asService(ours.organizationId, select)).toMatchObject([
      { entityKind: "supplier", requestId: "request-1", address: stored },
    ]);
  });

  it("has only the names of fields whose values are too long for an event", async () => {
    const ours = org();
    const long = "x".repeat(200_000);
    await db.write(callOf(ours), request, async ({ about }) => {
      about("1", fieldChanges({ name: "a", text: "" }, { name: "b", text: long }));
      return {};
    });
    expect(await audited(ours)).toMatchObject([{ changes: { name: {}, text: {} } }]);
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
