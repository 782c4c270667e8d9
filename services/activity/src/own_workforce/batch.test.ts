import { WorkforceEndReason, WorkforceGender } from "@emissions/proto/activity/v1/own_workforce_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { finished, items, jobs } from "../job/job.fixture.ts";
import { addPerson, contractOf, periods, rowOf, workforce } from "./own_workforce.fixture.ts";

eachTest();

const send = (...records: object[]) => workforce().createOwnWorkforces({ records });
const refused = async (...records: object[]) => {
  const { code, violations } = await refusalOf(send(...records));
  expect(code).toBe("BULK_RECORDS_REJECTED");
  return violations.map((text) => text.replace("body.records.", ""));
};
const salary = { grossAnnualRemuneration: { value: "28000.50" }, currency: "EUR" };

it("rows with one external id are one person, and rows with one start are one contract", async () => {
  const closed = { contractEndDate: "2021-12-31", contractEndDateReason: WorkforceEndReason.DISMISSAL };
  const { job } = await send(
    rowOf("E-2", "2022-01-01", { ...salary, remunerationEndDate: "2022-12-31" }),
    rowOf("E-1", "2020-01-01"),
    rowOf("E-2", "2020-01-01", { ...closed, ...salary }),
    rowOf("E-2", "2022-01-01", { ...salary, remunerationStartDate: "2023-01-01" }),
  );
  expect(job).toMatchObject({ entityType: EntityType.OWN_WORKFORCES, totalItems: 4, succeededItems: 4 });
  expect(await periods()).toEqual([
    ["E-1", "2020-01-01/"],
    ["E-2", "2020-01-01/2021-12-31", "2022-01-01/"],
  ]);
  const [, second] = (await workforce().listOwnWorkforces({})).ownWorkforces;
  expect(second!.contracts[0]).toMatchObject({
    endDateReason: WorkforceEndReason.DISMISSAL,
    remunerations: [{ amount: { value: "28000.5" }, currency: "EUR", startDate: "2020-01-01", endDate: "2021-12-31" }],
  });
  expect(second!.contracts[1]!.remunerations).toMatchObject([
    { startDate: "2022-01-01", endDate: "2022-12-31" },
    { startDate: "2023-01-01" },
  ]);
  const named = (await items()).map(({ entityId }) => entityId);
  expect(new Set(named).size).toBe(2);
  expect(named[0]).toBe(second!.id);
  expect(await finished()).toHaveLength(1);
});

it("rows add contracts and remunerations to people that exist, and the same rows twice change nothing", async () => {
  const { id } = await addPerson({
    externalEmployeeId: "E-1",
    disabledEmployee: false,
    contracts: [contractOf("2020-01-01", "2020-12-31")],
  });
  const rows = [rowOf("E-1", "2021-01-01", salary), rowOf("E-3", "2021-01-01", salary)];
  for (let time = 0; time < 2; time++) await send(...rows);
  expect(await periods()).toEqual([
    ["E-1", "2020-01-01/2020-12-31", "2021-01-01/"],
    ["E-3", "2021-01-01/"],
  ]);
  const people = await activity.rows<{ id: string; revision: number }>(us, "own_workforces");
  expect(people.map((person) => [person.id === id, person.revision]).sort()).toEqual([
    [false, 1],
    [true, 2],
  ]);
  expect(await activity.rows(us, "workforce_remunerations")).toHaveLength(3);
});

it("a refusal names every row that overlaps, in the batch or with what is stored", async () => {
  await addPerson({ externalEmployeeId: "E-1", disabledEmployee: false, contracts: [contractOf("2020-01-01")] });
  const before = await periods();
  expect(
    await refused(
      rowOf("E-1", "2019-01-01", { contractEndDate: "2020-01-01" }),
      rowOf("E-2", "2019-01-01"),
      rowOf("E-2", "2021-01-01"),
      rowOf("E-3", "2019-01-01", { ...salary, remunerationEndDate: "2019-06-30" }),
      rowOf("E-3", "2019-01-01", { ...salary, remunerationStartDate: "2019-06-30" }),
      rowOf("E-4", "2019-01-01"),
    ),
  ).toEqual([
    "0.contract_start_date CONTRACTS_OVERLAP",
    "2.contract_start_date CONTRACTS_OVERLAP",
    "4.remuneration_start_date REMUNERATIONS_OVERLAP",
  ]);
  expect(await periods()).toEqual(before);
});

it("a refusal names every row that differs from the same person, contract or remuneration", async () => {
  await addPerson({ externalEmployeeId: "E-1", disabledEmployee: false, contracts: [contractOf("2020-01-01")] });
  expect(
    await refused(
      rowOf("E-1", "2020-01-01", { gender: WorkforceGender.M }),
      rowOf("E-2", "2019-01-01", salary),
      rowOf("E-2", "2019-01-01", { country: "FR" }),
      rowOf("E-2", "2019-01-01", { ...salary, grossAnnualRemuneration: { value: "1" } }),
      rowOf("E-2", "2019-01-01", salary),
    ),
  ).toEqual([
    "0.gender SCHEMA_INVALID",
    "0.contract_type SCHEMA_INVALID",
    "0.working_hours_ratio SCHEMA_INVALID",
    "2.country SCHEMA_INVALID",
    "3.gross_annual_remuneration SCHEMA_INVALID",
  ]);
});

it("a refusal names every invalid field of every row", async () => {
  expect(
    await refused(
      rowOf("E-1", "2020-01-01"),
      rowOf("", "2020-01-01", { birthDate: "x" }),
      rowOf("E-2", "2020-01-02", { contractEndDate: "2020-01-01" }),
      rowOf("E-3", "2020-01-01", { currency: "EUR" }),
      rowOf("E-4", "2020-01-01", { grossAnnualRemuneration: { value: "1" } }),
      rowOf("E-5", "2020-01-01", { ...salary, remunerationStartDate: "2019-12-31" }),
      rowOf("E-6", "1980-01-01"),
    ),
  ).toEqual([
    "1.external_employee_id SCHEMA_INVALID",
    "1.birth_date SCHEMA_INVALID",
    "2.contract_end_date SCHEMA_INVALID",
    "3.gross_annual_remuneration SCHEMA_INVALID",
    "4.currency SCHEMA_INVALID",
    "5.remuneration_start_date SCHEMA_INVALID",
    "6.birth_date SCHEMA_INVALID",
  ]);
  expect(await jobs()).toEqual([]);
});

it("5,000 people are stored at once, and 5,001 rows are refused", async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => rowOf(`E-${at}`, "2020-01-01", salary));
  await send(...rows);
  expect(await workforce().listOwnWorkforces({ size: 1 })).toMatchObject({ total: 5_000 });
  expect((await refusalOf(send(...rows, rowOf("E-5000", "2020-01-01")))).violations).toEqual([
    "body.records value_error.list.max_items",
  ]);
});
