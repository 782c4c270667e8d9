import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { SoldProductPeriodService } from "@emissions/proto/activity/v1/sold_product_period_service";
import { SoldProductSaleService } from "@emissions/proto/activity/v1/sold_product_sale_service";
import {
  SoldProductEnergyType,
  SoldProductService,
  type SoldProductValuesSchema,
} from "@emissions/proto/activity/v1/sold_product_service";
import { activity, KWH, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { insertProduct } from "./product-queries.ts";
import type { ProductColumns } from "./product-row.ts";
import { soldProductSales } from "./sold_product_sale.ts";

type Values = MessageInitShape<typeof SoldProductValuesSchema>;

/** 0.8 kWh in each of 200 uses in a year, for 10 years: 1,600 kWh. */
export const KETTLE = {
  lifetimeYears: { value: "10" },
  usesPerYear: { value: "200" },
  energyPerUse: { quantity: { value: "0.8" }, unitId: KWH, energyType: SoldProductEnergyType.ELECTRICITY },
} satisfies Values;

export const products = (by: Principal = us) => activity.as(by, SoldProductService);
export const periods = (by: Principal = us) => activity.as(by, SoldProductPeriodService);
export const sales = (by: Principal = us) => activity.as(by, SoldProductSaleService);

/** A product of the organization, stored without a request; gives its id. */
export async function product(values: Partial<ProductColumns> = {}, by: Principal = us): Promise<string> {
  const id = newId();
  const row = { ...COLUMNS, productName: `Kettle ${id}`, ...values, id };
  await activity.db.asService(by.organizationId, ({ tx, org }) => insertProduct(tx, org, null, row));
  return id;
}

/** The kettle as its columns. */
const COLUMNS: Omit<ProductColumns, "productName"> = {
  lifetimeYears: "10",
  usesPerYear: "200",
  energyQuantity: "0.8",
  energyUnitId: KWH,
  energyType: "electricity",
  vehicleFuelId: null,
  facilityFuelId: null,
  fuelKey: null,
  manufactureCo2e: null,
  manufactureSource: null,
  endOfLifeCo2e: null,
  endOfLifeSource: null,
};

let years = 10;

/** Calculates all sales of the product again. */
export const changeLifetime = (productId: string) => {
  years += 1;
  return products().updateSoldProduct({
    productId,
    values: { lifetimeYears: { value: String(years) } },
    updateMask: { paths: ["lifetime_years"] },
  });
};

/** The kilograms of the sales of a product, and of them those from biomass. */
export async function totalsOfProduct(id: string, by: Principal = us): Promise<number[]> {
  const rows = await activity.rows<{ productId: string; co2e: string; co2eBiomass: string }>(by, "sold_product_totals");
  const own = rows.find(({ productId }) => productId === id);
  return [own?.co2e ?? 0, own?.co2eBiomass ?? 0].map(Number);
}

/** A sale that is right. */
export const saleOf = (productId: string) => ({
  productId,
  startDate: "2025-01-01",
  endDate: "2025-01-31",
  country: "GB",
  quantity: { value: "1000" },
});

/** A period with sales by country. */
export async function period(productId: string, [startDate, endDate]: [string, string], units: Record<string, string>) {
  const countrySales = Object.entries(units).map(([country, value]) => ({ country, quantity: { value } }));
  return (await periods().createSoldProductPeriod({ productId, startDate, endDate, countrySales })).period!;
}

/** Stores results as calc would send them. */
export const calculate = calculating(soldProductSales);
