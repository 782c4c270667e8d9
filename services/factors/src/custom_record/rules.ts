import { unprocessable } from "@emissions/kit/wire/errors";
import { isCategory, isElectricity, mayBeBiogenic } from "./categories.ts";
import type { RecordValues } from "./values.ts";

/** In the order in which factors are shown. */
export const GASES = ["co2e", "co2", "ch4", "n2o"] as const;

export const GASES_OF: Readonly<Record<string, readonly string[]>> = {
  simple: ["co2e"],
  advanced: ["co2", "ch4", "n2o"],
  full: GASES,
};

/** Of a version. */
export const RECORDS_MAX = 20_000;
export const EVIDENCE_MAX = 20;

type Ruled = Pick<RecordValues, "tag" | "activityCategories" | "isBiogenic" | "renewablePercentage"> & {
  factors: readonly { gas: string }[];
};

interface Broken {
  code: string;
  detail: string;
}

/** The first rule that the record breaks, in the order of the contract; null when it keeps them all. */
export function brokenRule(record: Ruled): Broken | null {
  const { tag, activityCategories: categories, factors, isBiogenic, renewablePercentage } = record;
  if (!categories.every(isCategory)) {
    return broken("INVALID_CATEGORIES", "An activity category does not exist.");
  }
  if (!hasGasesOf(tag, factors)) {
    return broken(
      "INVALID_FACTORS",
      `A record with the tag ${tag} has one factor for each of: ${GASES_OF[tag]?.join(", ")}.`,
    );
  }
  if (isBiogenic && !categories.every(mayBeBiogenic)) {
    return broken("BIOGENIC_CATEGORY", "Only stationary, process and transport can be biogenic.");
  }
  if (isBiogenic && !factors.some(({ gas }) => gas === "co2")) {
    return broken("BIOGENIC_REQUIRES_CO2", "A biogenic record needs a factor for co2.");
  }
  if (renewablePercentage !== null && !categories.every(isElectricity)) {
    return broken("RENEWABLE_CATEGORY", "Only electricity has a renewable percentage.");
  }
  return null;
}

export function requireRules(record: Ruled): void {
  const rule = brokenRule(record);
  if (rule !== null) throw unprocessable(rule.code, rule.detail);
}

/** Each gas of the tag once, and no other. */
export function hasGasesOf(tag: string, factors: Ruled["factors"]): boolean {
  const wanted = GASES_OF[tag] ?? [];
  const given = new Set(factors.map(({ gas }) => gas));
  return factors.length === wanted.length && wanted.every((gas) => given.has(gas));
}

const broken = (code: string, detail: string): Broken => ({ code: `CUSTOM_RECORD_${code}`, detail });
