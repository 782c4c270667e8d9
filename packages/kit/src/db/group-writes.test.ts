import { SupplierCorrectedSchema } from "@emissions/proto/activity/v1/supplier_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import type { Write } from "./transactions.ts";

let things: Things;
let holding: Principal;
let child: string;

beforeAll(async () => {
  things = await startThings();
  child = newId();
  holding = { ...servicePrincipal(newId()), descendants: [child] };
});
afterAll(() => things.database.drop());

const write = (work: (write: Write) => Promise<unknown>, view = { group: true }) =>
  things.db.write(callOf(holding), request, async (write) => ({ ...((await work(write)) as object) }), view);

const add = async ({ tx, org, emit, about }: Write, id: string) => {
  await tx`insert into things (organization_id, id, name) values (${org}, ${id}, 'thing')`;
  emit(SupplierCorrectedSchema, { supplierId: id });
  about(id);
};
const storedOf = (org: string) =>
  things.db.asService(org, async ({ tx }) => [
    (await tx<{ id: string }[]>`select id from things`).map(({ id }) => id).sort(),
    (await tx`select from outbox`).length,
    (await tx<{ entityId: string }[]>`select entity_id from audit_log`).map(({ entityId }) => entityId).sort(),
  ]);

describe("a write in a group view", () => {
  it("stores rows, events and audit rows of each organization in that organization", async () => {
    const [before, after] = [newId(), newId()].sort() as [string, string];
    const below = newId();
    await write(async (outer) => {
      await add(outer, before);
      await outer.within(child, (inner) => add(inner, below));
      await add(outer, after);
    });
    expect(await storedOf(holding.organizationId)).toEqual([[before, after], 2, [before, after]]);
    expect(await storedOf(child)).toEqual([[below], 1, [below]]);
  });

  it("commits nothing of any organization when a part fails", async () => {
    const stored = () => Promise.all([holding.organizationId, child].map(storedOf));
    const before = await stored();
    const failing = write(async (outer) => {
      await outer.within(child, (inner) => add(inner, newId()));
      await add(outer, newId());
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await stored()).toEqual(before);
  });

  it("refuses organizations outside of the view", async () => {
    const within = (org: string, view?: { group: boolean }) =>
      write((outer) => outer.within(org, (inner) => add(inner, newId())), view);
    await expect(within(newId())).rejects.toThrow("not in the view");
    await expect(within(child, { group: false })).rejects.toThrow("not in the view");
  });
});
