import { unitId } from "@emissions/quantity/catalogue-id";

/** The body of a single purchase. */
export const purchase = (n: number) => ({
  product_name: `Purchase ${n}`,
  sector: "541511",
  quantity: `${n + 1}.25`,
  unit_id: unitId("USD"),
  purchase_date: `2025-06-${String((n % 30) + 1).padStart(2, "0")}`,
  expense_type: "opex",
});
