import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseJson } from "./body.ts";
import { FALLBACK, objectParser } from "./fast-parser.ts";
import { activityDay, decimal, id, text } from "./fields.ts";

const Record = z.strictObject({
  id,
  name: text(5),
  day: activityDay(),
  amount: decimal({ min: "0", max: "9".repeat(20) }),
  share: decimal({ min: "-0.1", max: "1" }).nullish(),
  other: z.string().max(3).nullish(),
  parent: id.optional(),
});
const parse = objectParser(Record);
const good = { id: "0197F3A0-0000-7000-8000-000000000001", name: "Paper", day: "2025-02-28", amount: 12.5 };

const values = fc.oneof(
  fc.constantFrom(
    null,
    true,
    "",
    " ",
    "abc",
    "abcdef",
    "😀😀😀😀😀",
    "😀😀😀😀😀😀",
    "2025-02-29",
    "1969-12-31",
    "2025-12-31",
  ),
  fc.constantFrom(good.id, good.id.toLowerCase(), `${good.id}0`, "2.50", "1e3", [], {}),
  fc.constantFrom(
    0,
    -0,
    1e-7,
    1e20,
    1e21,
    99_999_999_999_999_980_000,
    -0.1,
    -0.1 - Number.EPSILON,
    1,
    1 + Number.EPSILON,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);
const names = ["id", "name", "day", "amount", "share", "other", "parent", "more"];
const records = fc
  .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 3 })
  .chain((changes) =>
    fc.constantFrom(...names).map((left) => ({ ...good, ...Object.fromEntries(changes), [left]: undefined })),
  );

describe("a fast parser", () => {
  it("gives the output of the schema for valid values, and FALLBACK for others", () => {
    const isParsedAlike = (value: unknown) => {
      const sent = parseJson(JSON.stringify(value), { arrayMax: 10 });
      const known = parse(sent);
      const result = Record.safeParse(sent);
      expect(known).toEqual(result.success ? result.data : FALLBACK);
    };
    fc.assert(fc.property(fc.oneof(values, records, fc.constant(good)), isParsedAlike), { numRuns: 3_000 });
  });

  it("accepts numbers up to bounds that no double represents", () => {
    const amounts = ["99999999999999999999", "100000000000000000000", "99999999999999990000"];
    const all = amounts.map((amount) =>
      parse(parseJson(`${JSON.stringify(good).slice(0, -5)}${amount}}`, { arrayMax: 1 })),
    );
    expect(all.map((one) => one === FALLBACK || (one as { amount: string }).amount)).toEqual([
      amounts[0],
      true,
      amounts[2],
    ]);
  });

  it("leaves objects with rules about the whole object to their schema", () => {
    const Ruled = z.strictObject({ id }).refine(() => false);
    expect(objectParser(Ruled)({ id: good.id })).toBe(FALLBACK);
  });
});
