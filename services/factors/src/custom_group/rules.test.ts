import type { ConnectError } from "@connectrpc/connect";
import { enumTexts } from "@emissions/kit/wire/enum";
import { refusalIn } from "@emissions/kit/wire/errors";
import { GroupCategorySchema } from "@emissions/proto/factors/v1/custom_group_service";
import { describe, expect, it } from "vitest";
import { refuseGases } from "./rules.ts";

const GASES = ["co2e", "co2", "ch4", "n2o"];
const RIGHT = { simple: ["co2e"], advanced: ["co2", "ch4", "n2o"], full: GASES };
const TAGS = ["simple", "advanced", "full"] as const;
const CATEGORIES = enumTexts(GroupCategorySchema);
const BURNING = ["heat", "vehicles", "process"];

const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

function codeOf(factor: { tag: string; gases: readonly string[]; isBiogenic?: boolean; category?: string }) {
  const { tag, gases, isBiogenic = false, category = "purchases" } = factor;
  const values = {
    name: "Sheets",
    unitId: "61743a63-ff70-459c-9567-5eee8f7dfd5c",
    startDate: "1970-01-01",
    endDate: null,
    enabled: true,
    uncertaintyGrade: "0",
  };
  try {
    refuseGases({ ...values, tag, isBiogenic, gases: gases.map((gas) => ({ gas, value: "1" })) }, category);
    return null;
  } catch (error) {
    return refusalIn(error as ConnectError)?.code.replace("CUSTOM_GROUP_", "");
  }
}

describe("the gases of a group factor", () => {
  it("must be exactly the gases of its tag: all combinations of up to five, in any order", () => {
    const combinations = (length: number): string[][] =>
      length === 0 ? [[]] : combinations(length - 1).flatMap((head) => [head, ...GASES.map((gas) => [...head, gas])]);
    for (const tag of TAGS) {
      for (const gases of combinations(5)) {
        expect(codeOf({ tag, gases })).toBe(same(gases, RIGHT[tag]) ? null : "INVALID_FACTORS");
      }
    }
  });

  it("are biogenic only in categories with combustion, and with co2: every tag in every category", () => {
    expect(CATEGORIES).toHaveLength(13);
    for (const category of CATEGORIES) {
      for (const tag of TAGS) {
        const burns = BURNING.includes(category) ? null : "BIOGENIC_CATEGORY";
        const expected = burns ?? (tag === "simple" ? "BIOGENIC_REQUIRES_CO2" : null);
        expect(codeOf({ tag, gases: RIGHT[tag], isBiogenic: true, category })).toBe(expected);
        expect(codeOf({ tag, gases: RIGHT[tag], category })).toBeNull();
      }
    }
  });
});
