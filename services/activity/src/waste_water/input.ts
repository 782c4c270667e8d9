import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { PricingContext } from "../facility/inputs.ts";
import { type FactorPin, factorSelector } from "../records/custom-factors.ts";
import type { RecordInput } from "../records/record-type.ts";
import type { NewTreatmentValues } from "./rules.ts";

const CATEGORY = "water";
/** A plant that is somebody else's, as most waste water goes to. */
const PUBLIC_PLANT = { category: "water_treatment", key: "water" };

/** What the calculation is told about a treatment: this and nothing else decides about its emissions. */
export function toInput(
  treatment: NewTreatmentValues & FactorPin & { id: string; revision: number },
  { gwpSet, country, units }: PricingContext,
): RecordInput {
  const { id, revision, startDate, endDate, quantity, unitId } = treatment;
  return {
    recordId: id,
    revision,
    entityType: EntityType.WASTE_WATER_TREATMENTS,
    category: CATEGORY,
    referenceDate: endDate,
    startDate,
    endDate,
    quantity: { value: { value: quantity }, unitId, unit: units.get(unitId)?.code ?? "" },
    selector: {
      kind: factorSelector(treatment) ?? { case: "library", value: { ...PUBLIC_PLANT, country } },
    },
    gwpSet,
  };
}
