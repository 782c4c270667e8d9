/** What is kept of the body of an answer, in bytes: read from the network, and again as UTF-8 text. */
export const BODY_BYTES_MAX = 2048;
const RETRY_AFTER_MAX_MS = 3_600_000;

/**
 * The first bytes of a body as text that a database takes. `cut` says that there was more, so that half a character at
 * the end is left out instead of being marked as invalid.
 */
export function toText(bytes: Uint8Array, { cut }: { cut: boolean }): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: cut }).replaceAll("\0", "");
  // The mark of an invalid byte takes three, so the text may be longer than what it was read from.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(BODY_BYTES_MAX));
  return text.slice(0, read);
}

/** `Retry-After` in milliseconds from now, at most one hour; null when absent or not understood (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1000, RETRY_AFTER_MAX_MS);
  // Without the zone a date would be read in that of this machine.
  const at = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), RETRY_AFTER_MAX_MS);
}
