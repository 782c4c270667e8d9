import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import type { Check } from "@emissions/kit/wire/checks";
import { enumNumber } from "@emissions/kit/wire/enum";
import { RecordStatusSchema } from "@emissions/proto/activity/v1/record";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import * as proto from "@emissions/proto/activity/v1/sold_product_sale_service";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import { plain } from "@emissions/quantity/decimal";
import { checkCountry } from "../checks.ts";
import type { Context } from "../context.ts";
import { anyId, anyStatus, anyText, endsByDay, fromDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import type { ValuesOf } from "../records/columns.ts";
import { kindOf, type Lookups, type RelatedPurpose, statusOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { soldProductOwner } from "./owner.ts";
import { daysKey, type Periods, periodsOf } from "./periods-of-sales.ts";
import { PERIOD_OVERLAP } from "./refusals.ts";
import { lifetimeEnergy, toInput, UNIT_SOLD, USE_COLUMNS, type UsePhase, useOf } from "./use-phase.ts";

/** The period is known except for new sales. The use follows from the product. */
export type Sale = ValuesOf<proto.SoldProductSaleValues, "quantity"> & UsePhase & { periodId?: string };

interface NamedProduct extends UsePhase {
  id: string;
  productName: string;
}

/** Rows that sales refer to. */
interface Products {
  products: ReadonlyMap<string, NamedProduct>;
  periods: Periods;
}

interface Countries {
  countries: ReadonlyMap<string, Country>;
}

export const soldProductSales = kindOf({
  entityType: EntityType.SOLD_PRODUCT_SALES,
  values: proto.SoldProductSaleValuesSchema,
  columns: [{ name: "period_id", key: "periodId", type: "uuid" }, ...USE_COLUMNS],
  owner: soldProductOwner,
  recalculateOn: () => ["country", "quantity"],
  customFactor: { category: () => "sold_products", unit: () => UNIT_SOLD },
  checkLookups,
  lookUp: async ({ countries }: Context): Promise<Countries> => ({ countries: await countries.all() }),
  selectRelated,
  copyFromOwner: copyUse,
  derive: (sale, { products, periods }) => {
    const product = products.get(sale.productId);
    const periodId = sale.periodId ?? periods.get(daysKey(sale)) ?? null;
    // Without a product the sale is refused before it is stored.
    return { periodId, ...(product !== undefined && useOf(product)) };
  },
  input: toInput,
  showsErrorCode: true,
  view: (row, { products }) => ({
    status: enumNumber(RecordStatusSchema, statusOf(row)),
    periodId: row.periodId!,
    productName: products.get(row.productId)?.productName ?? "",
    lifetimeEnergy: { value: plain(lifetimeEnergy(row)) },
    lifetimeEnergyUnitId: row.energyUnitId,
  }),
  list: {
    search: (tx) => tx`plain_text(coalesce(external_id, ''))`,
    filters: {
      ...commonFilters,
      productId: anyId("product_id"),
      periodId: anyId("period_id"),
      country: anyText("country"),
      status: anyStatus(RecordStatusSchema),
      startDate: fromDay("start_date"),
      endDate: endsByDay("end_date", "start_date"),
    } satisfies ListFilters<proto.SoldProductSaleFilter>,
    day: "start_date",
    values: { country: {}, product_id: { labels: selectNames } },
  },
});

const COUNTRY = /^[A-Z]{2}$/;

/** Whether the country exists, and whether the days of a new sale are free or those of a period. */
function checkLookups(sale: Sale, { products, periods, countries }: Lookups & Products & Countries): Check[] {
  const isNew = sale.periodId === undefined && products.has(sale.productId);
  return [
    ...(COUNTRY.test(sale.country) ? checkCountry("country", sale.country, countries) : []),
    ...(isNew && periods.get(daysKey(sale)) === null ? [PERIOD_OVERLAP] : []),
  ];
}

/** Creates the periods of new sales, so that two writers of one product wait for each other. */
async function selectRelated(
  tx: Tx,
  orgs: readonly string[],
  named: readonly Sale[],
  purpose: RelatedPurpose,
): Promise<Products> {
  const ids = [...new Set(named.map(({ productId }) => productId).filter(isId))];
  if (purpose === "announce") return { products: new Map(), periods: new Map() };
  const created = purpose === "write" ? named.filter(({ periodId }) => periodId === undefined) : [];
  const lock = purpose !== "write" ? tx`` : created.length > 0 ? tx`for no key update` : tx`for key share`;
  const rows = await tx<NamedProduct[]>`
    select id, product_name, ${columns(tx)} from sold_products
    where organization_id = any (${orgs as string[]}::uuid[]) and id in (select unnest(${ids}::uuid[]))
    order by id ${lock}`;
  const products = new Map(rows.map((row) => [row.id, row]));
  const known = created.filter(({ productId }) => products.has(productId));
  return { products, periods: await periodsOf(tx, orgs[0]!, known) };
}

const columns = (tx: Tx) => tx(USE_COLUMNS.map(({ name }) => name));

/** Sales follow a change of their product when they are calculated again. */
const copied = USE_COLUMNS.map(({ name }) => name).join(", ");
function copyUse(tx: Tx, org: string, ids: readonly string[]) {
  return tx`
    update sold_product_sales s set (${tx.unsafe(copied)}) = (select ${tx.unsafe(copied)} from sold_products p
      where p.organization_id = ${org} and p.id = s.product_id)
    where s.organization_id = ${org} and s.id in (select unnest(${ids as string[]}::uuid[]))`;
}

/** The names of products, by id. */
async function selectNames(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await tx<{ id: string; productName: string }[]>`
    select id, product_name from sold_products
    where organization_id = any (${orgs as string[]}::uuid[]) and id = any (${ids as string[]}::uuid[])`;
  return new Map(rows.map(({ id, productName }) => [id, productName]));
}
