import type { ConnectError } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTIVITY_CATEGORIES } from "./categories.ts";
import { firstViolation, requireRules } from "./rules.ts";

const TAGS = ["simple", "advanced", "full"] as const;
const GASES = ["co2e", "co2", "ch4", "n2o"];
const ELECTRICITY = [
  "electricity",
  "electricity_location_based",
  "electricity_generation",
  "electricity_transmission_and_distribution",
];
const BURNING = ["stationary", "process", "transport"];

const category = fc.constantFrom(...ACTIVITY_CATEGORIES);
const categories = fc.uniqueArray(category, { minLength: 1 });
const gases = fc.array(fc.constantFrom(...GASES), { maxLength: 6 });
const tag = fc.constantFrom(...TAGS);

const right = { simple: ["co2e"], advanced: ["co2", "ch4", "n2o"], full: GASES };
const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

interface Sketch {
  tag?: keyof typeof right;
  gases?: string[];
  activityCategories?: string[];
  isBiogenic?: boolean;
  renewablePercentage?: string | null;
}

const sketch = ({ tag = "simple", gases: sent = right[tag], ...rest }: Sketch) => ({
  tag,
  activityCategories: ["wastes"],
  isBiogenic: false,
  renewablePercentage: null,
  ...rest,
  factors: sent.map((gas) => ({ gas })),
});
const codeOf = (record: Sketch) => firstViolation(sketch(record))?.code.replace("CUSTOM_RECORD_", "") ?? null;

describe("factors of a tag", () => {
  it("must be exactly its gases: all combinations of up to five, in any order", () => {
    const combinations = (length: number): string[][] =>
      length === 0 ? [[]] : combinations(length - 1).flatMap((head) => [head, ...GASES.map((gas) => [...head, gas])]);
    for (const one of TAGS) {
      for (const sent of combinations(5)) {
        expect(codeOf({ tag: one, gases: sent })).toBe(same(sent, right[one]) ? null : "INVALID_FACTORS");
      }
    }
  });
});

describe("activity categories", () => {
  it.each(ACTIVITY_CATEGORIES)("%s exists", (name) => {
    expect(codeOf({ activityCategories: [name] })).toBeNull();
  });

  it("are rejected if one does not exist in exactly that spelling", () => {
    const strange = fc.oneof(
      fc.string().filter((name) => !ACTIVITY_CATEGORIES.includes(name)),
      category.map((name) => name.toUpperCase()),
      category.map((name) => ` ${name}`),
      fc.constantFrom("constructor", "__proto__", "toString", "HOTEL_STAYS"),
    );
    fc.assert(
      fc.property(categories, strange, fc.nat(), (known, other, at) => {
        expect(codeOf({ activityCategories: (known as string[]).toSpliced(at % (known.length + 1), 0, other) })).toBe(
          "INVALID_CATEGORIES",
        );
      }),
    );
  });
});

describe("a biogenic record", () => {
  it("has only categories with combustion or process emissions, and a factor for co2", () => {
    fc.assert(
      fc.property(categories, tag, (names, one) => {
        const burns = names.every((name) => BURNING.includes(name));
        const expected = burns ? (one === "simple" ? "BIOGENIC_REQUIRES_CO2" : null) : "BIOGENIC_CATEGORY";
        expect(codeOf({ tag: one, activityCategories: names, isBiogenic: true })).toBe(expected);
      }),
    );
  });
});

describe("a renewable percentage", () => {
  it("is allowed only for electricity, even if it is zero", () => {
    fc.assert(
      fc.property(categories, fc.constantFrom("0", "0.5", "1"), (names, renewablePercentage) => {
        const electric = names.every((name) => ELECTRICITY.includes(name));
        expect(codeOf({ activityCategories: names, renewablePercentage })).toBe(electric ? null : "RENEWABLE_CATEGORY");
      }),
    );
  });
});

it("returns the first violation in the order of the contract", () => {
  const name = fc.oneof(category, fc.constant("no category"));
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1 }),
      tag,
      gases,
      fc.boolean(),
      fc.constantFrom(null, "0.5"),
      (activityCategories, one, sent, isBiogenic, renewablePercentage) => {
        const all = (allowed: readonly string[]) => activityCategories.every((each) => allowed.includes(each));
        const expected = [
          all(ACTIVITY_CATEGORIES) ? null : "INVALID_CATEGORIES",
          same(sent, right[one]) ? null : "INVALID_FACTORS",
          isBiogenic && !all(BURNING) ? "BIOGENIC_CATEGORY" : null,
          isBiogenic && !sent.includes("co2") ? "BIOGENIC_REQUIRES_CO2" : null,
          renewablePercentage !== null && !all(ELECTRICITY) ? "RENEWABLE_CATEGORY" : null,
        ].find((code) => code !== null);
        expect(codeOf({ tag: one, gases: sent, activityCategories, isBiogenic, renewablePercentage })).toBe(
          expected ?? null,
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

it("throws the code of the rule", () => {
  expect(() => requireRules(sketch({}))).not.toThrow();
  try {
    requireRules(sketch({ gases: [] }));
    expect.unreachable();
  } catch (error) {
    expect(refusalIn(error as ConnectError)?.code).toBe("CUSTOM_RECORD_INVALID_FACTORS");
  }
});
