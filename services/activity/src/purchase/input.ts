import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import type { RecordInput } from "../records/record-type.ts";
import type { PurchaseRow } from "./queries.ts";
import type { PurchaseValues } from "./rules.ts";

/** What the emissions of a purchase depend on besides the purchase itself. */
export interface PricingContext {
  organization: { country: string; gwpSet: string };
  supplier: { country: string; codeType: string | null; code: string | null } | null;
  units: ReadonlyMap<string, UnitDetail>;
}

type Priced = PurchaseValues & Pick<PurchaseRow, "id" | "organizationId" | "revision" | "customGroupRevision">;

/** What the calculation is told about a purchase: this and nothing else decides about its emissions. */
export function toInput(purchase: Priced, { organization, supplier, units }: PricingContext): RecordInput {
  const { id, revision, purchaseDate, expenseType, recycled, status } = purchase;
  const value = purchase.quantity ?? purchase.nonCurrencyQuantity ?? "0";
  const unitId = purchase.unitId ?? purchase.nonCurrencyUnitId ?? "";
  const country = supplier?.country ?? organization.country;
  return {
    recordId: id,
    revision,
    entityType: EntityType.PURCHASES,
    category: expenseType === "capex" ? "capital_goods" : "purchases",
    referenceDate: purchaseDate,
    startDate: purchaseDate,
    endDate: purchaseDate,
    quantity: { value: { value }, unitId, unit: units.get(unitId)?.code ?? "" },
    selector: { kind: selectorOf(purchase, country, supplier) },
    // A custom factor is for what was bought, its recycled content included.
    ...(recycled !== null && purchase.customEmissionFactorId === null && { recycledShare: { value: recycled } }),
    gwpSet: organization.gwpSet,
    excludedFromTotals: status === "inactive",
  };
}

function selectorOf(purchase: Priced, country: string, supplier: PricingContext["supplier"]) {
  if (purchase.customEmissionFactorId !== null) return group(purchase, purchase.customEmissionFactorId);
  return purchase.quantity === null ? material(purchase, country) : spend(purchase, country, supplier);
}

const group = ({ customGroupRevision, organizationId }: Priced, groupId: string) => ({
  case: "customGroup" as const,
  value: { groupId, revision: customGroupRevision ?? 0, organizationId, unitMustMatch: true },
});

const material = ({ productName, sector }: PurchaseValues, country: string) => ({
  case: "material" as const,
  value: { productName, sector, country },
});

const spend = ({ sector }: PurchaseValues, country: string, supplier: PricingContext["supplier"]) => ({
  case: "spend" as const,
  value: {
    sector,
    country,
    supplierCodeType: supplier?.code ? (supplier.codeType ?? "") : "",
    supplierCode: supplier?.code ?? "",
  },
});
