import { newId } from "@emissions/kit/process/id";
import { InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, KG, KM, KWH } from "../activity.fixture.ts";
import { record } from "../waste/waste.fixture.ts";
import { HEAT, type Invoicing, invoicing, R410A, type Sent } from "./invoice.fixture.ts";

let activity: Activity;
let ours: Invoicing;

eachTest(async (made) => {
  ({ activity } = made);
  ours = await invoicing(made);
});

describe("an invoice", () => {
  it("takes a custom record in its unit alone, of its category alone", async () => {
    const right = record(activity, { unitId: KWH, activityCategories: ["electricity"] });
    await ours.create({ customEfRecordId: right });
    expect((await ours.inputs())[0]!.selector!.kind).toMatchObject({
      case: "customRecord",
      value: { recordId: right },
    });
    const wrongUnit = record(activity, { unitId: KG, activityCategories: ["electricity"] });
    const wrongCategory = record(activity, { unitId: KWH });
    expect(await types({ customEfRecordId: wrongUnit })).toEqual(["body.unit_id value_error.unit_not_allowed"]);
    expect(await types({ customEfRecordId: wrongCategory })).toEqual([
      "body.custom_ef_record_id value_error.record_category",
    ]);
  });

  async function types(sent: Sent): Promise<string[]> {
    return (await refusalOf(ours.create(sent))).violations;
  }

  it.each<[what: string, sent: () => Sent, ...types: string[]]>([
    ["heat of nothing", () => ({ type: InvoiceType.HEAT, unitId: KG }), "body.facility_fuel_id value_error.missing"],
    ["an unknown fuel", () => ({ ...HEAT, facilityFuelId: newId() }), "body.facility_fuel_id value_error.not_found"],
    [
      "a refrigerant that is burned",
      () => ({ ...HEAT, facilityFuelId: R410A }),
      "body.facility_fuel_id value_error.fuel_purpose",
    ],
    ["gas by the kilometre", () => ({ ...HEAT, unitId: KM }), "body.unit_id value_error.unit_not_allowed"],
    ["electricity by mass", () => ({ unitId: KG }), "body.unit_id value_error.unit_not_allowed"],
    ["an unknown unit", () => ({ unitId: newId() }), "body.unit_id value_error.not_found"],
    ["an unknown supplier", () => ({ supplierId: newId() }), "body.supplier_id value_error.not_found"],
    ["no facility", () => ({ facilityId: "" }), "body.facility_percentages value_error.missing"],
    [
      "both forms",
      () => ({ facilityPercentages: [ours.share(ours.plant, "1")] }),
      "body.facility_percentages value_error.facility_shares",
    ],
    [
      "less than all",
      () => shared(ours.share(ours.plant, "0.5"), ours.share(ours.other, "0.4999999999")),
      "body.facility_percentages value_error.facility_shares",
    ],
    [
      "a facility twice",
      () => shared(ours.share(ours.plant, "0.5"), ours.share(ours.plant, "0.5")),
      "body.facility_percentages value_error.list.unique_items",
    ],
    [
      "a share above all",
      () => shared(ours.share(ours.plant, "1.5")),
      "body.facility_percentages.0.percentage value_error.number.not_le",
    ],
    [
      "another organization's",
      () => shared({ ...ours.share(ours.plant, "1"), organizationId: newId() }),
      "body.facility_percentages.0.organization_id value_error.not_found",
    ],
  ])("is refused with %s", async (_, sent, ...expected) => {
    expect(await types(sent())).toEqual(expected);
    expect(await activity.rows(ours.us, "invoices")).toEqual([]);
  });

  const shared = (...facilityPercentages: Sent["facilityPercentages"] & object) => ({
    facilityId: "",
    facilityPercentages,
  });
});
