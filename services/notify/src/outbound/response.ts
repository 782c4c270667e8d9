/** Limit for a response body in bytes, both as read from the network and as UTF-8 text. */
export const BODY_BYTES_MAX = 2048;
const RETRY_AFTER_MAX_MS = 3_600_000;

/**
 * Returns the first bytes of a body as text that Postgres accepts. `truncated` means that the body was longer: then an
 * incomplete character at the end is dropped instead of replaced.
 */
export function toText(bytes: Uint8Array, { truncated }: { truncated: boolean }): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: truncated }).replaceAll("\0", "");
  // U+FFFD, which replaces an invalid byte, takes three bytes. So the text can be longer than its source.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(BODY_BYTES_MAX));
  return text.slice(0, read);
}

/** `Retry-After` in milliseconds from now, at most one hour; null if absent or invalid (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1000, RETRY_AFTER_MAX_MS);
  // `Date.parse` reads a date without zone in the time zone of this machine.
  const at = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), RETRY_AFTER_MAX_MS);
}
