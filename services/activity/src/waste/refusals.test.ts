import { newId } from "@emissions/kit/process/id";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, allTests, KM, M3, us } from "../activity.fixture.ts";
import { record, wasteOf, withPlant } from "./waste.fixture.ts";

const factor = (values: Parameters<typeof record>[0]) => ({ lerCodeId: undefined, customEfRecordId: record(values) });

withPlant(allTests);

/** One mistake each: the violation of a single waste, and the code in a batch where it is another. */
const mistakes: [what: string, sent: () => object, violation: string, codeInBatch?: string][] = [
  ["an unknown LER code", () => ({ lerCodeId: newId() }), "ler_code_id value_error.not_found"],
  ["an unknown R/D code", () => ({ wasteRdCodeId: newId() }), "waste_rd_code_id value_error.not_found"],
  ["nothing to price it by", () => ({ lerCodeId: undefined }), "ler_code_id value_error.missing"],
  ["a code and a custom record", () => ({ customEfRecordId: record() }), "ler_code_id value_error.factor_source"],
  ["a unit that is none", () => ({ unitId: newId() }), "unit_id value_error.not_found", "UNIT_NOT_SUPPORTED"],
  ["a length", () => ({ unitId: KM }), "unit_id value_error.unit_not_allowed", "UNIT_NOT_SUPPORTED"],
  [
    "transport of a volume",
    () => ({ ...factor({ unitId: M3 }), unitId: M3, totalKmToWasteCenter: { value: "1" } }),
    "total_km_to_waste_center value_error.unit_not_allowed",
  ],
];

it.each(mistakes)("%s is refused, alone and in a batch", async (_, sent, violation, codeInBatch = "SCHEMA_INVALID") => {
  const wrong = { ...wasteOf(), ...sent() };
  const { createWaste, createWastes } = activity.as(us, WasteService);
  expect((await refusalOf(createWaste(wrong))).violations).toEqual([`body.${violation}`]);
  const [field] = violation.split(" ");
  const { violations } = await refusalOf(createWastes({ records: [wasteOf(), wrong] }));
  expect(violations).toEqual([`body.records.1.${field} ${codeInBatch}`]);
  expect(await activity.rows(us, "wastes")).toEqual([]);
});

it("a batch needs a unit, and a single waste does not", async () => {
  const records = [{ ...wasteOf(), unitId: "" }];
  const { violations } = await refusalOf(activity.as(us, WasteService).createWastes({ records }));
  expect(violations).toEqual(["body.records.0.unit_id SCHEMA_INVALID"]);
});

it("a waste that is changed is refused like a new one", async () => {
  const service = activity.as(us, WasteService);
  const { waste } = await service.createWaste(wasteOf());
  const paths = ["end_date", "unit_id", "custom_ef_record_id"];
  const customEfRecordId = record({ activityCategories: ["transport"] });
  const values = { endDate: "2024-12-31", unitId: KM, customEfRecordId };
  const { violations } = await refusalOf(service.updateWaste({ id: waste!.id, ...values, updateMask: { paths } }));
  expect(violations.sort()).toEqual([
    "body.custom_ef_record_id value_error.record_category",
    "body.end_date end_date_before_start_date",
    "body.ler_code_id value_error.factor_source",
    "body.unit_id value_error.unit_not_allowed",
  ]);
});
