import { describe, expect, it } from "vitest";
import { parseRetryAfter, toText } from "./response.ts";

describe("the text of a response body", () => {
  it.each([
    { what: "plain text", bytes: Buffer.from("<b>ok</b>"), text: "<b>ok</b>" },
    { what: "invalid UTF-8", bytes: Buffer.from([0x61, 0xff, 0x62]), text: "a\ufffdb" },
    { what: "an encoded surrogate", bytes: Buffer.from([0xed, 0xa0, 0x80]), text: "\ufffd\ufffd\ufffd" },
    { what: "NUL", bytes: Buffer.from("a\0b\0"), text: "ab" },
    { what: "an incomplete character", bytes: Buffer.from([0x61, 0xe2, 0x82]), text: "a\ufffd" },
  ])("$what", ({ bytes, text }) => {
    expect(toText(bytes, { truncated: false })).toBe(text);
  });

  it("drops an incomplete character at the end of a truncated body", () => {
    const bytes = Buffer.from("ä".repeat(1024)).subarray(0, 2047);
    expect(toText(bytes, { truncated: true })).toBe("ä".repeat(1023));
  });

  it.each([
    { what: "invalid bytes", bytes: Buffer.alloc(2048, 0xff) },
    { what: "characters of four bytes", bytes: Buffer.from(`a${"😀".repeat(512)}`).subarray(0, 2048) },
    { what: "a body beyond the limit", bytes: Buffer.alloc(5000, "ä") },
  ])("has at most 2,048 bytes of whole characters: $what", ({ bytes }) => {
    const text = toText(bytes, { truncated: true });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(text)).toBeGreaterThan(2040);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-10-09T08:00:00Z");
  it.each([
    { value: undefined, ms: null },
    { value: "0", ms: 0 },
    { value: "7", ms: 7_000 },
    { value: "3600", ms: 3_600_000 },
    { value: "3601", ms: 3_600_000 },
    { value: "999999999999999", ms: 3_600_000 },
    { value: "9".repeat(400), ms: null },
    { value: "Fri, 09 Oct 2026 08:01:30 GMT", ms: 90_000 },
    { value: "Fri, 09 Oct 2026 07:00:00 GMT", ms: 0 },
    { value: "Fri, 09 Oct 2099 07:00:00 GMT", ms: 3_600_000 },
    { value: "Fri Oct  9 08:01:30 2026", ms: null },
    { value: "soon GMT", ms: null },
    { value: "-5", ms: null },
    { value: "1.5", ms: null },
    { value: "0x10", ms: null },
    { value: "", ms: null },
  ])("$value is $ms ms", ({ value, ms }) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });
});
