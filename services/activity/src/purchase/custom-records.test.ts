import { newId } from "@emissions/kit/process/id";
import { PurchaseType } from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { CustomRecordsNamedSchema } from "@emissions/proto/activity/v1/record_events";
import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, EUR, eachTest, inputs, KG, us } from "../activity.fixture.ts";
import { group, record } from "../waste/waste.fixture.ts";
import { buy, calculate, change, purchases } from "./purchase.fixture.ts";

eachTest();

const weight = { quantity: undefined, unitId: undefined, nonCurrencyQuantity: { value: "5" }, nonCurrencyUnitId: KG };
const PHYSICAL = ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"];

const priced = (state: object = {}) =>
  record({ unitId: EUR, activityCategories: ["purchases"], revision: 3, ...state });
const violationsOf = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).violations;
const selectors = async () => (await inputs()).map(({ selector }) => selector!.kind.case);

describe("a purchase with a record of a custom database", () => {
  it.each([
    ["money", {}, EUR],
    ["a weight", weight, KG],
  ])("by %s is calculated with this record, its recycled share left aside", async (_, amount, unitId) => {
    const customEfRecordId = priced({ unitId });
    const purchase = await buy({ ...amount, customEfRecordId, recycled: { value: "0.5" } });
    expect(purchase).toMatchObject({ customEfRecordId, calculationStatus: CalculationStatus.PENDING });
    expect((await purchases().listPurchases({})).purchases).toMatchObject([{ id: purchase.id, customEfRecordId }]);
    const [input] = await inputs();
    const value = { recordId: customEfRecordId, revision: 3, sector: "26.20" };
    expect(input!.selector!.kind).toMatchObject({ case: "customRecord", value });
    expect(input!.recycledShare).toBeUndefined();
    const named = (await activity.events(us, CustomRecordsNamedSchema)).flatMap(({ records }) => records);
    expect(named).toMatchObject([{ recordId: customEfRecordId }]);
  });

  it("takes the method of the factor in place of the sent one", async () => {
    const { id } = await buy({ customEfRecordId: priced(), purchaseType: PurchaseType.AVERAGE_DATA });
    await calculate([{ recordId: id, co2e: "2", more: { method: FactorMethod.SUPPLIER_SPECIFIC } }]);
    const { purchase } = await purchases().getPurchase({ id });
    expect(purchase).toMatchObject({ purchaseType: PurchaseType.SUPPLIER_SPECIFIC, co2e: { value: "2" } });
  });

  const ownGroup = () => group({ organizationId: us.organizationId, unitIds: [EUR] });

  it.each<[what: string, sent: () => object, violation: string]>([
    [
      "the record is per another unit of money",
      () => ({ customEfRecordId: priced({ unitId: newId() }) }),
      "unit_id value_error.unit_not_allowed",
    ],
    [
      "the record is per money and the amount a weight",
      () => ({ ...weight, customEfRecordId: priced() }),
      "non_currency_unit_id value_error.unit_not_allowed",
    ],
    [
      "a group is named, too",
      () => ({ customEfRecordId: priced(), customEmissionFactorId: ownGroup() }),
      "custom_ef_record_id value_error.factor_source",
    ],
  ])("is refused when %s, as new one and as change", async (_, sent, violation) => {
    expect(await violationsOf(buy(sent()))).toEqual([`body.${violation}`]);
    const { id } = await buy();
    const values = sent();
    const paths = "nonCurrencyUnitId" in values ? PHYSICAL : [];
    const changed = change(id, values, "custom_ef_record_id", "custom_emission_factor_id", ...paths);
    expect(await violationsOf(changed)).toEqual([`body.${violation}`]);
    expect(await selectors()).toEqual(["spend"]);
  });

  it("starts a new calculation when the record is added, and when it is taken away", async () => {
    const { id } = await buy();
    await change(id, { customEfRecordId: priced() }, "custom_ef_record_id");
    expect((await change(id, {}, "custom_ef_record_id")).customEfRecordId).toBeUndefined();
    expect(await selectors()).toEqual(["spend", "customRecord", "spend"]);
  });

  it("is calculated again with the same revision by a new sector, which decides about the category", async () => {
    const { id, customEfRecordId } = await buy({ customEfRecordId: priced() });
    priced({ id: customEfRecordId, revision: 9 });
    await change(id, { sector: "49.41" }, "sector");
    const kinds = (await inputs()).map(({ selector }) => selector!.kind);
    expect(kinds).toMatchObject([
      { value: { revision: 3, sector: "26.20" } },
      { value: { revision: 3, sector: "49.41" } },
    ]);
  });

  it("that failed is calculated again by a change of the amount, but not by a new name", async () => {
    const { id } = await buy({ customEfRecordId: priced() });
    await calculate([{ recordId: id, failed: "CUSTOM_FACTOR_NOT_VALID" }]);
    const other = await change(id, { productName: "Servers" }, "product_name");
    expect(other.calculationStatus).toBe(CalculationStatus.FAILED);
    const again = await change(id, { quantity: { value: "100" } }, "quantity");
    expect(again.calculationStatus).toBe(CalculationStatus.PENDING);
  });
});
