import { type Demo, dayOf, MONTHS, unitIds } from "./client.ts";

interface Supplier {
  business_name: string;
  country: string;
  code_type: "nace" | "sic";
  code: string;
}

interface Buy {
  product_name: string;
  /** Official title or code of the product, where no better factor exists. */
  sector: string;
  supplier?: string;
  expense_type: "opex" | "capex";
  /** Money or mass of each purchase. */
  amount: { money: number; currency: string } | { physical: number; unit: string };
  /** Interval in months. */
  every: number;
}

const suppliers: Supplier[] = [
  { business_name: "Cementos del Ebro", country: "ES", code_type: "nace", code: "23.51" },
  { business_name: "Papelera Norte", country: "ES", code_type: "nace", code: "17.11" },
  { business_name: "Brightline Software Ltd", country: "GB", code_type: "sic", code: "62012" },
  { business_name: "Harbor Freight Forwarding Inc", country: "US", code_type: "nace", code: "52.29" },
];

const buys: Buy[] = [
  {
    product_name: "Cement, bagged",
    sector: "23.51",
    supplier: "Cementos del Ebro",
    expense_type: "opex",
    amount: { money: 12_400, currency: "EUR" },
    every: 1,
  },
  {
    product_name: "Pulp",
    sector: "17.11",
    supplier: "Papelera Norte",
    expense_type: "opex",
    amount: { money: 5_310.75, currency: "EUR" },
    every: 2,
  },
  {
    product_name: "Software maintenance",
    sector: "62.01",
    supplier: "Brightline Software Ltd",
    expense_type: "opex",
    amount: { money: 1_899.99, currency: "GBP" },
    every: 1,
  },
  {
    product_name: "Customs handling",
    sector: "52.29",
    supplier: "Harbor Freight Forwarding Inc",
    expense_type: "opex",
    amount: { money: 720.4, currency: "USD" },
    every: 3,
  },
  {
    product_name: "Laptops",
    sector: "334111",
    expense_type: "capex",
    amount: { money: 18_500, currency: "EUR" },
    every: 6,
  },
  {
    product_name: "Concrete",
    sector: "Concrete",
    expense_type: "opex",
    amount: { physical: 42.5, unit: "tonne_(t)" },
    every: 2,
  },
  {
    product_name: "Glass",
    sector: "Glass",
    expense_type: "opex",
    amount: { physical: 860, unit: "kilogram_(kg)" },
    every: 4,
  },
];

/** Adds all purchases of an organization, multiplied by `share`. */
export async function addPurchases(demo: Demo, share: number): Promise<void> {
  const { client, key } = demo;
  const units = await unitIds(demo);
  const supplierIds = new Map<string, string>();
  for (const supplier of suppliers) {
    const { id } = await client.call("createSupplier", { body: supplier, ...key(supplier.business_name) });
    supplierIds.set(supplier.business_name, id);
  }
  for (let month = 0; month < MONTHS; month++) {
    for (const [n, buy] of buys.entries()) {
      if (month % buy.every !== 0) continue;
      const { amount, supplier, every: _, ...rest } = buy;
      // Larger in summer than in winter, rounded to two decimals.
      const season = (value: number) => ((value * share * (100 + 8 * ((month % 12) - 6))) / 100).toFixed(2);
      const pair =
        "money" in amount
          ? { quantity: season(amount.money), unit_id: units(amount.currency) }
          : { non_currency_quantity: season(amount.physical), non_currency_unit_id: units(amount.unit) };
      const body = {
        ...rest,
        ...pair,
        purchase_date: dayOf(month, n * 4 + 1),
        ...(supplier && { supplier_id: supplierIds.get(supplier) }),
      };
      await client.call("createPurchase", { body, ...key(`${month}:${n}`) });
    }
  }
}
