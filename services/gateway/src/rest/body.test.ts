import type { ConnectError } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeBody, parseJson, survey } from "./body.ts";
import { isExactNumber } from "./json-validator.ts";

const LIMITS = { arrayMax: 3 };

function refused(work: () => unknown): string {
  try {
    work();
    return "accepted";
  } catch (error) {
    const violations = refusalIn(error as ConnectError)?.violations ?? [];
    return violations.map(({ loc, type }) => `${loc.join(".")} ${type}`).join("; ");
  }
}

const inexact = (text: string) => {
  const places = survey(text).inexact;
  return places.flatMap((at, i) => (i % 2 === 0 ? [text.slice(at, places[i + 1])] : []));
};

it.each([
  ['{"a": 1.5, "b": "12345678901234567890", "c": [123456789012345, true, false, 1]}', []],
  ['{"a": 1234567890.123456, "b": 12345678901234567}', ["12345678901234567"]],
  ['{"a": 1e3, "b": -1E-3}', ["1e3", "-1E-3"]],
  ['{"a": 2.50, "b":1.00 }', ["2.50", "1.00"]],
  ["[1.0,2,-0.0]", ["1.0", "-0.0"]],
  ["0.0", ["0.0"]],
  ['{"a": 2.05, "b": "2.50"}', []],
  ["[100, 10.5, 20]", []],
  [String.raw`{"a\"1e3": "\\", "b": 2}`, []],
])("finds in %s the numbers that a double would change", (text, expected) => {
  expect(inexact(text)).toEqual(expected);
});

it.each([
  "01.50",
  "1.50.0",
  "--2.50",
  "2.50e",
  "{2.50: 1}",
  '{"a":1, 2.50 : 1}',
  "[1 2.50]",
  '["a"2.50]',
  "2.50true",
  "+1.0",
  "1.0-",
])("refuses %s because of malformed or misplaced numbers", (text) => {
  expect(refused(() => parseJson(text, LIMITS))).toBe("body value_error.jsondecode");
});

it("reads every number like a parser with the source text of each", () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc
      .tuple(
        fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
        fc.stringMatching(/^\d{0,20}$/),
        fc.constantFrom("", "e5", "E-7", "e+12"),
      )
      .map(([whole, fraction, exponent]) => `${whole}${fraction && `.${fraction}`}${exponent}`),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 3 }), (numbers) => {
      const value = parseJson(`{"a":[${numbers.join(" , ")}]}`, LIMITS) as { a: unknown[] };
      const read = value.a.map((one) => (isExactNumber(one) ? one.exact : String(one)));
      expect(read).toEqual(numbers.map((text) => (text === "-0" ? "0" : text)));
    }),
  );
});

it("never reads a text of a client as a number", () => {
  const value = parseJson('{"a": 2.50, "b": "2.50"}', LIMITS);
  expect(value).toMatchObject({ a: { exact: "2.50" }, b: "2.50" });
});

it("keeps the source text only of numbers that a double changes", () => {
  const value = parseJson('{"a": 0.12345678901234567890123, "b": 1.5, "c": [1e400]}', LIMITS) as Record<
    string,
    unknown
  >;
  expect(value.a).toMatchObject({ exact: "0.12345678901234567890123" });
  expect(value.b).toBe(1.5);
  expect(parseJson('{"a": 2.50, "b": 2.5, "c": 20}', LIMITS)).toMatchObject({ a: { exact: "2.50" }, b: 2.5, c: 20 });
  expect(isExactNumber((value.c as unknown[])[0])).toBe(true);
  expect(isExactNumber({ exact: "1" })).toBe(false);
});

it.each([
  ["32 levels", "[".repeat(32) + "]".repeat(32), "accepted"],
  ["33 levels", "[".repeat(33) + "]".repeat(33), "body value_error.depth"],
  ["200,000 open brackets", "[".repeat(200_000), "body value_error.depth"],
  ["brackets inside text", JSON.stringify("[".repeat(1000)), "accepted"],
  ["a long list", "[1,2,3,4]", "body value_error.list.max_items"],
  ["a polluting key", '{"a": {"__proto__": {"admin": true}}}', "body.a.__proto__ value_error.extra"],
  ["a constructor", '{"constructor": {"prototype": {}}}', "body.constructor value_error.extra"],
  ["a long key", `{"${"k".repeat(256)}": 1}`, "body value_error.extra"],
  ["NUL in a key", '{"a\\u0000": 1}', "body value_error.extra"],
  ["NUL in a text", '{"a": ["x\\u0000"]}', "body.a.0 value_error.any_str.nul"],
  ["half a surrogate pair", '{"a": "\\ud800"}', "body.a value_error.any_str.surrogate"],
  ["a text of 64 KiB", JSON.stringify("x".repeat(65_536)), "accepted"],
  ["a longer text", JSON.stringify("é".repeat(32_769)), "body value_error.any_str.max_length"],
  ["a comment", "{} // no", "body value_error.jsondecode"],
  ["NaN", '{"a": NaN}', "body value_error.jsondecode"],
  ["a torn body", '{"a": "', "body value_error.jsondecode"],
])("%s", (_what, text, expected) => {
  expect(refused(() => parseJson(text, LIMITS))).toBe(expected);
});

it("skips a byte order mark and refuses what is not UTF-8", () => {
  expect(decodeBody(Buffer.from("\ufeff{}"))).toBe("{}");
  expect(refused(() => decodeBody(Buffer.from([0xff, 0xfe])))).toBe("body value_error.jsondecode");
});

it.each([
  ["whole numbers that end in a zero, and no point", "10,"],
  ["numbers that a double would not give back", "1.0,"],
  ["texts with escapes", String.raw`"\\\"",`],
])("scans %s in one pass, however long the text", (_what, part) => {
  const text = `[${part.repeat(240_000)}1]`;
  const begun = performance.now();
  survey(text);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

it.each([
  ["fields", (n: number) => `{${Array.from({ length: n }, (_, at) => `"${at}":0`).join()}}`],
  ["items of small lists", (n: number) => `[${Array.from({ length: n }, () => "[]").join()}]`],
])("accepts up to 250,000 values: %s", (_what, text) => {
  const reading = { arrayMax: 300_000 };
  expect(refused(() => parseJson(text(250_000), reading))).toBe("accepted");
  expect(refused(() => parseJson(text(250_001), reading))).toBe("body value_error.values");
});
