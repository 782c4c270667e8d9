import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { CreateBusinessTravelsRequestSchema } from "@emissions/proto/activity/v1/business_travel_service";
import { CreateEmployeesRequestSchema } from "@emissions/proto/activity/v1/employee_service";
import { EnqueueLogisticsRequestsRequestSchema } from "@emissions/proto/activity/v1/logistics_request_service";
import { CreatePurchasesRequestSchema, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { RecordValidationService } from "@emissions/proto/activity/v1/record_validation_service";
import { CreateWastesRequestSchema } from "@emissions/proto/activity/v1/waste_service";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { AMBIGUOUS_CODE, activity, eachTest, us } from "../activity.fixture.ts";
import { FLIGHT } from "../business_travel/business_travel.fixture.ts";
import { CHOSEN } from "../business_travel/places.fixture.ts";
import { employeeOf } from "../employee/employee.fixture.ts";
import { laptops } from "../purchase/purchase.fixture.ts";
import { wasteOf, withPlant } from "../waste/waste.fixture.ts";

withPlant(eachTest);

const WASTES = "emissions.activity.v1.WasteService/CreateWastes";

function validate<D extends DescMessage>(method: string, desc: D, request: MessageInitShape<D>) {
  const bytes = toBinary(desc, create(desc, request));
  return activity.as(us, RecordValidationService).validateRecords({ method, request: bytes });
}
const wastes = (...values: object[]) => values.map((one) => ({ ...wasteOf(), ...one }));

it("lists the violations of all records, and stores nothing", async () => {
  const records = wastes(
    ...Array.from({ length: 700 }, (_, n) => (n === 3 ? {} : { unitId: "x", identificationName: "" })),
  );
  const { violations, truncated, code } = await validate(WASTES, CreateWastesRequestSchema, { records });
  expect([truncated, code]).toEqual([false, undefined]);
  expect(new Set(violations.map(({ index }) => index)).size).toBe(699);
  const first = violations.filter(({ index }) => index === 0).map(({ violation }) => violation!.loc);
  expect(first).toEqual(expect.arrayContaining([["unit_id"], ["identification_name"]]));
  const valid = await validate(WASTES, CreateWastesRequestSchema, { records: wastes({}) });
  expect([valid.violations, valid.code]).toEqual([[], undefined]);
  expect(await activity.rows(us, "wastes")).toEqual([]);
  expect(await activity.rows(us, "ingest_jobs")).toEqual([]);
});

it("cuts a list of more than 20,000 violations", async () => {
  const wrong = { unitId: "x", lerCodeId: "x", wasteRdCodeId: "x", startDate: "x", endDate: "x", fileId: "x" };
  const records = wastes(...Array.from({ length: 5_000 }, () => wrong));
  const { violations, truncated } = await validate(WASTES, CreateWastesRequestSchema, { records });
  expect([violations.length, truncated]).toEqual([20_000, true]);
});

it("refuses the records of a bulk request that stores the valid ones otherwise", async () => {
  const method = "emissions.activity.v1.LogisticsRequestService/EnqueueLogisticsRequests";
  const { violations } = await validate(method, EnqueueLogisticsRequestsRequestSchema, { records: [{}, {}] });
  expect(new Set(violations.map(({ index }) => index))).toEqual(new Set([0, 1]));
});

it("has violations that only the database finds", async () => {
  const employee = (email: string) => employeeOf({ email });
  const method = "emissions.activity.v1.EmployeeService/CreateEmployees";
  const records = ["a@example.com", "b@example.com", "a@example.com"].map(employee);
  const { violations } = await validate(method, CreateEmployeesRequestSchema, { records });
  expect(violations.map(({ index, violation }) => [index, violation!.loc, violation!.type])).toEqual([
    [2, ["email"], "value_error.email.exists"],
  ]);
  const { organizationId: org } = us;
  await activity.db.asService(
    org,
    ({ tx }) => tx`
      insert into period_locks (organization_id, id, start_date, end_date, failed_records)
      values (${org}, gen_random_uuid(), '2025-01-01', '2025-12-31', 0)`,
  );
  const sent = wastes({}, { startDate: "2026-01-01", endDate: "2026-01-31" }, { unitId: "x" });
  const locked = await validate(WASTES, CreateWastesRequestSchema, { records: sent });
  expect(locked.violations.map(({ index, violation }) => `${index} ${violation!.type}`)).toEqual([
    "0 PERIOD_LOCKED",
    "2 type_error.uuid",
    "2 UNIT_NOT_SUPPORTED",
  ]);
});

it.each([
  "emissions.activity.v1.WasteService/ListWastes",
  "emissions.activity.v1.WasteService/DeleteWastes",
  "constructor",
  "",
])("refuses the method %j", async (method) => {
  const call = validate(method, CreateWastesRequestSchema, { records: wastes({}) });
  expect((await refusalOf(call)).violations).toEqual(["body.method value_error"]);
});

it("says of valid and of refused records which places were chosen among several", async () => {
  const method = "emissions.activity.v1.BusinessTravelService/CreateBusinessTravels";
  const travels = [
    FLIGHT,
    { ...FLIGHT, origin: CHOSEN },
    { ...FLIGHT, origin: "JFK", destination: CHOSEN, travelDate: "x" },
  ];
  const answer = await validate(method, CreateBusinessTravelsRequestSchema, { records: travels });
  expect(answer.notices.map(({ index, violation }) => [index, violation!.loc, violation!.type])).toEqual([
    [1, ["origin"], "place_chosen"],
    [2, ["destination"], "place_chosen"],
  ]);
  expect(answer.notices[0]!.violation!.msg).toBe('read as "MAD", one of several places of the name');
  expect(new Set(answer.violations.map(({ index }) => index))).toEqual(new Set([2]));
});

it("refuses a request that cannot be read", async () => {
  const call = activity
    .as(us, RecordValidationService)
    .validateRecords({ method: WASTES, request: new Uint8Array([255]) });
  expect((await refusalOf(call)).violations).toEqual(["body.request value_error"]);
});

describe("a sector of two meanings", () => {
  const method = "emissions.activity.v1.PurchaseService/CreatePurchases";
  const detail = "46.71 is of fuels or of vehicles.";
  const ambiguous = { ...laptops, sector: AMBIGUOUS_CODE };
  const check = (records: object[]) => validate(method, CreatePurchasesRequestSchema, { records } as never);

  it("is a violation of the validation, as its calculation says, and of no batch", async () => {
    activity.calc.answer = ({ selector }) =>
      (selector!.kind.value as { sector: string }).sector === AMBIGUOUS_CODE
        ? { status: CalculationOutcome.FAILED, errorCode: "SECTOR_AMBIGUOUS", errorDetail: detail }
        : { status: CalculationOutcome.FAILED, errorCode: "FACTOR_NOT_FOUND" };
    const wrong = { ...ambiguous, unitId: "x" };
    const { violations } = await check([laptops, ambiguous, wrong, { ...ambiguous, quantity: { value: "7" } }]);
    expect(violations.map(({ index, violation }) => [index, violation!.type])).toEqual([
      [1, "SECTOR_AMBIGUOUS"],
      [2, "type_error.uuid"],
      [2, "value_error.not_found"],
      [3, "SECTOR_AMBIGUOUS"],
    ]);
    expect(violations[0]!.violation).toMatchObject({ loc: ["sector"], msg: detail });
    // One calculation for each different sector.
    expect(activity.calc.calls.flat()).toHaveLength(2);
    const { job } = await activity.as(us, PurchaseService).createPurchases({ records: [ambiguous] });
    expect(job!.totalItems).toBe(1);
  });

  it("is not found while calc is away, which is no answer", async () => {
    activity.calc.isAway = true;
    await expect(check([ambiguous])).rejects.toMatchObject({ code: Code.Unavailable });
  });
});
