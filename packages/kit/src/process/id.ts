import { createHash, randomFillSync } from "node:crypto";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** The namespace of catalogue ids; changing it would change every catalogue id in every installation. */
const CATALOGUE = Buffer.from("6f2f2f0a3c1b5b8e9a540d6d3f5c7e11", "hex");

export const isId = (text: string): boolean => UUID.test(text);

/** Randomness is cheaper by the page than by the id. */
const POOL_IDS = 256;
const pool = Buffer.alloc(16 * POOL_IDS);
let taken = POOL_IDS;

/** A UUIDv7: unique without asking the database, and ordered by time of creation. */
export function newId(now = Date.now()): string {
  if (taken === POOL_IDS) {
    randomFillSync(pool);
    taken = 0;
  }
  const bytes = pool.subarray(16 * taken, 16 * ++taken);
  bytes.writeUIntBE(now, 0, 6);
  return uuid(bytes, 0x70);
}

/** A UUIDv5 of the kind and natural key of a catalogue row: the same in every installation. */
export function catalogueId(kind: string, key: string): string {
  const digest = createHash("sha1").update(CATALOGUE).update(`${kind}:${key}`).digest();
  return uuid(digest.subarray(0, 16), 0x50);
}

/** The sample data of the public contract fixes the ids of these two. */
const FIXED_UNITS: Readonly<Record<string, string>> = {
  kg: "61743a63-ff70-459c-9567-5eee8f7dfd5c",
  kWh: "ba80e6cb-86a4-4bb1-a0c5-8104365d523c",
};

/** The id of a unit by its code in the catalogue; a currency is a unit as well: "EUR". */
export const unitId = (code: string): string => FIXED_UNITS[code] ?? catalogueId("unit", code);

function uuid(raw: Buffer, version: number): string {
  raw[6] = (raw[6]! & 0x0f) | version;
  raw[8] = (raw[8]! & 0x3f) | 0x80;
  const hex = raw.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
