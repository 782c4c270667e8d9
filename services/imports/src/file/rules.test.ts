import { describe, expect, it } from "vitest";
import { checkName } from "./rules.ts";
import { fileTypeOf } from "./types.ts";

describe("a file name", () => {
  it.each(["a.pdf", "Año 2025 – Müller & Söhne.pdf", "日本.csv", `${"😀".repeat(251)}.pdf`, "a'b\"c;d.pdf"])(
    "%j is allowed",
    (name) => {
      expect(checkName(name)).toEqual([]);
    },
  );

  it.each([
    ["", "value_error.missing"],
    [`${"a".repeat(252)}.pdf`, "value_error.any_str.max_length"],
    ["../../etc/passwd", "value_error.file_name"],
    ["C:\\fakepath\\a.pdf", "value_error.file_name"],
    ["..", "value_error.file_name"],
    [".env.txt", "value_error.file_name"],
    ["a\u0000.pdf", "value_error.file_name"],
    ["a\r\nset-cookie: x.pdf", "value_error.file_name"],
    ["a\u0085.pdf", "value_error.file_name"],
    ["a\u2028.pdf", "value_error.file_name"],
    ["annual\u202efdp.txt", "value_error.file_name"],
    ["a\u2066b.txt", "value_error.file_name"],
    ["a\u200fb.txt", "value_error.file_name"],
    ["\ud800.pdf", "value_error.file_name"],
  ])("%j is refused", (name, type) => {
    expect(checkName(name)).toMatchObject([{ loc: ["body", "file"], type }]);
  });
});

describe("a file type", () => {
  it.each(["a", "a.", "a.exe", "a.pdf.html", "a.svg", "a.pdf ", "a.js", "a.zip", "a.constructor", "a.__proto__"])(
    "no type for the name %j",
    (name) => expect(fileTypeOf(name)).toBeNull(),
  );

  const png = "\x89PNG\r\n\x1a\n";
  it.each([
    ["a.PDF", "%PDF-1.7", true],
    ["a.pdf", " %PDF-1.7", false],
    ["a.pdf", "<html>", false],
    ["a.png", png, true],
    ["a.jpg", png, false],
    ["a.jpeg", "\xff\xd8\xff\xe0", true],
    ["a.webp", "RIFF\0\0\0\0WEBPVP8 ", true],
    ["a.webp", "RIFF\0\0\0\0WAVEfmt ", false],
    ["a.tiff", "MM\0*", true],
    ["a.xlsx", "PK\x03\x04", true],
    ["a.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", false],
    ["a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", true],
    ["a.csv", "a;b\n1;2\n", true],
    ["a.csv", "A\xf1o;\x80\n", true],
    ["a.csv", "\xff\xfeA\0;\0\n\0", true],
    ["a.csv", "A\0;\0B\0\n\0", true],
    ["a.csv", "MZ\x90\0\x03\0\0\0\xff\xff", false],
    ["a.csv", "MZ\x90\x01\x03\xff\xff", false],
    ["a.csv", "PK\x03\x04\xff", false],
    ["a.csv", "\xef\xbb\xbfa\xff", false],
    ["a.tsv", "a\tb\n1\t2\n", true],
    ["a.tsv", "PK\x03\x04\xff", false],
    ["a.txt", "A\xf1o", false],
    ["a.csv", "A\xc3\xb1o", true],
    ["a.csv", "half a character \xc3", true],
    ["a.txt", "a\0b", false],
    ["a.txt", "MZ\x90\0\x03", false],
    ["a.pdf", "%PD", false],
  ])("%s with first bytes %j matches: %s", (name, firstChunk, matches) => {
    expect(fileTypeOf(name)?.matches(Buffer.from(firstChunk, "latin1"))).toBe(matches);
  });
});
