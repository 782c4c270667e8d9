import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { recordRoutes } from "./records.ts";

const AMOUNT_PAIRS = ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"];
const PAIR =
  "exactly one complete pair is needed: quantity and unit_id, or non_currency_quantity and non_currency_unit_id";

export const purchaseRoutes = recordRoutes({
  service: PurchaseService,
  fields: ["status", "calculation_status", "purchase_type", "expense_type", "supplier_id", "file_id"],
  rule: {
    isMet: (sent) => {
      const [amount, unit, physical, physicalUnit] = AMOUNT_PAIRS.map((name) => (sent[name] ?? null) !== null);
      return amount === unit && physical === physicalUnit && amount !== physical;
    },
    message: PAIR,
    type: "value_error.amount_pair",
  },
  example: {
    product_name: "Office paper",
    sector: "17.12",
    quantity: 1250.5,
    unit_id: unitId("EUR"),
    purchase_date: "2025-03-14",
    expense_type: "opex",
  },
  change: { sector: "62.02", recycled: 0.25 },
  explain: "getCalculation",
  differs: { create: { essential: ["product_name", "sector", "purchase_date", "expense_type", ...AMOUNT_PAIRS] } },
});
