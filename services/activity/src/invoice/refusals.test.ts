import { newId } from "@emissions/kit/process/id";
import { InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, inputs, KG, KM, KWH, us } from "../activity.fixture.ts";
import { plant, record } from "../waste/waste.fixture.ts";
import { create, eachInvoiceTest, HEAT, other, R410A, type Sent, share } from "./invoice.fixture.ts";

eachInvoiceTest();

const violationsOf = async (sent: Sent) => (await refusalOf(create(sent))).violations;

it("an invoice takes a custom record in its unit alone, of its category alone", async () => {
  const customEfRecordId = record({ unitId: KWH, activityCategories: ["electricity"] });
  await create({ customEfRecordId });
  const kind = { case: "customRecord", value: { recordId: customEfRecordId } };
  expect((await inputs())[0]!.selector).toMatchObject({ kind });
  const wrongUnit = record({ unitId: KG, activityCategories: ["electricity"] });
  expect(await violationsOf({ customEfRecordId: wrongUnit })).toEqual(["body.unit_id value_error.unit_not_allowed"]);
});

const RECHARGE = { type: InvoiceType.RECHARGE, facilityFuelId: R410A, unitId: KG };
const sharedBy = (...shares: [facilityId: string, percentage: string, more?: object][]) => ({
  facilityId: "",
  facilityPercentages: shares.map(([id, percentage, more]) => ({ ...share(id, percentage), ...more })),
});
const foreign = { organizationId: newId() };

it.each<[what: string, sent: () => Sent, violation: string]>([
  ["heat of nothing", () => ({ type: InvoiceType.HEAT, unitId: KG }), "facility_fuel_id value_error.missing"],
  ["an unknown fuel", () => ({ ...HEAT, facilityFuelId: newId() }), "facility_fuel_id value_error.not_found"],
  [
    "a refrigerant that is burned",
    () => ({ ...HEAT, facilityFuelId: R410A }),
    "facility_fuel_id value_error.fuel_purpose",
  ],
  [
    "more refrigerant that did not leak than there was",
    () => ({ ...RECHARGE, baseQuantity: { value: "8" }, retainedQuantity: { value: "8.001" } }),
    "retained_quantity value_error.number.not_le",
  ],
  [
    "fuel that did not leak",
    () => ({ ...HEAT, retainedQuantity: { value: "1" } }),
    "retained_quantity value_error.retained_quantity",
  ],
  ["gas by the kilometre", () => ({ ...HEAT, unitId: KM }), "unit_id value_error.unit_not_allowed"],
  ["electricity by mass", () => ({ unitId: KG }), "unit_id value_error.unit_not_allowed"],
  ["an unknown unit", () => ({ unitId: newId() }), "unit_id value_error.not_found"],
  ["an unknown supplier", () => ({ supplierId: newId() }), "supplier_id value_error.not_found"],
  ["no facility", () => ({ facilityId: "" }), "facility_percentages value_error.missing"],
  [
    "both forms",
    () => ({ ...sharedBy([plant, "1"]), facilityId: plant }),
    "facility_percentages value_error.facility_shares",
  ],
  [
    "less than all",
    () => sharedBy([plant, "0.5"], [other, "0.4999999999"]),
    "facility_percentages value_error.facility_shares",
  ],
  [
    "a facility twice",
    () => sharedBy([plant, "0.5"], [plant, "0.5"]),
    "facility_percentages value_error.list.unique_items",
  ],
  ["a share above all", () => sharedBy([plant, "1.5"]), "facility_percentages.0.percentage value_error.number.not_le"],
  ["another's", () => sharedBy([plant, "1", foreign]), "facility_percentages.0.organization_id value_error.not_found"],
])("an invoice is refused with %s", async (_, sent, violation) => {
  expect(await violationsOf(sent())).toEqual([`body.${violation}`]);
  expect(await activity.rows(us, "invoices")).toEqual([]);
});
