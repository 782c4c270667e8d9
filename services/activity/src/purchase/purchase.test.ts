import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  ExpenseType,
  PurchaseFrequency,
  PurchaseService,
  PurchaseStatus,
  PurchaseType,
  type PurchaseValues,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { SupplierCodeType, SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, EUR, eachTest, KG, KM } from "../activity.fixture.ts";
import { laptops } from "./purchase.fixture.ts";

let activity: Activity;
let us: Principal;
let them: Principal;

eachTest(async (ours) => {
  ({ activity, us } = ours);
  them = await activity.organization();
});

const WEIGHT = { nonCurrencyQuantity: { value: "3" }, nonCurrencyUnitId: KG };
const NO_MONEY = { quantity: undefined, unitId: undefined };

const purchases = (principal = us) => activity.as(principal, PurchaseService);
type Sent = Partial<Omit<PurchaseValues, "$typeName" | "quantity" | "nonCurrencyQuantity" | "recycled">> & {
  quantity?: { value: string } | undefined;
  nonCurrencyQuantity?: { value: string };
  recycled?: { value: string };
};
async function buy(sent: Sent = {}, principal = us) {
  const { purchase } = await purchases(principal).createPurchase({ ...laptops, ...sent });
  return purchase!;
}
async function supplier(principal = us, values = {}) {
  const { supplier } = await activity
    .as(principal, SupplierService)
    .createSupplier({ businessName: "Acme", country: "DE", ...values });
  return supplier!;
}
async function stored(principal = us) {
  const events = await activity.events(principal, RecordsStoredSchema);
  return events.flatMap(({ records }) => records);
}
/** As the calculation would leave it. */
const calculated = (id: string) =>
  activity.db.asService(
    us.organizationId,
    ({ tx }) => tx`update purchases set calculation_status = 'calculated', co2e = 12 where id = ${id}`,
  );

const failed = (id: string) =>
  activity.db.asService(
    us.organizationId,
    ({ tx }) => tx`
      update purchases set calculation_status = 'failed', calculation_error_code = 'FACTOR_NOT_FOUND', co2e = null
      where id = ${id}`,
  );

describe("CreatePurchase", () => {
  it("answers with the defaults, and with what the purchase names", async () => {
    const { id } = await supplier();
    const purchase = await buy({ supplierId: id });
    expect(purchase).toMatchObject({
      purchaseType: PurchaseType.SPEND_BASED,
      status: PurchaseStatus.ACTIVE,
      frequency: PurchaseFrequency.ONCE,
      supplier: { id, businessName: "Acme" },
      unit: { id: EUR, name: "euro_(EUR)", type: "fiat_currency" },
    });
    expect((await purchases().getPurchase({ id: purchase.id })).purchase).toEqual(purchase);
  });

  it("is announced with sector and supplier", async () => {
    const { id: supplierId } = await supplier(us, { country: "FR", codeType: SupplierCodeType.NACE, code: "46.51" });
    const recycled = { value: "0.123456789012345678901234567891" };
    expect(await buy({ supplierId, recycled, expenseType: ExpenseType.CAPEX })).toMatchObject({ recycled });
    const [input] = await stored();
    expect(input).toMatchObject({
      category: "capital_goods",
      referenceDate: "2024-03-05",
      startDate: "2024-03-05",
      endDate: "2024-03-05",
      quantity: { value: { value: "100" }, unitId: EUR, unit: "EUR" },
      recycledShare: recycled,
    });
    expect(input?.selector?.kind).toMatchObject({
      case: "spend",
      value: { sector: "26.20", country: "FR", supplierCodeType: "nace", supplierCode: "46.51" },
    });
  });

  it("looks for a material where the amount is physical, in the organization's country", async () => {
    await buy({ ...NO_MONEY, ...WEIGHT });
    const [input] = await stored();
    expect(input?.selector?.kind).toMatchObject({
      case: "material",
      value: { productName: "Laptops", sector: "26.20", country: "ES" },
    });
  });

  it("leaves an inactive purchase out of totals", async () => {
    await buy({ status: PurchaseStatus.INACTIVE });
    expect((await stored())[0]?.excludedFromTotals).toBe(true);
  });

  it.each([
    { what: "half a pair", sent: { unitId: undefined }, refused: "body value_error.amount_pair" },
    { what: "two pairs", sent: WEIGHT, refused: "body value_error.amount_pair" },
    { what: "an unknown unit", sent: { unitId: newId() }, refused: "body.unit_id value_error.not_found" },
    { what: "money in kilograms", sent: { unitId: KG }, refused: "body.unit_id value_error.unit_not_allowed" },
    {
      what: "goods in kilometres",
      sent: { ...NO_MONEY, ...WEIGHT, nonCurrencyUnitId: KM },
      refused: "body.non_currency_unit_id value_error.unit_not_allowed",
    },
  ])("refuses $what", async ({ sent, refused }) => {
    expect((await refusalOf(buy(sent as Sent))).violations).toEqual([refused]);
    expect(await activity.rows(us, "purchases")).toEqual([]);
  });

  it("refuses a supplier of another organization exactly like one that does not exist", async () => {
    const { id } = await supplier(them);
    const [foreign, missing] = [
      await refusalOf(buy({ supplierId: id })),
      await refusalOf(buy({ supplierId: newId() })),
    ];
    expect(foreign).toMatchObject({
      code: "REQUEST_VALIDATION_FAILED",
      violations: ["body.supplier_id value_error.not_found"],
    });
    expect(missing).toEqual(foreign);
  });
});

describe("a change", () => {
  it("of the method is undone, because the factor that priced the purchase decides about it", async () => {
    const { id } = await buy();
    await calculated(id);
    const paths = ["product_name", "purchase_type"];
    const changes = { productName: "Notebooks", purchaseType: PurchaseType.AVERAGE_DATA };
    const { purchase } = await purchases().updatePurchase({ id, updateMask: { paths }, ...changes });
    expect(purchase).toMatchObject({ productName: "Notebooks", purchaseType: PurchaseType.SPEND_BASED });
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    { what: "the day", paths: ["purchase_date"], sent: { purchaseDate: "2023-01-01" } },
    { what: "the sector", paths: ["sector"], sent: { sector: "62.01" } },
    { what: "the share of recycled content", paths: ["recycled"], sent: { recycled: { value: "0.5" } } },
    { what: "the expense type", paths: ["expense_type"], sent: { expenseType: ExpenseType.CAPEX } },
    { what: "being left out of totals", paths: ["status"], sent: { status: PurchaseStatus.INACTIVE } },
    {
      what: "the kind of amount",
      paths: ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"],
      sent: WEIGHT,
    },
  ])("announces the next revision when $what changes, and takes the number off", async ({ paths, sent }) => {
    const { id } = await buy();
    await calculated(id);
    const { purchase } = await purchases().updatePurchase({ id, updateMask: { paths }, ...sent });
    expect(purchase).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(purchase?.co2e).toBeUndefined();
    expect((await stored()).map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it("prices with the new supplier's country", async () => {
    const { id } = await buy();
    const { id: supplierId } = await supplier(us, { country: "FR" });
    const { purchase } = await purchases().updatePurchase({ id, updateMask: { paths: ["supplier_id"] }, supplierId });
    expect(purchase?.supplier?.id).toBe(supplierId);
    expect((await stored())[1]?.selector?.kind).toMatchObject({ value: { country: "FR" } });
  });

  it("leaves the number alone when the new supplier prices alike, except after a failure", async () => {
    const [one, other] = [await supplier(), await supplier()];
    const { id } = await buy({ supplierId: one.id });
    await calculated(id);
    const change = async (supplierId: string) =>
      (await purchases().updatePurchase({ id, updateMask: { paths: ["supplier_id"] }, supplierId })).purchase;
    expect(await change(other.id)).toMatchObject({ supplierId: other.id, co2e: { value: "12" } });
    await failed(id);
    expect(await change(other.id)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect((await stored()).map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it.each([
    { what: "half a pair is left", paths: ["unit_id"], sent: {}, refused: "body value_error.amount_pair" },
    {
      what: "the supplier does not exist",
      paths: ["supplier_id"],
      sent: { supplierId: NIL_ID },
      refused: "body.supplier_id value_error.not_found",
    },
  ])("refuses the change when $what", async ({ paths, sent, refused }) => {
    const { id } = await buy();
    const change = purchases().updatePurchase({ id, updateMask: { paths }, ...sent });
    expect((await refusalOf(change)).violations).toEqual([refused]);
  });
});
