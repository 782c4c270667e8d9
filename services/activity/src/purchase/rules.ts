import { type Check, checkEnum, checkId, checkText, unknown, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import {
  type CreatePurchaseRequest,
  type ExpenseType,
  ExpenseTypeSchema,
  PurchaseFrequencySchema,
  PurchaseStatusSchema,
  PurchaseTypeSchema,
  type UpdatePurchaseRequest,
} from "@emissions/proto/activity/v1/purchase_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { checkActivityDay, checkAmount } from "../checks.ts";
import { fileIdOf } from "../records/file-id.ts";

/** What a caller decides about a purchase, as the table keeps it. */
export interface PurchaseValues {
  productName: string;
  description: string | null;
  sector: string;
  quantity: string | null;
  unitId: string | null;
  nonCurrencyQuantity: string | null;
  nonCurrencyUnitId: string | null;
  purchaseDate: string;
  expenseType: string;
  purchaseType: string;
  status: string;
  recycled: string | null;
  frequency: string;
  supplierId: string | null;
  customEmissionFactorId: string | null;
  fileId: string | null;
  fileName: string | null;
  fileUrl: string | null;
}

const EXPENSE_TYPES = enumTexts(ExpenseTypeSchema);
const PURCHASE_TYPES = enumTexts(PurchaseTypeSchema);
const STATUSES = enumTexts(PurchaseStatusSchema);
const FREQUENCIES = enumTexts(PurchaseFrequencySchema);

const expense = (value: ExpenseType) => enumText(ExpenseTypeSchema, value);

export const sentValues = (request: CreatePurchaseRequest | UpdatePurchaseRequest): PurchaseValues => ({
  productName: request.productName,
  description: request.description ?? null,
  sector: request.sector,
  quantity: request.quantity?.value ?? null,
  unitId: idOf(request.unitId),
  nonCurrencyQuantity: request.nonCurrencyQuantity?.value ?? null,
  nonCurrencyUnitId: idOf(request.nonCurrencyUnitId),
  purchaseDate: request.purchaseDate,
  expenseType: expense(request.expenseType),
  purchaseType: enumText(PurchaseTypeSchema, request.purchaseType),
  status: enumText(PurchaseStatusSchema, request.status),
  recycled: request.recycled?.value ?? null,
  frequency: enumText(PurchaseFrequencySchema, request.frequency),
  supplierId: idOf(request.supplierId),
  customEmissionFactorId: idOf(request.customEmissionFactorId),
  fileId: fileIdOf(request.fileId),
  fileName: request.fileName ?? null,
  fileUrl: request.fileUrl ?? null,
});

/** A new purchase, with the defaults for what was not sent. */
export function newValues(request: CreatePurchaseRequest): PurchaseValues {
  const sent = sentValues(request);
  return {
    ...sent,
    purchaseType: request.purchaseType === 0 ? "spend_based" : sent.purchaseType,
    status: request.status === 0 ? "active" : sent.status,
    frequency: request.frequency === 0 ? "once" : sent.frequency,
  };
}

/** Everything that is wrong with the purchase, references left aside. */
export const checkPurchase = (purchase: PurchaseValues): Check[] => [
  ...checkText("product_name", purchase.productName, { max: 255, required: true }),
  ...checkText("description", purchase.description, { max: 500 }),
  ...checkText("sector", purchase.sector, { max: 255, required: true }),
  ...checkAmount("quantity", purchase.quantity),
  ...checkAmount("non_currency_quantity", purchase.nonCurrencyQuantity),
  ...checkAmountPair(purchase),
  ...checkActivityDay("purchase_date", purchase.purchaseDate),
  ...checkEnum("expense_type", purchase.expenseType, EXPENSE_TYPES),
  ...checkEnum("purchase_type", purchase.purchaseType, PURCHASE_TYPES),
  ...checkEnum("status", purchase.status, STATUSES),
  ...checkAmount("recycled", purchase.recycled, { lte: "1" }),
  ...checkEnum("frequency", purchase.frequency, FREQUENCIES),
  ...checkId("file_id", purchase.fileId),
  ...checkText("file_name", purchase.fileName, { max: 255 }),
  ...checkText("file_url", purchase.fileUrl, { max: 2048 }),
];

/** Exactly one of the two amounts, and that one whole. */
function checkAmountPair({ quantity, unitId, nonCurrencyQuantity, nonCurrencyUnitId }: PurchaseValues): Check[] {
  const money = pair(quantity, unitId);
  const physical = pair(nonCurrencyQuantity, nonCurrencyUnitId);
  if ((money === "whole" && physical === "none") || (money === "none" && physical === "whole")) return [];
  const msg = "exactly one of quantity with unit_id and non_currency_quantity with non_currency_unit_id is required";
  return [{ loc: ["body"], msg, type: "value_error.amount_pair" }];
}

const pair = (amount: string | null, unit: string | null) => {
  if (amount === null && unit === null) return "none";
  return amount !== null && unit !== null ? "whole" : "half";
};

/** A unit must exist, and measure what its amount is about. */
export function checkUnits(
  { unitId, nonCurrencyUnitId }: PurchaseValues,
  units: ReadonlyMap<string, UnitDetail>,
): Check[] {
  const checks: Check[] = [];
  const money = unitId === null ? null : units.get(unitId);
  if (money === undefined) checks.push(unknown("unit_id"));
  else if (money !== null && money.unit?.type !== "fiat_currency") {
    checks.push(violation("unit_id", "value_error.unit_not_allowed", "not a currency"));
  }
  const physical = nonCurrencyUnitId === null ? null : units.get(nonCurrencyUnitId);
  if (physical === undefined) checks.push(unknown("non_currency_unit_id"));
  else if (physical !== null && !physical.purposes.includes("non_currency_purchases")) {
    checks.push(violation("non_currency_unit_id", "value_error.unit_not_allowed", "not a unit for purchases"));
  }
  return checks;
}

/** Ids are compared with those of catalogues, which are written in lower case. */
const idOf = (sent: string | undefined) => sent?.toLowerCase() ?? null;
