import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, KG } from "../activity.fixture.ts";
import { facility, group, record } from "../waste/waste.fixture.ts";
import { treatmentOf } from "./waste_water.fixture.ts";

let activity: Activity;
let us: Principal;
let plant: string;

eachTest(async (ours) => {
  ({ activity, us } = ours);
  plant = await facility(activity, us);
});

const treatments = () => activity.as(us, WasteWaterTreatmentService);
const create = (values: object) => treatments().createWasteWaterTreatment({ ...treatmentOf(plant), ...values });

describe("what is wrong with a treatment is told by field", () => {
  const wrongCategory = () => record(activity, {});
  it.each<{ sent: () => object; violations: string[] }>([
    {
      sent: () => ({ name: "", startDate: "", endDate: "", quantity: undefined, facilityId: "" }),
      violations: [
        "body.facility_id value_error.missing",
        "body.name value_error.missing",
        "body.start_date value_error.missing",
        "body.end_date value_error.missing",
        "body.quantity value_error.missing",
      ],
    },
    { sent: () => ({ quantity: { value: "0.00" } }), violations: ["body.quantity value_error.number.not_gt"] },
    { sent: () => ({ quantity: { value: "-1" } }), violations: ["body.quantity value_error.number.not_ge"] },
    { sent: () => ({ quantity: { value: "NaN" } }), violations: ["body.quantity type_error.decimal"] },
    { sent: () => ({ endDate: "2024-12-31" }), violations: ["body.end_date end_date_before_start_date"] },
    { sent: () => ({ startDate: "1969-12-31" }), violations: ["body.start_date activity_date_out_of_range"] },
    { sent: () => ({ facilityId: newId() }), violations: ["body.facility_id value_error.not_found"] },
    { sent: () => ({ unitId: KG }), violations: ["body.unit_id value_error.unit_not_allowed"] },
    { sent: () => ({ unitId: catalogueId("unit", "none") }), violations: ["body.unit_id value_error.not_found"] },
    { sent: () => ({ customEfRecordId: newId() }), violations: ["body.custom_ef_record_id value_error.not_found"] },
    {
      sent: () => ({ customEfRecordId: wrongCategory() }),
      violations: ["body.custom_ef_record_id value_error.record_category"],
    },
    {
      sent: () => ({
        customEfRecordId: record(activity, { activityCategories: ["waste_water_treatments"] }),
        customEmissionFactorId: group(activity, {}),
      }),
      violations: ["body.custom_ef_record_id value_error.factor_source"],
    },
  ])("$violations", async ({ sent, violations }) => {
    const refused = create(sent());
    expect(await refusalOf(refused)).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations });
    expect(await activity.rows(us, "waste_water_treatments")).toEqual([]);
  });

  it("also in a change, which then changes nothing", async () => {
    const { wasteWaterTreatment: treatment } = await create({});
    const { id } = treatment!;
    const refused = treatments().updateWasteWaterTreatment({
      id,
      endDate: "2024-12-31",
      updateMask: { paths: ["end_date"] },
    });
    expect(await refusalOf(refused)).toMatchObject({ violations: ["body.end_date end_date_before_start_date"] });
    expect((await treatments().getWasteWaterTreatment({ id })).wasteWaterTreatment).toEqual(treatment);
  });
});

it("a facility of another organization is as unknown as one that never was", async () => {
  const theirs = await facility(activity, await activity.organization());
  const refused = create({ facilityId: theirs });
  expect(await refusalOf(refused)).toMatchObject({ violations: ["body.facility_id value_error.not_found"] });
});
