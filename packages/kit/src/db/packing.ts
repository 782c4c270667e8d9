import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The payload of an event, plain or compressed. */
export interface Packed {
  payload: Uint8Array;
  /** Compressed with DEFLATE (RFC 1951). */
  packed: boolean;
}

/**
 * Larger events hold hundreds of similar rows. They shrink to a tenth in less time than their transport takes. Smaller
 * events share messages, and unpacking must not make those larger.
 */
export const PACKED_FROM_BYTES = 16 * 1024;
/** Limit of one event, when it is written and when it is unpacked. It bounds the memory of a consumer. */
export const UNPACKED_BYTES_MAX = 8 * 1024 * 1024;
const FASTEST = { level: 1 };

/** Throws for more than `unpack` accepts: the write fails, and not every consumer of the event. */
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

/** Throws for bytes that `pack` did not make. */
export const unpack = ({ payload, packed }: Packed): Uint8Array =>
  packed ? inflateRawSync(payload, { maxOutputLength: UNPACKED_BYTES_MAX }) : payload;
