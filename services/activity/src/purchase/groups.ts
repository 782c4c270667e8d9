import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { busy } from "@emissions/kit/wire/errors";
import type { FactorNames, Factors } from "../records/custom-factors.ts";
import { recalculateOn } from "../records/priced-by.ts";
import type { PurchaseValues } from "./rules.ts";

type Named = Pick<PurchaseValues, "customEmissionFactorId">;

/** What is looked up for a purchase: it names groups, never records of custom databases. */
export const namesOf = ({ customEmissionFactorId }: Named): FactorNames => ({
  customEmissionFactorId,
  customEfRecordId: null,
});

const changesPin = recalculateOn<PurchaseValues>(
  "customEmissionFactorId",
  "quantity",
  "unitId",
  "nonCurrencyQuantity",
  "nonCurrencyUnitId",
  "purchaseDate",
);

type Stored = PurchaseValues & { calculationErrorCode: string | null };

/** Whether the group is to be taken as it is now; otherwise it stays as it was when it was pinned. */
export function repinsFactor(before: Stored, changes: Partial<PurchaseValues>): boolean {
  const { customEmissionFactorId } = { ...before, ...changes };
  return customEmissionFactorId !== null && changesPin({ ...before, errorCode: before.calculationErrorCode }, changes);
}

/** What is wrong with the group that a purchase names. */
export function checkGroup(purchase: PurchaseValues, { groups }: Factors, org: string): Check[] {
  const field = "custom_emission_factor_id";
  const { customEmissionFactorId, nonCurrencyUnitId, unitId } = purchase;
  if (customEmissionFactorId === null) return [];
  const group = groups.get(customEmissionFactorId);
  if (!group?.found || group.deleted) return [unknown(field)];
  if (group.organizationId !== org) {
    return [violation(field, "value_error.group_inherited", "the group belongs to another organization")];
  }
  const unit = nonCurrencyUnitId ?? unitId;
  if (unit === null || group.unitIds.includes(unit)) return [];
  const unitField = nonCurrencyUnitId === null ? "unit_id" : "non_currency_unit_id";
  return [violation(unitField, "value_error.unit_not_allowed", "the group has no enabled factor for this unit")];
}

/** The revision that prices a purchase from now on. */
export const pinOf = ({ customEmissionFactorId }: Named, { groups }: Factors): number | null =>
  customEmissionFactorId === null ? null : groups.get(customEmissionFactorId)!.revision;

/** The group was looked up before the row was locked; meanwhile the row may have come to name another one. */
export function refuseConcurrentChange({ customEmissionFactorId: id }: Named, { groups }: Factors): void {
  if (id === null || !isId(id) || groups.has(id)) return;
  throw busy("PURCHASE_CHANGED_MEANWHILE", "Another change of the purchase came in between.");
}
