import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { PricingContext } from "../facility/inputs.ts";
import { type FactorPin, factorSelector } from "../records/custom-factors.ts";
import type { RecordInput } from "../records/record-type.ts";
import type { Keys } from "./references.ts";
import { type InvoiceType, type InvoiceValues, isCounted } from "./rules.ts";

type Priced = InvoiceValues &
  Keys &
  FactorPin & { id: string; revision: number; type: InvoiceType; quantity: string; status: string };

/** In the totals. */
const CATEGORY: Record<InvoiceType, string> = {
  heat: "combustion",
  electricity: "electricity",
  water: "water",
  recharge: "recharges",
  process: "process",
};
const UPSTREAM = "energy_production";
const GRID = "grid";
/** In the library, and in the totals: heat that others made. */
const BOUGHT_HEAT = "heat";

/** Part of the record, category in the totals, category of the library. */
const OF_ELECTRICITY = [
  { part: "electricity_location_based", category: "electricity", library: "electricity_location", memo: true },
  { part: "electricity_generation", category: UPSTREAM, library: "electricity_upstream" },
  { part: "electricity_transmission_and_distribution", category: UPSTREAM, library: "electricity_losses" },
  { part: "electricity_losses_generation", category: UPSTREAM, library: "electricity_losses_upstream" },
];

const OF_HEAT = [
  { part: "stationary_generation", category: UPSTREAM, library: "heat_upstream" },
  { part: "stationary_transmission_and_distribution", category: UPSTREAM, library: "heat_losses" },
  { part: "stationary_losses_generation", category: UPSTREAM, library: "heat_losses_upstream" },
];

/** What the calculation is told about an invoice: this and nothing else decides about its emissions. */
export function toInput(invoice: Priced, { gwpSet, country, units }: PricingContext): RecordInput {
  const { id, revision, type, startDate, endDate, unitId } = invoice;
  const quantity = { value: { value: invoice.quantity }, unitId, unit: units.get(unitId)?.code ?? "" };
  return {
    recordId: id,
    revision,
    entityType: EntityType.INVOICES,
    category: isBoughtHeat(invoice) ? BOUGHT_HEAT : CATEGORY[type],
    referenceDate: endDate,
    startDate,
    endDate,
    quantity,
    selector: { kind: factorSelector(invoice) ?? mainSelector(invoice, country) },
    gwpSet,
    excludedFromTotals: !isCounted(invoice),
    // Not everywhere is all of it published; the main part alone decides whether there is a number.
    additionalParts: additionalPartsOf(invoice).map(({ part, category, library, key, memo = false }) => ({
      part,
      category,
      quantity,
      selector: { kind: librarySelector(library, key, country) },
      memo,
      optional: true,
    })),
  };
}

function mainSelector({ type, fuelCategory, fuelKey, supplierKey }: Priced, country: string) {
  if (type === "water") return librarySelector("water_supply", "water", country);
  if (type !== "electricity") return librarySelector(fuelCategory ?? "", fuelKey ?? "", country);
  return supplierKey === null
    ? librarySelector("electricity_residual_mix", GRID, country)
    : librarySelector("electricity_supplier", supplierKey, country);
}

interface AdditionalPart {
  part: string;
  category: string;
  library: string;
  key: string;
  memo?: boolean;
}

/** Whatever the main part is priced by, fuel and current have to be made and brought. */
function additionalPartsOf(invoice: Priced): AdditionalPart[] {
  const { type, fuelCategory, fuelKey } = invoice;
  if (type === "electricity") return OF_ELECTRICITY.map((one) => ({ ...one, key: GRID }));
  if (type !== "heat" || fuelCategory === null || fuelKey === null) return [];
  if (isBoughtHeat(invoice)) return OF_HEAT.map((one) => ({ ...one, key: fuelKey }));
  return [{ part: "stationary_generation", category: UPSTREAM, library: `${fuelCategory}_upstream`, key: fuelKey }];
}

/** Not burned here: scope 2. */
const isBoughtHeat = ({ type, fuelCategory }: Priced) => type === "heat" && fuelCategory === BOUGHT_HEAT;

const librarySelector = (category: string, key: string, country: string) => ({
  case: "library" as const,
  value: { category, key, country },
});
