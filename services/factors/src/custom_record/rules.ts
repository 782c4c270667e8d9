import { unprocessable } from "@emissions/kit/wire/errors";
import { isCategory, isElectricity, mayBeBiogenic } from "./categories.ts";
import type { RecordValues } from "./values.ts";

/** In the order of the factors in answers. */
export const GASES = ["co2e", "co2", "ch4", "n2o"] as const;

export const GASES_OF: Readonly<Record<string, readonly string[]>> = {
  simple: ["co2e"],
  advanced: ["co2", "ch4", "n2o"],
  full: GASES,
};

/** Per version. */
export const RECORDS_MAX = 20_000;

type RuleInput = Pick<RecordValues, "tag" | "activityCategories" | "isBiogenic" | "renewablePercentage"> & {
  factors: readonly { gas: string }[];
};

interface RuleViolation {
  code: string;
  detail: string;
}

/** The first violated rule, in the order of the contract. Null if there is none. */
export function firstViolation(record: RuleInput): RuleViolation | null {
  const { tag, activityCategories: categories, factors, isBiogenic, renewablePercentage } = record;
  if (!categories.every(isCategory)) {
    return ruleViolation("INVALID_CATEGORIES", "An activity category does not exist.");
  }
  if (!hasGasesOf(tag, factors)) {
    return ruleViolation(
      "INVALID_FACTORS",
      `A record with the tag ${tag} has one factor for each of: ${GASES_OF[tag]?.join(", ")}.`,
    );
  }
  if (isBiogenic && !categories.every(mayBeBiogenic)) {
    return ruleViolation("BIOGENIC_CATEGORY", "Only stationary, process and transport can be biogenic.");
  }
  if (isBiogenic && !factors.some(({ gas }) => gas === "co2")) {
    return ruleViolation("BIOGENIC_REQUIRES_CO2", "A biogenic record needs a factor for co2.");
  }
  if (renewablePercentage !== null && !categories.every(isElectricity)) {
    return ruleViolation("RENEWABLE_CATEGORY", "Only electricity has a renewable percentage.");
  }
  return null;
}

export function requireRules(record: RuleInput): void {
  const rule = firstViolation(record);
  if (rule !== null) throw unprocessable(rule.code, rule.detail);
}

/** True if the factors are exactly the gases of the tag, each once. */
export function hasGasesOf(tag: string, factors: RuleInput["factors"]): boolean {
  const wanted = GASES_OF[tag] ?? [];
  const given = new Set(factors.map(({ gas }) => gas));
  return factors.length === wanted.length && wanted.every((gas) => given.has(gas));
}

const ruleViolation = (code: string, detail: string): RuleViolation => ({ code: `CUSTOM_RECORD_${code}`, detail });
