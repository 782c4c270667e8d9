import { type Call, dayOf, unitIds } from "./client.ts";

const products: Record<string, { name: string; sold: Record<string, number> }[]> = {
  iberia: [{ name: "Dishwasher", sold: { ES: 300, FR: 120, GB: 500 } }],
};

/** Adds the products of an organization, with the sales of its first year by country. */
export async function addSoldProducts(call: Call, slug: string): Promise<void> {
  const own = products[slug] ?? [];
  const units = own.length === 0 ? undefined : await unitIds(call);
  for (const { name, sold } of own) {
    const product = {
      product_name: name,
      lifetime_years: 10,
      uses_per_year: 200,
      energy_per_use: { quantity: 0.8, unit_id: units?.get("kilowatt_hour_(kwh)"), energy_type: "electricity" },
      manufacture: { co2e: 250, source: "Environmental product declaration of the manufacturer" },
    };
    const { product_id } = await call<{ product_id: string }>(
      "POST",
      "/v1/sold-products",
      product,
      `${name} of ${slug}`,
    );
    const country_sales = Object.entries(sold).map(([country, quantity]) => ({ country, quantity }));
    const period = { start_date: dayOf(0, 1), end_date: dayOf(11, 31), country_sales };
    await call("POST", `/v1/sold-products/${product_id}/periods`, period, `sales of ${name} of ${slug}`);
  }
}
