import { type Demo, dayOf, unitIds } from "./client.ts";

const products: Record<string, { name: string; sold: Record<string, number> }[]> = {
  iberia: [{ name: "Dishwasher", sold: { ES: 300, FR: 120, GB: 500 } }],
};

/** Adds the products of an organization, with the sales of its first year by country. */
export async function addSoldProducts(demo: Demo): Promise<void> {
  const { client, slug, key } = demo;
  const own = products[slug] ?? [];
  if (own.length === 0) return;
  const units = await unitIds(demo);
  for (const { name, sold } of own) {
    const product = {
      product_name: name,
      lifetime_years: 10,
      uses_per_year: 200,
      energy_per_use: { quantity: 0.8, unit_id: units("kilowatt_hour_(kwh)"), energy_type: "electricity" as const },
      manufacture: { co2e: 250, source: "Environmental product declaration of the manufacturer" },
    };
    const { product_id } = await client.call("createSoldProduct", { body: product, ...key(`${name} of ${slug}`) });
    const country_sales = Object.entries(sold).map(([country, quantity]) => ({ country, quantity }));
    const period = { start_date: dayOf(0, 1), end_date: dayOf(11, 31), country_sales };
    const path = { product_id };
    await client.call("createSoldProductPeriod", { path, body: period, ...key(`sales of ${name} of ${slug}`) });
  }
}
