import type { Snapshot } from "../../catalogue/snapshot.ts";
import { type Answer, CANDIDATES_MAX, failure } from "../answer.ts";
import { conversion, converts } from "../conversion.ts";
import { merged } from "../fitness.ts";
import { toConversionStep } from "../messages.ts";
import { applies, lastDayWithin, marksOf, toFactor } from "./factor.ts";
import type { Requirements } from "./record.ts";
import type { CustomGroup, GroupFactor } from "./rows.ts";

interface GroupRequirements extends Requirements {
  snapshot: Snapshot;
  unitMustMatch: boolean;
}

interface EvaluatedFactor {
  factor: GroupFactor;
  /** Null if the factor applies. */
  mismatch: Mismatch | null;
}

/** From the smallest mismatch to the largest. */
const MISMATCHES = ["unit", "disabled", "day"] as const;
type Mismatch = (typeof MISMATCHES)[number];

const FAILURES: Readonly<Record<Mismatch, string>> = {
  unit: "CUSTOM_FACTOR_UNIT_MISMATCH",
  disabled: "CUSTOM_FACTOR_DISABLED",
  day: "CUSTOM_FACTOR_NOT_VALID",
};

/** Selects the factor of the group that is valid on the day, with the latest start. There is no fallback. */
export function resolveGroup(group: CustomGroup | null, required: GroupRequirements): Answer {
  if (group === null) return failure("CUSTOM_FACTOR_NOT_FOUND", "There is no such custom emission group.");
  const evaluated = group.factors
    .map((factor) => ({ factor, mismatch: mismatchOf(factor, group, required) }))
    .sort((a, b) => rankOf(a) - rankOf(b) || byStart(a.factor, b.factor));
  const [best] = evaluated;
  const candidatesOf = (reasonOfBest: string, chosen: boolean) =>
    evaluated.slice(0, CANDIDATES_MAX).map(({ factor, mismatch }, at) => ({
      rank: at + 1,
      chosen: chosen && at === 0,
      reason: at === 0 ? reasonOfBest : `Passed over: ${refusal({ factor, mismatch }, required)}`,
      factor: toFactor(factor, factor.gases, required.codeOf(factor.unitId)),
    }));
  if (best === undefined) return failure("CUSTOM_FACTOR_NOT_VALID", "The custom emission group has no factors.");
  if (best.mismatch !== null) {
    const detail = refusal(best, required);
    const whole = `No factor of the custom emission group fits: ${detail}`;
    return { ...failure(FAILURES[best.mismatch], whole), candidates: candidatesOf(`Passed over: ${detail}`, false) };
  }

  const chosenConversion = conversionTo(best.factor, required);
  if (chosenConversion === null) {
    const detail = `No exchange rate between ${required.unit.code} and ${required.codeOf(best.factor.unitId)} is known for ${required.day}.`;
    return { ...failure("EXCHANGE_RATE_MISSING", detail), candidates: candidatesOf(`Passed over: ${detail}`, false) };
  }
  const candidates = candidatesOf(
    `Chosen: starts latest of the group's factors for ${required.day}${chosenConversion.remark}.`,
    true,
  );
  const { steps, marks } = chosenConversion;
  const own = candidates[0]!.factor;
  const validUntil = lastDayOf(best.factor, group, required);
  return { factor: own, conversion: steps, candidates, validUntil, fitness: merged([...marks, marksOf(own)]) };
}

function mismatchOf(
  factor: GroupFactor,
  group: CustomGroup,
  { day, unit, unitMustMatch }: GroupRequirements,
): Mismatch | null {
  const groupApplies = applies({ startDate: group.startDate ?? "", endDate: group.endDate }, day);
  if (!groupApplies || !applies(factor, day)) return "day";
  if (!factor.enabled) return "disabled";
  return unitMustMatch && factor.unitId !== unit.id ? "unit" : null;
}

/** The last day of the chosen factor: a factor that starts later takes over on its first day. */
function lastDayOf(chosen: GroupFactor, group: CustomGroup, required: GroupRequirements): string {
  const later = group.factors.filter(
    (factor) =>
      factor.startDate > required.day && mismatchOf(factor, group, { ...required, day: factor.startDate }) === null,
  );
  const windows = [{ startDate: group.startDate ?? "", endDate: group.endDate }, chosen];
  return lastDayWithin([...windows, ...later], required.day);
}

const rankOf = ({ mismatch }: EvaluatedFactor) => (mismatch === null ? -1 : MISMATCHES.indexOf(mismatch));

const byStart = (a: GroupFactor, b: GroupFactor) =>
  a.startDate === b.startDate ? (a.id < b.id ? -1 : 1) : a.startDate < b.startDate ? 1 : -1;

function refusal({ factor, mismatch }: EvaluatedFactor, { unit, day, codeOf }: GroupRequirements): string {
  if (mismatch === "unit") return `it is per ${codeOf(factor.unitId)}, not per ${unit.code}.`;
  if (mismatch === "disabled") return "it is disabled.";
  if (mismatch === "day") return `it does not apply on ${day}.`;
  return "another one starts later, or at the same time with a smaller id.";
}

/** If the unit need not match, a quantity that does not convert is used unchanged. */
function conversionTo(factor: GroupFactor, { snapshot, unit, day }: GroupRequirements) {
  const to = snapshot.unitsById.get(factor.unitId);
  if (to === undefined || !converts(unit, to)) {
    return {
      steps: [],
      remark: `; ${unit.code} cannot be converted to ${to?.code ?? "its unit"}, so the quantity is taken as it is`,
      marks: [{ unitTakenAsIs: true }],
    };
  }
  const steps = conversion(unit, to, snapshot.rates, day);
  return (
    steps && {
      steps: steps.map((step) => toConversionStep(step, day)),
      remark: "",
      marks: steps.map(({ marks }) => marks),
    }
  );
}
