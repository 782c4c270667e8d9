import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, KM, M3, startActivity } from "../activity.fixture.ts";
import { facility, group, record, wasteOf } from "./waste.fixture.ts";

let activity: Activity;
let us: Principal;
let plant: string;
let theirs: string;
let ids: Record<"disabled" | "wrong" | "good" | "gone" | "volume" | "group", string>;

beforeAll(async () => {
  activity = await startActivity();
  us = await activity.organization();
  plant = await facility(activity, us);
  theirs = await facility(activity, await activity.organization());
  ids = {
    disabled: record(activity, { enabled: false }),
    wrong: record(activity, { activityCategories: ["transport"] }),
    good: record(activity, {}),
    gone: group(activity, { deleted: true }),
    volume: record(activity, { unitId: M3 }),
    group: group(activity, {}),
  };
});
afterAll(() => activity.drop());

/** One mistake each: what v1 calls it, and the record code of a batch, both with the field. */
const mistakes: { what: string; sent: () => object; v1: string; batch?: string }[] = [
  { what: "no name", sent: () => ({ identificationName: "" }), v1: "identification_name value_error.missing" },
  {
    what: "a long name",
    sent: () => ({ identificationName: "x".repeat(256) }),
    v1: "identification_name value_error.any_str.max_length",
  },
  {
    what: "a long description",
    sent: () => ({ description: "x".repeat(501) }),
    v1: "description value_error.any_str.max_length",
  },
  { what: "no facility", sent: () => ({ facilityId: "" }), v1: "facility_id value_error.missing" },
  { what: "an unknown facility", sent: () => ({ facilityId: newId() }), v1: "facility_id value_error.not_found" },
  {
    what: "a facility of another organization",
    sent: () => ({ facilityId: theirs }),
    v1: "facility_id value_error.not_found",
  },
  {
    what: "an end before its start",
    sent: () => ({ endDate: "2024-12-31" }),
    v1: "end_date end_date_before_start_date",
  },
  { what: "no end", sent: () => ({ endDate: "" }), v1: "end_date value_error.missing" },
  { what: "a day that is none", sent: () => ({ startDate: "2025-02-29" }), v1: "start_date value_error.date" },
  {
    what: "a day before 1970",
    sent: () => ({ startDate: "1969-12-31" }),
    v1: "start_date activity_date_out_of_range",
    batch: "start_date ACTIVITY_DATE_OUT_OF_RANGE",
  },
  {
    what: "a day after next year",
    sent: () => ({ endDate: "2999-01-01" }),
    v1: "end_date activity_date_out_of_range",
    batch: "end_date ACTIVITY_DATE_OUT_OF_RANGE",
  },
  { what: "no quantity", sent: () => ({ baseQuantity: undefined }), v1: "base_quantity value_error.missing" },
  {
    what: "a quantity of zero",
    sent: () => ({ baseQuantity: { value: "0.00" } }),
    v1: "base_quantity value_error.number.not_gt",
  },
  {
    what: "a negative quantity",
    sent: () => ({ baseQuantity: { value: "-1" } }),
    v1: "base_quantity value_error.number.not_ge",
  },
  {
    what: "a quantity that is no number",
    sent: () => ({ baseQuantity: { value: "NaN" } }),
    v1: "base_quantity type_error.decimal",
  },
  {
    what: "a negative distance",
    sent: () => ({ totalKmToWasteCenter: { value: "-0.1" } }),
    v1: "total_km_to_waste_center value_error.number.not_ge",
  },
  { what: "an unknown LER code", sent: () => ({ lerCodeId: newId() }), v1: "ler_code_id value_error.not_found" },
  {
    what: "an unknown R/D code",
    sent: () => ({ wasteRdCodeId: newId() }),
    v1: "waste_rd_code_id value_error.not_found",
  },
  { what: "nothing to price it by", sent: () => ({ lerCodeId: undefined }), v1: "ler_code_id value_error.missing" },
  {
    what: "a code and a custom record",
    sent: () => ({ customEfRecordId: ids.good }),
    v1: "ler_code_id value_error.factor_source",
  },
  {
    what: "a custom record and a group",
    sent: () => ({ lerCodeId: undefined, customEfRecordId: ids.good, customEmissionFactorId: ids.group }),
    v1: "ler_code_id value_error.factor_source",
  },
  {
    what: "an unknown custom record",
    sent: () => ({ lerCodeId: undefined, customEfRecordId: newId() }),
    v1: "custom_ef_record_id value_error.not_found",
  },
  {
    what: "a disabled custom record",
    sent: () => ({ lerCodeId: undefined, customEfRecordId: ids.disabled }),
    v1: "custom_ef_record_id value_error.record_disabled",
  },
  {
    what: "a custom record for something else",
    sent: () => ({ lerCodeId: undefined, customEfRecordId: ids.wrong }),
    v1: "custom_ef_record_id value_error.record_category",
  },
  {
    what: "an unknown group",
    sent: () => ({ lerCodeId: undefined, customEmissionFactorId: newId() }),
    v1: "custom_emission_factor_id value_error.not_found",
  },
  {
    what: "a group that is out of use",
    sent: () => ({ lerCodeId: undefined, customEmissionFactorId: ids.gone }),
    v1: "custom_emission_factor_id value_error.not_found",
  },
  {
    what: "a unit that is none",
    sent: () => ({ unitId: newId() }),
    v1: "unit_id value_error.not_found",
    batch: "unit_id UNIT_NOT_SUPPORTED",
  },
  {
    what: "a length",
    sent: () => ({ unitId: KM }),
    v1: "unit_id value_error.unit_not_allowed",
    batch: "unit_id UNIT_NOT_SUPPORTED",
  },
  {
    what: "transport of a volume",
    sent: () => ({
      lerCodeId: undefined,
      customEfRecordId: ids.volume,
      unitId: M3,
      totalKmToWasteCenter: { value: "1" },
    }),
    v1: "total_km_to_waste_center value_error.unit_not_allowed",
  },
  {
    what: "a long external id",
    sent: () => ({ externalId: "x".repeat(256) }),
    v1: "external_id value_error.any_str.max_length",
  },
];

describe.each(mistakes)("$what", ({ sent, v1, batch }) => {
  const wrong = () => ({ ...wasteOf(plant), ...sent() });
  const service = () => activity.as(us, WasteService);

  it("is refused on its own", async () => {
    expect(await refusalOf(service().createWaste(wrong()))).toMatchObject({
      code: "REQUEST_VALIDATION_FAILED",
      violations: [`body.${v1}`],
    });
  });

  it("is refused in a batch, with its place", async () => {
    const [field, code = "SCHEMA_INVALID"] = batch?.split(" ") ?? [v1.split(" ")[0]];
    const records = [wasteOf(plant), wasteOf(plant), wrong()];
    expect(await refusalOf(service().createWastes({ records }))).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [`body.records.2.${field} ${code}`],
    });
    expect(await activity.rows(us, "wastes")).toEqual([]);
  });
});

it("a waste that is changed is refused like a new one", async () => {
  const service = activity.as(us, WasteService);
  const { waste } = await service.createWaste(wasteOf(plant));
  const paths = ["end_date", "unit_id", "custom_ef_record_id"];
  const values = { endDate: "2024-12-31", unitId: KM, customEfRecordId: ids.wrong };
  const { violations } = await refusalOf(service.updateWaste({ id: waste!.id, ...values, updateMask: { paths } }));
  expect(violations.sort()).toEqual([
    "body.custom_ef_record_id value_error.record_category",
    "body.end_date end_date_before_start_date",
    "body.ler_code_id value_error.factor_source",
    "body.unit_id value_error.unit_not_allowed",
  ]);
  await service.deleteWaste({ id: waste!.id });
});
