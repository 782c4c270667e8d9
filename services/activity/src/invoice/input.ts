import { enumNumber } from "@emissions/kit/wire/enum";
import { CalorificBasis, CalorificBasisSchema } from "@emissions/proto/factors/v1/selection_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { mwhRatio, toCovering } from "../coverage/rules.ts";
import { factorSelector } from "../records/custom-factors.ts";
import { activityOf } from "../records/inputs.ts";
import type { PricingContext, RecordInput } from "../records/kind.ts";
import type { Related } from "./related.ts";
import type { InvoiceRow, InvoiceType } from "./row.ts";

/** The category in the totals. */
const CATEGORY: Record<InvoiceType, string> = {
  heat: "combustion",
  electricity: "electricity",
  water: "water",
  recharge: "recharges",
  process: "process",
};
export const UPSTREAM = "energy_production";
export const GRID = "grid";
/** The category of purchased heat, in the library and in the totals. */
export const BOUGHT_HEAT = "heat";

/** Parts of the record, with their categories in the totals and in the library. */
export const OF_ELECTRICITY = [
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

/** Where the energy is used, and how it was measured. */
interface Circumstances {
  country: string;
  gridZone: string;
  calorificBasis: CalorificBasis;
}

/** Everything that decides about the emissions of an invoice. */
export function toInput(
  invoice: InvoiceRow,
  { country, gridZone, units, matches }: PricingContext & Related,
): RecordInput {
  const circumstances = {
    country,
    gridZone: (invoice.type === "electricity" && gridZone) || "",
    calorificBasis: basisOf(invoice),
  };
  const activity = activityOf(invoice, { value: invoice.quantity, unitId: invoice.unitId }, { units });
  const allocation = allocationOf(invoice);
  return {
    category: isBoughtHeat(invoice) ? BOUGHT_HEAT : CATEGORY[invoice.type],
    ...activity,
    allocation,
    certificates: toCovering(invoice, matches.get(invoice.id) ?? [], mwhRatio(invoice.unitId, units)),
    selector: { kind: factorSelector(invoice) ?? mainSelector(invoice, circumstances) },
    // Factors of these parts are not published for all countries; the main part alone decides about success.
    additionalParts: additionalPartsOf(invoice).map(({ part, category, library, key, memo = false }) => ({
      part,
      category,
      quantity: activity.quantity,
      allocation,
      selector: { kind: librarySelector(library, key, circumstances) },
      memo,
      optional: true,
    })),
  };
}

/** The share of a facility in an invoice of several, of what did not stay in equipment; empty for the whole. */
function allocationOf({ baseQuantity, retainedQuantity, percentage }: InvoiceRow): string {
  const [base, share] = [baseQuantity, percentage].map((number) => plain(parse(number)));
  const counted = retainedQuantity === null ? base : `(${base} - ${plain(parse(retainedQuantity))})`;
  if (share !== "1") return `${counted} * ${share}`;
  return retainedQuantity === null ? "" : counted!;
}

function mainSelector({ type, fuelCategory, fuelKey, supplierKey }: InvoiceRow, at: Circumstances) {
  if (type === "water") return librarySelector("water_supply", "water", at);
  if (type !== "electricity") return librarySelector(fuelCategory ?? "", fuelKey ?? "", at);
  return supplierKey === null
    ? librarySelector("electricity_residual_mix", GRID, at)
    : librarySelector("electricity_supplier", supplierKey, at);
}

interface AdditionalPart {
  part: string;
  category: string;
  library: string;
  key: string;
  memo?: boolean;
}

/** Production and transport of energy count whatever prices the main part. */
function additionalPartsOf(invoice: InvoiceRow): AdditionalPart[] {
  const { type, fuelCategory, fuelKey } = invoice;
  if (type === "electricity") return OF_ELECTRICITY.map((one) => ({ ...one, key: GRID }));
  if (type !== "heat" || fuelCategory === null || fuelKey === null) return [];
  if (isBoughtHeat(invoice)) return OF_HEAT.map((one) => ({ ...one, key: fuelKey }));
  return [{ part: "stationary_generation", category: UPSTREAM, library: `${fuelCategory}_upstream`, key: fuelKey }];
}

/** Scope 2, because the supplier burns the fuel. */
const isBoughtHeat = ({ type, fuelCategory }: InvoiceRow) => type === "heat" && fuelCategory === BOUGHT_HEAT;

const basisOf = ({ calorificBasis }: InvoiceRow): CalorificBasis =>
  calorificBasis === null ? CalorificBasis.UNSPECIFIED : enumNumber(CalorificBasisSchema, calorificBasis);

const librarySelector = (category: string, key: string, at: Circumstances) => ({
  case: "library" as const,
  value: { category, key, ...at },
});
