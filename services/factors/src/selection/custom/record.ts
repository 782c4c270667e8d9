import type { UnitRow } from "../../catalogue/queries.ts";
import { type Answer, failure } from "../answer.ts";
import { type CustomFactor, gasesOn, type OwnValue, toFactor } from "./factor.ts";

/** What a custom factor must fit. */
export interface Fit {
  unit: UnitRow;
  day: string;
  /** Code of a unit by its id; empty for one that the catalogue does not have. */
  codeOf(unitId: string): string;
}

/** The record that the client named, or why it cannot price this activity: nothing else stands in for it. */
export function resolveRecord(record: CustomFactor | null, fit: Fit): Answer {
  if (record === null) return failure("CUSTOM_FACTOR_NOT_FOUND", "There is no such custom record.");
  const { valid, missing } = gasesOn(record, fit.day);
  const code = fit.codeOf(record.unitId);
  const candidate = (gases: readonly OwnValue[], chosen: boolean, reason: string) => ({
    rank: 1,
    chosen,
    reason,
    factor: toFactor(record, gases, code),
  });
  const refused = (failureCode: string, detail: string) => ({
    ...failure(failureCode, detail),
    candidates: [candidate(record.gases, false, `Passed over: ${detail}`)],
  });

  if (!record.enabled) return refused("CUSTOM_FACTOR_DISABLED", "The custom record is disabled.");
  if (missing.length > 0) {
    return refused("CUSTOM_FACTOR_NOT_VALID", `The custom record gives no ${missing.join(", ")} for ${fit.day}.`);
  }
  if (record.unitId !== fit.unit.id) {
    return refused("CUSTOM_FACTOR_UNIT_MISMATCH", `The custom record is per ${code}, not per ${fit.unit.code}.`);
  }
  const chosen = candidate(valid, true, `Chosen: named by the client; valid on ${fit.day}.`);
  return { factor: chosen.factor, conversion: [], candidates: [chosen] };
}
