import { randomFillSync } from "node:crypto";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const NIL_ID = "00000000-0000-0000-0000-000000000000";

export const isId = (text: string): boolean => UUID.test(text);

/** One call of the random generator for many ids is cheaper than a call for each. */
const POOL_IDS = 256;
const pool = Buffer.alloc(16 * POOL_IDS);
let taken = POOL_IDS;

/** UUIDv7 (RFC 9562): unique without a round trip to the database, and ordered by time of creation. */
export function newId(now = Date.now()): string {
  if (taken === POOL_IDS) {
    randomFillSync(pool);
    taken = 0;
  }
  const bytes = pool.subarray(16 * taken, 16 * ++taken);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** New ids in order. Ids of one millisecond are in none by themselves. */
export const newIds = (count: number): string[] => Array.from({ length: count }, () => newId()).sort();
