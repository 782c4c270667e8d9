import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { PACKED_FROM_BYTES, pack, UNPACKED_BYTES_MAX, unpack } from "./packing.ts";

describe("packing", () => {
  it.each([
    ["nothing", Buffer.alloc(0), false],
    ["less than is worth it", Buffer.alloc(PACKED_FROM_BYTES - 1), false],
    ["what repeats itself", Buffer.from("a waste like the one before; ".repeat(5_000)), true],
    ["what does not shrink", randomBytes(100_000), false],
    ["the largest of all", Buffer.alloc(UNPACKED_BYTES_MAX, 7), true],
  ])("unpacks %s unchanged", (_what, payload, packed) => {
    const sent = pack(payload);
    expect(sent.packed).toBe(packed);
    expect(Buffer.compare(unpack(sent), payload)).toBe(0);
    expect(sent.payload.length).toBeLessThanOrEqual(packed ? payload.length / 10 : payload.length);
  });

  it("refuses to pack more than consumers unpack, and names the size", () => {
    expect(() => pack(Buffer.alloc(UNPACKED_BYTES_MAX + 1))).toThrow(/8388609 bytes.* 8388608/);
  });

  it.each([
    ["was cut short", pack(Buffer.alloc(50_000)).payload.subarray(0, 20)],
    ["was never packed", Buffer.from("plain")],
    ["would fill the memory", deflateRawSync(Buffer.alloc(UNPACKED_BYTES_MAX + 1))],
  ])("refuses to unpack bytes that %s", (_what, payload) => {
    expect(() => unpack({ payload, packed: true })).toThrow();
  });
});
