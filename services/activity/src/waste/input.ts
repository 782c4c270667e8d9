import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { divide, parse, plain } from "@emissions/quantity/decimal";
import type { PricingContext } from "../facility/inputs.ts";
import { type FactorPin, factorSelector } from "../records/custom-factors.ts";
import type { RecordInput } from "../records/record-type.ts";
import type { NewWasteValues } from "./rules.ts";

type Priced = NewWasteValues & FactorPin & { id: string; revision: number };

const CATEGORY = "wastes";
/**
 * Records give the distance to the plant and no vehicle: the average of all diesel lorries with average load is taken.
 */
const LORRY = { category: "freight", key: "hgv/average/diesel" };
const TONNE_KILOMETRE = { unitId: unitId("tkm"), unit: "tkm" };
const KILOGRAMS_PER_TONNE = parse("1000");

/** What the calculation is told about a waste: this and nothing else decides about its emissions. */
export function toInput(waste: Priced, { gwpSet, country, units }: PricingContext): RecordInput {
  const { id, revision, startDate, endDate, baseQuantity, unitId, totalKmToWasteCenter } = waste;
  return {
    recordId: id,
    revision,
    entityType: EntityType.WASTES,
    category: CATEGORY,
    referenceDate: endDate,
    startDate,
    endDate,
    quantity: { value: { value: baseQuantity }, unitId, unit: units.get(unitId)?.code ?? "" },
    selector: { kind: factorSelector(waste) ?? byCode(waste, country) },
    gwpSet,
    ...(totalKmToWasteCenter !== null && {
      additionalParts: [transport(waste, totalKmToWasteCenter, { country, units })],
    }),
  };
}

const byCode = ({ lerCodeId, wasteRdCodeId }: Priced, country: string) => ({
  case: "waste" as const,
  value: { lerCodeId: lerCodeId ?? "", rdCodeId: wasteRdCodeId ?? "", country },
});

function transport(waste: Priced, km: string, { country, units }: Pick<PricingContext, "country" | "units">) {
  const tonnes = tonnesOf(waste, units.get(waste.unitId));
  return {
    part: "transport",
    category: CATEGORY,
    quantity: { value: { value: plain(tonnes.times(parse(km))) }, ...TONNE_KILOMETRE },
    selector: { kind: { case: "library" as const, value: { ...LORRY, country } } },
  };
}

/** Exact for all metric units; one division, at 34 digits, for the others. */
function tonnesOf({ baseQuantity }: Priced, unit: UnitDetail | undefined) {
  const { numerator, denominator } = unit ?? {};
  if (numerator === undefined || denominator === undefined) throw new Error("The transport of what is no mass.");
  const over = parse(denominator.value).times(KILOGRAMS_PER_TONNE);
  return divide(parse(baseQuantity).times(parse(numerator.value)), over);
}
