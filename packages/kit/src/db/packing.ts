import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The bytes of an event, as they are or packed. */
export interface Packed {
  payload: Uint8Array;
  /** By DEFLATE (RFC 1951). */
  packed: boolean;
}

/**
 * Larger events hold hundreds of records that say nearly the same: they shrink to a tenth, in less time than their
 * transport would take. Smaller ones stay as they are: many share a message, which must not grow when it is read.
 */
export const PACKED_FROM_BYTES = 16 * 1024;
/** No event is larger: none is written, and none that claims to be can fill the memory of its reader. */
export const UNPACKED_BYTES_MAX = 8 * 1024 * 1024;
const FASTEST = { level: 1 };

/** Throws for what is larger than `unpack` takes: then the write fails, instead of every consumer of the event. */
export function pack(payload: Uint8Array): Packed {
  if (payload.length > UNPACKED_BYTES_MAX) {
    throw new Error(
      `An event of ${payload.length} bytes is larger than consumers read, which is ${UNPACKED_BYTES_MAX}.`,
    );
  }
  if (payload.length < PACKED_FROM_BYTES) return { payload, packed: false };
  const smaller = deflateRawSync(payload, FASTEST);
  return smaller.length < payload.length ? { payload: smaller, packed: true } : { payload, packed: false };
}

/** Throws when the bytes are not what `pack` made. */
export const unpack = ({ payload, packed }: Packed): Uint8Array =>
  packed ? inflateRawSync(payload, { maxOutputLength: UNPACKED_BYTES_MAX }) : payload;
