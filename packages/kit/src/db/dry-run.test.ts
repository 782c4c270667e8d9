import { SupplierCorrectedSchema } from "@emissions/proto/activity/v1/supplier_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { unprocessable } from "../wire/errors.ts";
import { forward } from "../wire/forward.ts";
import { DRY_RUN, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from "../wire/headers.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";

let things: Things;
beforeAll(async () => {
  things = await startThings();
});
afterAll(() => things.database.drop());

const org = () => servicePrincipal(newId());
const DRY = { [DRY_RUN]: "true" };

/** Rows of each table that a write inserts into. */
const traces = ({ organizationId }: Principal) =>
  things.db.asService(organizationId, async ({ tx }) => {
    const [counts] = await tx`select (select count(*)::int from things) as things, (select count(*)::int from outbox)
      as outbox, (select count(*)::int from audit_log) as audit, (select count(*)::int from idempotency_keys) as keys`;
    return counts;
  });
const NONE = { things: 0, outbox: 0, audit: 0, keys: 0 };

/** Inserts a row with a unique label and emits an event. */
const label = (principal: Principal, headers: Record<string, string>, text: string) =>
  things.db.write(callOf(principal, headers), request, async ({ tx, org, emit, send }) => {
    const id = newId();
    send(tx`insert into things values (${org}, ${id}, 'thing', ${text})`);
    emit(SupplierCorrectedSchema, { supplierId: id });
    const [seen] = await tx<{ found: number }[]>`select count(*)::int as found from things`;
    return { found: seen?.found };
  });

describe("a dry run", () => {
  it("answers and stores nothing", async () => {
    const ours = org();
    expect(await label(ours, DRY, "a")).toEqual({ found: 1 });
    expect(await traces(ours)).toEqual(NONE);
  });

  it("wakes no worker", async () => {
    let woken = 0;
    things.db.onCommit = () => void woken++;
    await label(org(), DRY, "a");
    expect(woken).toBe(0);
    await label(org(), {}, "a");
    expect(woken).toBe(1);
  });

  it("neither reads nor claims the idempotency key", async () => {
    const ours = org();
    const keyed = { [IDEMPOTENCY_KEY]: "k" };
    await label(ours, { ...keyed, ...DRY }, "a");
    expect(await traces(ours)).toEqual(NONE);
    await label(ours, keyed, "a");
    const call = callOf(ours, { ...keyed, ...DRY });
    expect(await things.db.earlier(call, request)).toBeNull();
    expect(await things.put(call, newId())).toEqual({});
    expect(call.responseHeader.has(IDEMPOTENT_REPLAYED)).toBe(false);
  });

  it("is refused by the rules of the work, like the real call", async () => {
    const refuse = things.db.write(callOf(org(), DRY), request, async () => {
      throw unprocessable("UNIT_NOT_SUPPORTED", "Only kilograms.");
    });
    await expect(refuse).rejects.toThrow("Only kilograms.");
  });

  it("is refused by deferred constraints too", async () => {
    const ours = org();
    await label(ours, {}, "a");
    await expect(label(ours, {}, "a")).rejects.toThrow(/duplicate key/);
    await expect(label(ours, DRY, "a")).rejects.toThrow(/duplicate key/);
  });

  it("is passed on to the services that its handler calls", () => {
    const call = { ...callOf(org(), DRY), signal: new AbortController().signal, timeoutMs: () => undefined };
    expect(new Headers(forward(call).headers).get(DRY_RUN)).toBe("true");
  });
});
