import { newId } from "@emissions/kit/process/id";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, allTests, KM, M3, us } from "../activity.fixture.ts";
import { facility, record, wasteOf } from "./waste.fixture.ts";

let plant: string;
let ids: Record<"wrong" | "good" | "volume", string>;

allTests(async () => {
  plant = await facility();
  ids = {
    wrong: record({ activityCategories: ["transport"] }),
    good: record(),
    volume: record({ unitId: M3 }),
  };
});

const named = (factor: object) => ({ lerCodeId: undefined, ...factor });

/** One mistake each: the violation of a single waste, and the code in a batch where it is another. */
const mistakes: { what: string; sent: () => object; v1: string; batch?: string }[] = [
  { what: "an unknown LER code", sent: () => ({ lerCodeId: newId() }), v1: "ler_code_id value_error.not_found" },
  {
    what: "an unknown R/D code",
    sent: () => ({ wasteRdCodeId: newId() }),
    v1: "waste_rd_code_id value_error.not_found",
  },
  { what: "nothing to price it by", sent: () => named({}), v1: "ler_code_id value_error.missing" },
  {
    what: "a code and a custom record",
    sent: () => ({ customEfRecordId: ids.good }),
    v1: "ler_code_id value_error.factor_source",
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
    sent: () => named({ customEfRecordId: ids.volume, unitId: M3, totalKmToWasteCenter: { value: "1" } }),
    v1: "total_km_to_waste_center value_error.unit_not_allowed",
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

it("a batch needs a unit, and a single waste does not", async () => {
  const records = [{ ...wasteOf(plant), unitId: "" }];
  expect(await refusalOf(activity.as(us, WasteService).createWastes({ records }))).toMatchObject({
    violations: ["body.records.0.unit_id SCHEMA_INVALID"],
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
