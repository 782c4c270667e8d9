import type { Tx } from "@emissions/kit/db/transactions";
import type { ProductColumns, ProductRow } from "./product-row.ts";
import { refusingConflicts } from "./refusals.ts";

const withTotals = (tx: Tx) => tx`
  select p.*, coalesce(t.co2e, 0) as total_co2e, coalesce(t.failed_records, 0) as failed_sales,
    (select count(*)::int from sold_product_periods e
      where e.organization_id = p.organization_id and e.product_id = p.id) as periods_count
  from sold_products p
  left join sold_product_totals t on t.organization_id = p.organization_id and t.product_id = p.id`;

/** The lock "to change" prevents new sales of the product and changes of its periods, until the transaction ends. */
export async function selectProduct(tx: Tx, org: string, id: string, lock?: "to change"): Promise<ProductRow | null> {
  const [row] = await tx<ProductRow[]>`
    ${withTotals(tx)} where p.organization_id = ${org} and p.id = ${id} ${lock ? tx`for update of p` : tx``}`;
  return row ?? null;
}

/** Locks the product before its periods change. Changes and deletion of the product wait. */
export async function lockProduct(tx: Tx, org: string, id: string): Promise<boolean> {
  const rows = await tx`
    select from sold_products where organization_id = ${org} and id = ${id} for no key update`;
  return rows.length > 0;
}

interface Page {
  /** Part of the name; empty for all. */
  name: string;
  limit: number;
  offset: number;
}

export async function selectProducts(tx: Tx, org: string, { name, limit, offset }: Page) {
  const matches = tx`where p.organization_id = ${org} and strpos(p.name_key, plain_text(${name})) > 0`;
  const [rows, [count]] = await Promise.all([
    tx<ProductRow[]>`${withTotals(tx)} ${matches} order by p.name_key, p.id limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from sold_products p ${matches}`,
  ]);
  return { rows, total: count.total };
}

/** The ids of products by their names as they are compared. */
export async function selectIdsByName(tx: Tx, org: string, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx<{ name: string; id: string }[]>`
    select n.name, p.id from (select distinct unnest(${names as string[]}::text[])) as n (name)
    join sold_products p on p.organization_id = ${org} and p.name_key = plain_text(n.name)`;
  return new Map(rows.map(({ name, id }) => [name, id]));
}

type Stored = ProductColumns & { id: string };

/** Refuses with SOLD_PRODUCT_ALREADY_EXISTS. */
export const insertProduct = (tx: Tx, org: string, uploadedBy: string | null, product: Stored) =>
  refusingConflicts(tx`
    insert into sold_products (organization_id, id, product_name, lifetime_years, uses_per_year, energy_quantity,
      energy_unit_id, energy_type, vehicle_fuel_id, facility_fuel_id, fuel_key, manufacture_co2e, manufacture_source,
      end_of_life_co2e, end_of_life_source, uploaded_by)
    values (${org}, ${product.id}, ${product.productName}, ${product.lifetimeYears}, ${product.usesPerYear},
      ${product.energyQuantity}, ${product.energyUnitId}, ${product.energyType}, ${product.vehicleFuelId},
      ${product.facilityFuelId}, ${product.fuelKey}, ${product.manufactureCo2e}, ${product.manufactureSource},
      ${product.endOfLifeCo2e}, ${product.endOfLifeSource}, ${uploadedBy})`);

/** Refuses with SOLD_PRODUCT_ALREADY_EXISTS. */
export const updateProduct = (tx: Tx, org: string, product: Stored) =>
  refusingConflicts(tx`
    update sold_products set product_name = ${product.productName}, lifetime_years = ${product.lifetimeYears},
      uses_per_year = ${product.usesPerYear}, energy_quantity = ${product.energyQuantity},
      energy_unit_id = ${product.energyUnitId}, energy_type = ${product.energyType},
      vehicle_fuel_id = ${product.vehicleFuelId}, facility_fuel_id = ${product.facilityFuelId},
      fuel_key = ${product.fuelKey}, manufacture_co2e = ${product.manufactureCo2e},
      manufacture_source = ${product.manufactureSource}, end_of_life_co2e = ${product.endOfLifeCo2e},
      end_of_life_source = ${product.endOfLifeSource}, updated_at = now()
    where organization_id = ${org} and id = ${product.id}`);
