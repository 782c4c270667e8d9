import type { UnitRow } from "../../catalogue/queries.ts";
import { type Answer, failure } from "../answer.ts";
import { merged } from "../fitness.ts";
import { type CustomFactor, type CustomGasValue, gasesOn, lastDayWithin, marksOf, toFactor } from "./factor.ts";

/** The unit and day that a custom factor must match. */
export interface Requirements {
  unit: UnitRow;
  day: string;
  /** The code of a unit; empty for an unknown id. */
  codeOf(unitId: string): string;
}

/** Selects the record that the client named, or fails. There is no fallback. */
export function resolveRecord(record: CustomFactor | null, required: Requirements): Answer {
  if (record === null) return failure("CUSTOM_FACTOR_NOT_FOUND", "There is no such custom record.");
  const { valid, missing } = gasesOn(record, required.day);
  const code = required.codeOf(record.unitId);
  const candidate = (gases: readonly CustomGasValue[], chosen: boolean, reason: string) => ({
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
    return refused("CUSTOM_FACTOR_NOT_VALID", `The custom record gives no ${missing.join(", ")} for ${required.day}.`);
  }
  if (record.unitId !== required.unit.id) {
    return refused("CUSTOM_FACTOR_UNIT_MISMATCH", `The custom record is per ${code}, not per ${required.unit.code}.`);
  }
  const chosen = candidate(valid, true, `Chosen: named by the client; valid on ${required.day}.`);
  const validUntil = lastDayWithin(record.gases, required.day);
  return {
    factor: chosen.factor,
    conversion: [],
    candidates: [chosen],
    validUntil,
    fitness: merged([marksOf(chosen.factor)]),
  };
}
