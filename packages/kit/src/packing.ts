import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The bytes of an event, as they are or packed. */
export interface Packed {
  payload: Uint8Array;
  /** By DEFLATE (RFC 1951). */
  packed: boolean;
}

/**
 * What is larger tells of hundreds of records, which say nearly the same: it shrinks to a tenth in less time than the
 * rest takes to travel. Smaller events travel together, and a parcel of them must not grow when it is unpacked.
 */
export const PACKED_FROM_BYTES = 16 * 1024;
/** No event is larger: neither is one written, nor does one that claims to be fill the memory of who reads it. */
export const UNPACKED_BYTES_MAX = 8 * 1024 * 1024;
const FASTEST = { level: 1 };

/** Throws for what is larger than `unpack` gives back: the write fails then, and no consumer comes to stand before it. */
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
