import type { ConnectError } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/errors";
import { expect, it } from "vitest";
import { decodeBody, isExactNumber, parseJson, survey } from "./body.ts";

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

it("parses natively unless a number would lose digits", () => {
  expect(survey('{"a": 1.5, "b": "12345678901234567890", "c": [123456789012345, true, false, 1]}').exact).toBe(false);
  expect(survey('{"a": 1234567890.123456}').exact).toBe(true);
  expect(survey('{"a": 1e3}').exact).toBe(true);
  for (const zeros of ['{"a": 2.50}', "[1.0,2]", '{"a":1.00 }', "0.0"]) expect(survey(zeros).exact).toBe(true);
  for (const none of ['{"a": 2.05}', "[100, 10.5]", '{"a": "2.50"}', '"1.0"']) expect(survey(none).exact).toBe(false);
  expect(survey(String.raw`{"a\"1e3": "\\", "b": 2}`).exact).toBe(false);
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
