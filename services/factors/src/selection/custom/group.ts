import type { Snapshot } from "../../catalogue/snapshot.ts";
import { type Answer, CANDIDATES_MAX, failure } from "../answer.ts";
import { conversion, converts } from "../conversion.ts";
import { toConversionStep } from "../messages.ts";
import { applies, toFactor } from "./factor.ts";
import type { Fit } from "./record.ts";
import type { CustomGroup, GroupFactor } from "./rows.ts";

interface GroupFit extends Fit {
  snapshot: Snapshot;
  unitMustMatch: boolean;
}

interface Judged {
  factor: GroupFactor;
  /** Why it cannot be taken; null when it can. */
  miss: Miss | null;
}

/** From the nearest miss to the farthest. */
const MISSES = ["unit", "disabled", "day"] as const;
type Miss = (typeof MISSES)[number];

const FAILURES: Readonly<Record<Miss, string>> = {
  unit: "CUSTOM_FACTOR_UNIT_MISMATCH",
  disabled: "CUSTOM_FACTOR_DISABLED",
  day: "CUSTOM_FACTOR_NOT_VALID",
};

/** The factor of the group for the day, the latest start first; or why there is none: nothing else stands in for it. */
export function resolveGroup(group: CustomGroup | null, fit: GroupFit): Answer {
  if (group === null) return failure("CUSTOM_FACTOR_NOT_FOUND", "There is no such custom emission group.");
  const judged = group.factors
    .map((factor) => ({ factor, miss: missOf(factor, group, fit) }))
    .sort((a, b) => placeOf(a) - placeOf(b) || byStart(a.factor, b.factor));
  const [best] = judged;
  const shown = (reasonOfBest: string, chosen: boolean) =>
    judged.slice(0, CANDIDATES_MAX).map(({ factor, miss }, at) => ({
      rank: at + 1,
      chosen: chosen && at === 0,
      reason: at === 0 ? reasonOfBest : `Passed over: ${refusal({ factor, miss }, fit)}`,
      factor: toFactor(factor, factor.gases, fit.codeOf(factor.unitId)),
    }));
  if (best === undefined) return failure("CUSTOM_FACTOR_NOT_VALID", "The custom emission group has no factors.");
  if (best.miss !== null) {
    const detail = refusal(best, fit);
    const whole = `No factor of the custom emission group fits: ${detail}`;
    return { ...failure(FAILURES[best.miss], whole), candidates: shown(`Passed over: ${detail}`, false) };
  }

  const way = wayTo(best.factor, fit);
  if (way === null) {
    const detail = `No exchange rate between ${fit.unit.code} and ${fit.codeOf(best.factor.unitId)} is known for ${fit.day}.`;
    return { ...failure("EXCHANGE_RATE_MISSING", detail), candidates: shown(`Passed over: ${detail}`, false) };
  }
  const candidates = shown(`Chosen: starts latest of the group's factors for ${fit.day}${way.remark}.`, true);
  return { factor: candidates[0]!.factor, conversion: way.steps, candidates };
}

function missOf(factor: GroupFactor, group: CustomGroup, { day, unit, unitMustMatch }: GroupFit): Miss | null {
  const groupApplies = applies({ startDate: group.startDate ?? "", endDate: group.endDate }, day);
  if (!groupApplies || !applies(factor, day)) return "day";
  if (!factor.enabled) return "disabled";
  return unitMustMatch && factor.unitId !== unit.id ? "unit" : null;
}

const placeOf = ({ miss }: Judged) => (miss === null ? -1 : MISSES.indexOf(miss));

const byStart = (a: GroupFactor, b: GroupFactor) =>
  a.startDate === b.startDate ? (a.id < b.id ? -1 : 1) : a.startDate < b.startDate ? 1 : -1;

function refusal({ factor, miss }: Judged, { unit, day, codeOf }: GroupFit): string {
  if (miss === "unit") return `it is per ${codeOf(factor.unitId)}, not per ${unit.code}.`;
  if (miss === "disabled") return "it is disabled.";
  if (miss === "day") return `it does not apply on ${day}.`;
  return "another one starts later, or at the same time with a smaller id.";
}

/** Where the unit does not matter, a quantity that cannot be converted is taken as it is. */
function wayTo(factor: GroupFactor, { snapshot, unit, day }: GroupFit) {
  const to = snapshot.unitsById.get(factor.unitId);
  if (to === undefined || !converts(unit, to)) {
    return {
      steps: [],
      remark: `; ${unit.code} cannot be converted to ${to?.code ?? "its unit"}, so the quantity is taken as it is`,
    };
  }
  const steps = conversion(unit, to, snapshot.rates, day);
  return steps && { steps: steps.map((step) => toConversionStep(step, day)), remark: "" };
}
