import { newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
const org = newId();
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

const preview = async (records: ReturnType<typeof purchase>[], by: Principal = servicePrincipal(org)) =>
  (await calc.calculations.previewCalculations({ records }, calc.by(by))).results;
const fuel = (fields: Parameters<typeof purchase>[0] = {}) =>
  purchase({ category: "combustion", quantity: kWh("100"), selector: inLibrary("fuels"), ...fields });

it("a preview has the results that the records get when they are stored", async () => {
  const optional = { selector: inLibrary("nothing"), factorOptional: true };
  const none = purchase({ selector: { kind: { case: "spend", value: { sector: "none", country: "JP" } } } });
  const records = [purchase(), fuel(), fuel(optional), none];
  const previewed = await preview(records);
  const { CALCULATED, FAILED } = CalculationOutcome;
  expect(previewed.map(({ status }) => status)).toEqual([CALCULATED, CALCULATED, CALCULATED, FAILED]);
  expect(previewed.map(({ errorCode }) => errorCode)).toEqual(["", "", "", "SECTOR_NOT_MAPPED"]);
  await calc.deliver(RecordsStoredSchema, [{ org, value: { records } }]);
  expect((await calc.announced()).flat()).toEqual(previewed);
});

it("a record whose sender knows why it cannot be calculated fails for that reason", async () => {
  const [recordId, failure] = [newId(), { code: "PLACE_NOT_FOUND", detail: "No city is called Atlantis." }];
  const [result] = await preview([purchase({ recordId, failure })]);
  const { code: errorCode, detail: errorDetail } = failure;
  expect(result).toMatchObject({ recordId, status: CalculationOutcome.FAILED, errorCode, errorDetail });
  expect(result!.co2e).toBeUndefined();
});

it("a record of one day has the factors of its reference date, on the day of its emissions", async () => {
  const day = "2024-07-01";
  const of = (referenceDate: string) =>
    fuel({ selector: inLibrary("by_year"), referenceDate, startDate: day, endDate: day });
  const results = await preview([of(day), of("2023-01-01")]);
  expect(results.map(({ co2e }) => co2e!.value)).toEqual(["20", "30"]);
});

it("a preview stores nothing", async () => {
  const theirs = newId();
  await preview([purchase()], servicePrincipal(theirs));
  const rows = await calc.db.asService(theirs, ({ tx }) =>
    Promise.all([tx`select from calculations`, tx`select from resolutions`, tx`select from outbox`]),
  );
  expect(rows.flat()).toEqual([]);
});

it("only services ask for previews, of 1 to 500 records", async () => {
  expect((await refusalOf(preview([purchase()], adminOf(org)))).code).toBe("FORBIDDEN");
  expect((await refusalOf(preview([]))).violations).toEqual(["body.records value_error.missing"]);
  expect(await preview(Array.from({ length: 500 }, () => purchase()))).toHaveLength(500);
  const many = preview(Array.from({ length: 501 }, () => purchase()));
  expect((await refusalOf(many)).violations).toEqual(["body.records value_error.list.max_items"]);
});
