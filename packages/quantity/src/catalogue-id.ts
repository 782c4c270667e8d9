import { createHash } from "node:crypto";

/** Namespace of the UUIDv5 ids of catalogue rows. A change would change every catalogue id in every installation. */
const NAMESPACE = Buffer.from("6f2f2f0a3c1b5b8e9a540d6d3f5c7e11", "hex");

/** UUIDv5 (RFC 9562) of the kind and natural key of a catalogue row. It is the same in every installation. */
export function catalogueId(kind: string, key: string): string {
  const bytes = createHash("sha1").update(NAMESPACE).update(`${kind}:${key}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The sample data of the public contract fixes the ids of these units. */
const FIXED_UNIT_IDS: Readonly<Record<string, string>> = {
  kg: "61743a63-ff70-459c-9567-5eee8f7dfd5c",
  kWh: "ba80e6cb-86a4-4bb1-a0c5-8104365d523c",
};

/** The id of a unit by its code in the catalogue. A currency is a unit too: "EUR". */
export const unitId = (code: string): string => FIXED_UNIT_IDS[code] ?? catalogueId("unit", code);
