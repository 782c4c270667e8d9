import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  ExpenseType,
  PurchaseService,
  PurchaseStatus,
  PurchaseType,
  type PurchaseValues,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { SupplierCodeType, SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, EUR, eachTest, KG } from "../activity.fixture.ts";
import { laptops } from "./purchase.fixture.ts";

let activity: Activity;
let us: Principal;
let them: Principal;

eachTest(async (ours) => {
  ({ activity, us } = ours);
  them = await activity.organization();
});

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

describe("CreatePurchase", () => {
  it("answers with the purchase, its defaults and what it names, before it is calculated", async () => {
    const { id } = await supplier();
    const purchase = await buy({ supplierId: id });
    expect(purchase).toMatchObject({
      organizationId: us.organizationId,
      productName: "Laptops",
      quantity: { value: "100" },
      purchaseType: PurchaseType.SPEND_BASED,
      status: PurchaseStatus.ACTIVE,
      calculationStatus: CalculationStatus.PENDING,
      supplier: { id, businessName: "Acme" },
      unit: { id: EUR, name: "euro_(EUR)", type: "fiat_currency" },
      uploadedBy: us.userId,
      user: { id: us.userId, firstName: "Ada" },
    });
    expect(purchase.co2e).toBeUndefined();
    expect((await purchases().getPurchase({ id: purchase.id })).purchase).toEqual(purchase);
  });

  it("keeps decimals of 30 digits to the last one", async () => {
    const value = "123456789012.345678901234567891";
    const { id } = await buy({ quantity: { value }, recycled: { value: "0.123456789012345678901234567891" } });
    const { purchase } = await purchases().getPurchase({ id });
    expect(purchase).toMatchObject({
      quantity: { value },
      recycled: { value: "0.123456789012345678901234567891" },
    });
  });

  it("announces exactly what was stored, and remembers that it waits", async () => {
    const { id: supplierId } = await supplier(us, { country: "FR", codeType: SupplierCodeType.NACE, code: "46.51" });
    const { id } = await buy({ supplierId, recycled: { value: "0.25" }, expenseType: ExpenseType.CAPEX });
    const [input] = await stored();
    expect(input).toMatchObject({
      recordId: id,
      revision: 1,
      entityType: EntityType.PURCHASES,
      category: "capital_goods",
      referenceDate: "2024-03-05",
      startDate: "2024-03-05",
      endDate: "2024-03-05",
      quantity: { value: { value: "100" }, unitId: EUR, unit: "EUR" },
      recycledShare: { value: "0.25" },
      gwpSet: "AR6",
      excludedFromTotals: false,
    });
    expect(input?.selector?.kind).toMatchObject({
      case: "spend",
      value: { sector: "26.20", country: "FR", supplierCodeType: "nace", supplierCode: "46.51" },
    });
    expect(await activity.rows(us, "pending_calculations")).toMatchObject([{ recordId: id, revision: 1, tries: 0 }]);
  });

  it("looks for a material where the amount is physical, in the organization's country", async () => {
    await buy({ quantity: undefined, unitId: undefined, nonCurrencyQuantity: { value: "3" }, nonCurrencyUnitId: KG });
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

describe("GetPurchase, UpdatePurchase and DeletePurchase", () => {
  it("hide the purchase of another organization like one that does not exist", async () => {
    const { id } = await buy({}, them);
    for (const call of [
      (of: string) => purchases().getPurchase({ id: of }),
      (of: string) => purchases().updatePurchase({ id: of, updateMask: { paths: ["sector"] }, sector: "x" }),
      (of: string) => purchases().deletePurchase({ id: of }),
    ]) {
      expect(await refusalOf(call(id))).toMatchObject({ code: "PURCHASE_NOT_FOUND", violations: [] });
      expect(await refusalOf(call(newId()))).toEqual(await refusalOf(call("no id at all")));
    }
    expect((await purchases(them).getPurchase({ id })).purchase?.sector).toBe("26.20");
  });
});

describe("UpdatePurchase", () => {
  it("leaves the number alone when nothing changes that it rests on", async () => {
    const { id } = await buy();
    await calculated(id);
    const updateMask = { paths: ["description", "file_name", "product_name", "purchase_type"] };
    const { purchase } = await purchases().updatePurchase({
      id,
      updateMask,
      description: "Six of them",
      fileName: "invoice.pdf",
      productName: "Notebooks",
      purchaseType: PurchaseType.AVERAGE_DATA,
    });
    expect(purchase).toMatchObject({
      description: "Six of them",
      productName: "Notebooks",
      // It follows the factor that priced the purchase, not the caller.
      purchaseType: PurchaseType.SPEND_BASED,
      co2e: { value: "12" },
      calculationStatus: CalculationStatus.CALCULATED,
    });
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    { what: "the amount", paths: ["quantity"], sent: { quantity: { value: "101" } } },
    { what: "the day", paths: ["purchase_date"], sent: { purchaseDate: "2023-01-01" } },
    { what: "the sector", paths: ["sector"], sent: { sector: "62.01" } },
    { what: "the share of recycled content", paths: ["recycled"], sent: { recycled: { value: "0.5" } } },
    { what: "the expense type", paths: ["expense_type"], sent: { expenseType: ExpenseType.CAPEX } },
    { what: "being left out of totals", paths: ["status"], sent: { status: PurchaseStatus.INACTIVE } },
    {
      what: "the kind of amount",
      paths: ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"],
      sent: { nonCurrencyQuantity: { value: "3" }, nonCurrencyUnitId: KG },
    },
  ])("announces the next revision when $what changes, and takes the number off", async ({ paths, sent }) => {
    const { id } = await buy();
    await calculated(id);
    const { purchase } = await purchases().updatePurchase({ id, updateMask: { paths }, ...sent });
    expect(purchase).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(purchase?.co2e).toBeUndefined();
    expect((await stored()).map(({ revision }) => revision)).toEqual([1, 2]);
    expect(await activity.rows(us, "pending_calculations")).toMatchObject([{ recordId: id, revision: 2 }]);
  });

  it("calculates one that failed again when its amount is sent again, and not for anything else", async () => {
    const { id, quantity } = await buy();
    await activity.db.asService(
      us.organizationId,
      ({ tx }) => tx`
        update purchases set calculation_status = 'failed', calculation_error_code = 'FACTOR_NOT_FOUND' where id = ${id}`,
    );
    const change = async (paths: string[], sent: Sent) =>
      (await purchases().updatePurchase({ id, updateMask: { paths }, ...sent })).purchase;
    const untouched = await change(["product_name"], { productName: "Notebooks" });
    expect(untouched).toMatchObject({ calculationStatus: CalculationStatus.FAILED });
    const again = await change(["quantity"], { quantity: { value: quantity!.value } });
    expect(again).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect((await stored()).map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it("prices with the new supplier's country", async () => {
    const { id } = await buy();
    const { id: supplierId } = await supplier(us, { country: "FR" });
    const { purchase } = await purchases().updatePurchase({ id, updateMask: { paths: ["supplier_id"] }, supplierId });
    expect(purchase?.supplier?.id).toBe(supplierId);
    expect((await stored())[1]?.selector?.kind).toMatchObject({ value: { country: "FR" } });
  });

  it.each([
    { what: "half a pair is left", paths: ["unit_id"], sent: {}, refused: "body value_error.amount_pair" },
    { what: "a required field is cleared", paths: ["sector"], sent: {}, refused: "body.sector value_error.missing" },
    { what: "a default is cleared", paths: ["status"], sent: {}, refused: "body.status value_error.missing" },
    { what: "a status is unknown", paths: ["status"], sent: { status: 99 }, refused: "body.status type_error.enum" },
    { what: "a field does not exist", paths: ["co2e"], sent: {}, refused: "body.co2e value_error.extra" },
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

describe("DeletePurchase", () => {
  it("announces a revision higher than all before, and waits for nothing any more", async () => {
    const { id } = await buy();
    await purchases().deletePurchase({ id });
    const [event] = await activity.events(us, RecordsDeletedSchema);
    expect(event?.records).toMatchObject([{ recordId: id, revision: 2 }]);
    expect(await activity.rows(us, "pending_calculations")).toEqual([]);
    expect(await refusalOf(purchases().getPurchase({ id }))).toMatchObject({ code: "PURCHASE_NOT_FOUND" });
  });
});
