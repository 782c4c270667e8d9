import { NIL_ID, newId } from "@emissions/kit/process/id";
import {
  ExpenseType,
  PurchaseFrequency,
  PurchaseStatus,
  PurchaseType,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { SupplierCodeType } from "@emissions/proto/activity/v1/supplier_service";
import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { someoneWaits } from "@emissions/testkit/database";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, EUR, eachTest, inputs, KG, KM, us } from "../activity.fixture.ts";
import { buy, calculate, change, purchases, supplier } from "./purchase.fixture.ts";

eachTest();

const WEIGHT = { nonCurrencyQuantity: { value: "3" }, nonCurrencyUnitId: KG };
const NO_MONEY = { quantity: undefined, unitId: undefined };
const get = async (id: string) => (await purchases().getPurchase({ id })).purchase!;
const revisions = async () => (await inputs()).map(({ revision }) => revision);

describe("a purchase", () => {
  it("has defaults, and shows its supplier and its unit", async () => {
    const id = await supplier();
    const purchase = await buy({ supplierId: id });
    expect(purchase).toMatchObject({
      purchaseType: PurchaseType.SPEND_BASED,
      status: PurchaseStatus.ACTIVE,
      frequency: PurchaseFrequency.ONCE,
      supplier: { id, businessName: "Acme" },
      unit: { id: EUR, name: "euro_(EUR)", type: "fiat_currency" },
    });
    expect(await get(purchase.id)).toEqual(purchase);
  });

  it("is announced with sector and supplier", async () => {
    const supplierId = await supplier({ country: "FR", codeType: SupplierCodeType.NACE, code: "46.51" });
    const recycled = { value: "0.123456789012345678901234567891" };
    await buy({ supplierId, recycled, expenseType: ExpenseType.CAPEX });
    const day = "2024-03-05";
    const value = { sector: "26.20", country: "FR", supplierCodeType: "nace", supplierCode: "46.51" };
    expect((await inputs())[0]).toMatchObject({
      ...{ referenceDate: day, startDate: day, endDate: day },
      category: "capital_goods",
      quantity: { value: { value: "100" }, unitId: EUR, unit: "EUR" },
      recycledShare: recycled,
      selector: { kind: { case: "spend", value } },
    });
  });

  it("is priced by a material where the amount is physical, in the organization's country", async () => {
    await buy({ ...NO_MONEY, ...WEIGHT });
    const value = { productName: "Laptops", sector: "26.20", country: "ES" };
    expect((await inputs())[0]!.selector!.kind).toMatchObject({ case: "material", value });
  });

  it("with a result has the rate and the method of the factor; a failure has neither", async () => {
    const [priced, failed] = [await buy(), await buy()];
    const exchangeRate = { currency: "USD", rate: { value: "1.0881" }, rateDate: "2024-03-05" };
    await calculate([
      { recordId: priced.id, more: { method: FactorMethod.AVERAGE_DATA, exchangeRate } },
      { recordId: failed.id, failed: "SECTOR_NOT_MAPPED" },
    ]);
    const rate = { exchangeRateToEur: { value: "1.0881" }, exchangeRateDate: "2024-03-05" };
    // Sent as spend based; the factor says otherwise.
    expect(await get(priced.id)).toMatchObject({ ...rate, purchaseType: PurchaseType.AVERAGE_DATA });
    const { purchaseType, exchangeRateToEur } = await get(failed.id);
    expect([purchaseType, exchangeRateToEur]).toEqual([PurchaseType.SPEND_BASED, undefined]);
  });

  it.each([
    ["half a pair", { unitId: undefined }, "body value_error.amount_pair"],
    ["two pairs", WEIGHT, "body value_error.amount_pair"],
    ["an unknown unit", { unitId: newId() }, "body.unit_id value_error.not_found"],
    ["money in kilograms", { unitId: KG }, "body.unit_id value_error.unit_not_allowed"],
    [
      "goods in kilometres",
      { ...NO_MONEY, ...WEIGHT, nonCurrencyUnitId: KM },
      "body.non_currency_unit_id value_error.unit_not_allowed",
    ],
    ["an unknown supplier", { supplierId: newId() }, "body.supplier_id value_error.not_found"],
  ])("is refused with %s", async (_, sent, violation) => {
    expect((await refusalOf(buy(sent))).violations).toEqual([violation]);
    expect(await activity.rows(us, "purchases")).toEqual([]);
  });

  it("is refused with a supplier of another organization exactly like with one that does not exist", async () => {
    const theirs = await supplier({}, await activity.organization());
    const [foreign, missing] = [theirs, newId()].map((supplierId) => refusalOf(buy({ supplierId })));
    expect(await foreign).toEqual(await missing);
  });
});

describe("the status error", () => {
  const { ERROR, ACTIVE, INACTIVE } = PurchaseStatus;
  const found = async (...status: PurchaseStatus[]) =>
    (await purchases().listPurchases({ status })).purchases.map(({ id }) => id);
  const failed = async () => {
    const { id } = await buy();
    await calculate([{ recordId: id, failed: "SECTOR_NOT_MAPPED" }]);
    return id;
  };

  it("finds purchases whose calculation failed, also beside other statuses", async () => {
    const [active, inactive, bad] = [await buy(), await buy({ status: INACTIVE }), await failed()];
    expect(await found(ERROR)).toEqual([bad]);
    expect(await found(ERROR, INACTIVE)).toEqual([bad, inactive.id]);
    expect(await found(ACTIVE)).toEqual([bad, active.id]);
    expect(await found(INACTIVE)).toEqual([inactive.id]);
  });

  it("deletes these purchases and no others by filters", async () => {
    const [kept, bad] = [await buy(), await failed()];
    const { filterHash } = await purchases().listPurchases({ status: [ERROR] });
    const { deletion } = await purchases().deletePurchasesByFilters({ status: [ERROR], filterHash });
    expect(deletion).toMatchObject({ successIds: [bad] });
    expect(await found()).toEqual([kept.id]);
  });

  it("is no status of a purchase", async () => {
    const { id } = await buy();
    for (const attempt of [buy({ status: ERROR }), change(id, { status: ERROR }, "status")]) {
      expect((await refusalOf(attempt)).violations).toEqual(["body.status type_error.enum"]);
    }
  });
});

describe("a change", () => {
  it("of the method is undone, because the factor that priced the purchase decides about it", async () => {
    const { id } = await buy();
    await calculate([{ recordId: id }]);
    const changes = { productName: "Notebooks", purchaseType: PurchaseType.AVERAGE_DATA };
    const purchase = await change(id, changes, "product_name", "purchase_type");
    expect(purchase).toMatchObject({ productName: "Notebooks", purchaseType: PurchaseType.SPEND_BASED });
    expect(await revisions()).toEqual([1]);
  });

  it.each<[what: string, sent: object, ...paths: string[]]>([
    ["the day", { purchaseDate: "2023-01-01" }, "purchase_date"],
    ["the sector", { sector: "62.01" }, "sector"],
    ["the share of recycled content", { recycled: { value: "0.5" } }, "recycled"],
    ["the expense type", { expenseType: ExpenseType.CAPEX }, "expense_type"],
    ["being left out of totals", { status: PurchaseStatus.INACTIVE }, "status"],
    ["the kind of amount", WEIGHT, "quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"],
  ])("of %s starts a new calculation without the old result", async (_, sent, ...paths) => {
    const { id } = await buy();
    await calculate([{ recordId: id }]);
    const purchase = await change(id, sent, ...paths);
    expect(purchase).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(purchase.co2e).toBeUndefined();
    expect(await revisions()).toEqual([1, 2]);
  });

  it("prices with the new supplier's country", async () => {
    const { id } = await buy();
    const supplierId = await supplier({ country: "FR" });
    expect(await change(id, { supplierId }, "supplier_id")).toMatchObject({ supplier: { id: supplierId } });
    expect((await inputs())[1]!.selector!.kind).toMatchObject({ value: { country: "FR" } });
  });

  it("leaves the number alone when the new supplier prices alike, except after a failure", async () => {
    const [one, other] = [await supplier(), await supplier()];
    const { id } = await buy({ supplierId: one });
    await calculate([{ recordId: id, co2e: "12" }]);
    const toOther = () => change(id, { supplierId: other }, "supplier_id");
    expect(await toOther()).toMatchObject({ supplierId: other, co2e: { value: "12" } });
    await change(id, { sector: "62.01" }, "sector");
    await calculate([{ recordId: id, revision: 2, failed: "FACTOR_NOT_FOUND" }]);
    expect(await toOther()).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(await revisions()).toEqual([1, 2, 3]);
  });

  it("of a purchase whose calculation fails at the same time starts a new one", async () => {
    const { id, sector } = await buy();
    const [changed] = await activity.db.asService(us.organizationId, async ({ tx }) => {
      await tx`update purchases set calculation_status = 'failed', calculation_error_code = 'FACTOR_NOT_FOUND'`;
      const changing = change(id, { sector }, "sector");
      await someoneWaits(tx);
      return [changing];
    });
    expect(await changed).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
  });

  it.each([
    ["half a pair is left", {}, "unit_id", "body value_error.amount_pair"],
    ["the supplier does not exist", { supplierId: NIL_ID }, "supplier_id", "body.supplier_id value_error.not_found"],
  ])("is refused when %s", async (_, sent, path, violation) => {
    const { id } = await buy();
    expect((await refusalOf(change(id, sent, path))).violations).toEqual([violation]);
  });
});
