import { randomBytes } from "node:crypto";
import { SupplierCorrectedSchema } from "@emissions/proto/activity/v1/supplier_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { type Packed, UNPACKED_BYTES_MAX, unpack } from "./packing.ts";
import { startThings, type Things } from "./transactions.fixture.ts";

let things: Things;

beforeAll(async () => {
  things = await startThings();
});
afterAll(() => things.database.drop());

const LARGE = 100_000;
const payloadsOf = (sizes: readonly number[]) => sizes.map((size) => randomBytes(size));
/** Repetitive text, so that it is packed. */
const uniform = (size: number) => new Uint8Array(size).fill(7);

/** Emits one event for each payload, and then throws `fail`. */
const emitAll = (org: string, payloads: readonly Uint8Array[], fail?: string) =>
  things.db.asService(org, async ({ emitEncoded }) => {
    for (const payload of payloads) emitEncoded(SupplierCorrectedSchema, payload, { lane: "bulk" });
    if (fail) throw new Error(fail);
  });
const stored = async (org: string) => {
  const rows = await things.db.asService(
    org,
    ({ tx }) => tx<(Packed & { lane: string })[]>`select payload, packed, lane from outbox`,
  );
  return rows.map((row) => `${row.lane} ${Buffer.from(unpack(row)).toString("hex")}`).sort();
};

describe("the outbox", () => {
  it.each([
    ["no event", []],
    ["a small event", [3]],
    ["small events", [0, 1, 200]],
    ["a large event", [LARGE]],
    ["large events among small ones", [5, LARGE, LARGE + 1, 7, 8, LARGE + 2]],
  ])("stores %s unchanged", async (_what, sizes) => {
    const org = newId();
    const payloads = [...payloadsOf(sizes), ...sizes.map(uniform)];
    await emitAll(org, payloads);
    expect(await stored(org)).toEqual(payloads.map((payload) => `bulk ${Buffer.from(payload).toString("hex")}`).sort());
  });

  it("stores nothing of a write with an event that is too large for consumers", async () => {
    const org = newId();
    const tooLarge = uniform(UNPACKED_BYTES_MAX + 1);
    await expect(emitAll(org, [uniform(3), tooLarge])).rejects.toThrow("larger than consumers read");
    expect(await stored(org)).toEqual([]);
  });

  it("stores nothing of a failed write, flushed events included", async () => {
    const org = newId();
    await expect(emitAll(org, payloadsOf([LARGE, 1, LARGE]), "on purpose")).rejects.toThrow("on purpose");
    expect(await stored(org)).toEqual([]);
  });
});
