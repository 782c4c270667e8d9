import { newId } from "@emissions/kit/process/id";
import {
  OwnWorkforceStatus,
  WorkforceContractType,
  WorkforceEndReason,
  WorkforceGender,
} from "@emissions/proto/activity/v1/own_workforce_service";
import { SalaryReadService } from "@emissions/proto/activity/v1/salary_read_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { addPerson, contractOf, getPerson, payOf, personOf, viewer, workforce } from "./own_workforce.fixture.ts";

eachTest();

const violations = async (values: object) =>
  (await refusalOf(workforce().createOwnWorkforce(personOf(values)))).violations;
const update = async (id: string, values: object) =>
  (await workforce().updateOwnWorkforce({ id, ...values, updateMask: { paths: Object.keys(values).map(snake) } }))
    .ownWorkforce!;
const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const stored = () => activity.rows<{ id: string; revision: number }>(us, "own_workforces");

describe("CreateOwnWorkforce", () => {
  it("stores a person with contracts and remunerations, and shows them by start date with exact numbers", async () => {
    const file = activity.store.add(us.organizationId, "people.csv");
    const person = personOf({
      gender: WorkforceGender.NS,
      fileId: file,
      fileName: "people.csv",
      contracts: [
        contractOf("2024-03-01", undefined, {
          remunerations: [payOf("2025-01-01"), payOf("2024-03-01", "2024-12-31", { amount: { value: "0.10" } })],
        }),
        contractOf("2020-01-01", "2024-02-29", {
          contractType: WorkforceContractType.TEMPORARY,
          endDateReason: WorkforceEndReason.END_OF_CONTRACT,
          remunerations: [],
        }),
      ],
    });
    const { ownWorkforce } = await workforce().createOwnWorkforce(person);
    const [second, first] = person.contracts;
    expect(ownWorkforce).toMatchObject({
      ...person,
      contracts: [
        first,
        {
          ...second,
          remunerations: [{ ...payOf("2024-03-01", "2024-12-31"), amount: { value: "0.1" } }, payOf("2025-01-01")],
        },
      ],
      status: OwnWorkforceStatus.ACTIVE,
      organizationId: us.organizationId,
      uploadedBy: us.userId,
      user: { firstName: "Ada" },
    });
    expect(await getPerson(ownWorkforce!.id)).toEqual(ownWorkforce);
  });

  it("gives a remuneration without an end the end of its contract", async () => {
    const contracts = [contractOf("2020-01-01", "2020-12-31", { remunerations: [payOf("2020-02-01")] })];
    const { contracts: shown } = await addPerson({ contracts });
    expect(shown[0]!.remunerations).toMatchObject([{ startDate: "2020-02-01", endDate: "2020-12-31" }]);
  });

  const one = (start: string, end?: string, values: object = {}) => ({
    contracts: [contractOf(start, end, { remunerations: [], ...values })],
  });
  it.each([
    ["no id", { externalEmployeeId: "" }, "external_employee_id value_error.missing"],
    ["a long id", { externalEmployeeId: "é".repeat(256) }, "external_employee_id value_error.any_str.max_length"],
    ["no birth date", { birthDate: "" }, "birth_date value_error.missing"],
    ["a birth date that is none", { birthDate: "1988-02-30" }, "birth_date value_error.date"],
    ["an early birth date", { birthDate: "1899-12-31" }, "birth_date value_error.birth_date"],
    ["a birth after the first contract", { birthDate: "2020-01-02" }, "birth_date value_error.birth_date"],
    ["no gender", { gender: WorkforceGender.UNSPECIFIED }, "gender value_error.missing"],
    ["a gender that is none", { gender: 77 }, "gender type_error.enum"],
    ["no contract", { contracts: [] }, "contracts value_error.missing"],
    ["101 contracts", { contracts: Array(101).fill(contractOf("2020-01-01")) }, "contracts value_error.list.max_items"],
    ["a file that is none", { fileId: newId() }, "file_id value_error.not_found"],
    ["no start", one(""), "contracts.0.start_date value_error.missing"],
    ["a start that is too late", one("2201-01-01"), "contracts.0.start_date value_error.date"],
    ["an end that is too late", one("2020-01-01", "2201-01-01"), "contracts.0.end_date value_error.date"],
    ["an end before the start", one("2020-01-02", "2020-01-01"), "contracts.0.end_date end_date_before_start_date"],
    [
      "a reason without an end",
      one("2020-01-01", undefined, { endDateReason: WorkforceEndReason.DISMISSAL }),
      "contracts.0.end_date value_error.missing",
    ],
    ["a country that is none", one("2020-01-01", "", { country: "UK" }), "contracts.0.country value_error.country"],
    [
      "a ratio above 1",
      one("2020-01-01", undefined, { workingHoursRatio: { value: "1.000001" } }),
      "contracts.0.working_hours_ratio value_error.number.not_le",
    ],
    [
      "a ratio of 7 decimals",
      one("2020-01-01", undefined, { workingHoursRatio: { value: "0.1234567" } }),
      "contracts.0.working_hours_ratio value_error.decimal.max_places",
    ],
    [
      "contracts that share a day",
      { contracts: [contractOf("2021-01-01"), contractOf("2020-01-01", "2021-01-01")] },
      "contracts.0.start_date contracts_overlap",
    ],
    [
      "remunerations that share a day",
      one("2020-01-01", undefined, { remunerations: [payOf("2020-01-01", "2020-12-31"), payOf("2020-12-31")] }),
      "contracts.0.remunerations.1.start_date remunerations_overlap",
    ],
    [
      "a remuneration before its contract",
      one("2020-01-02", undefined, { remunerations: [payOf("2020-01-01")] }),
      "contracts.0.remunerations.0.start_date remuneration_outside_contract",
    ],
    [
      "a remuneration after its contract",
      one("2020-01-01", "2020-12-31", { remunerations: [payOf("2020-01-01", "2021-01-01")] }),
      "contracts.0.remunerations.0.end_date remuneration_outside_contract",
    ],
    [
      "a negative amount",
      one("2020-01-01", undefined, { remunerations: [payOf("2020-01-01", undefined, { amount: { value: "-1" } })] }),
      "contracts.0.remunerations.0.amount value_error.number.not_ge",
    ],
    [
      "a currency that is none",
      one("2020-01-01", undefined, { remunerations: [payOf("2020-01-01", undefined, { currency: "EUX" })] }),
      "contracts.0.remunerations.0.currency value_error.currency",
    ],
  ])("refuses %s", async (_, values, violation) => {
    expect(await violations(values)).toEqual([`body.${violation}`]);
    expect(await stored()).toEqual([]);
  });

  it("refuses an external id that the organization has, and no other organization's", async () => {
    await addPerson({ externalEmployeeId: "E-1" });
    expect(await refusalOf(addPerson({ externalEmployeeId: "E-1" }))).toMatchObject({
      code: "OWN_WORKFORCE_ALREADY_EXISTS",
      violations: ["body.external_employee_id value_error.external_employee_id.exists"],
    });
    await addPerson({ externalEmployeeId: "E-1" }, await activity.organization());
    await addPerson({ externalEmployeeId: "e-1" });
    expect(await stored()).toHaveLength(2);
  });
});

describe("UpdateOwnWorkforce", () => {
  it("replaces the contracts; contracts and remunerations that begin on the same day keep their ids", async () => {
    const before = await addPerson({ contracts: [contractOf("2022-01-01"), contractOf("2020-01-01", "2021-12-31")] });
    const contracts = [
      contractOf("2022-01-01", "2024-12-31", {
        endDateReason: WorkforceEndReason.RESIGNATION,
        remunerations: [payOf("2023-01-01"), payOf("2022-01-01", "2022-12-31")],
      }),
      contractOf("2025-01-01"),
    ];
    const after = await update(before.id, { contracts });
    expect(after.contracts).toMatchObject([
      { startDate: "2022-01-01", endDate: "2024-12-31", remunerations: [{}, { endDate: "2024-12-31" }] },
      { startDate: "2025-01-01" },
    ]);
    expect(after.contracts[0]!.id).toBe(before.contracts[1]!.id);
    expect(after.contracts[0]!.remunerations[0]!.id).toBe(before.contracts[1]!.remunerations[0]!.id);
    expect(await getPerson(before.id)).toEqual(after);
    expect(await stored()).toMatchObject([{ revision: 2 }]);
  });

  it("changes single fields, and nothing if the values are the stored ones", async () => {
    const person = personOf();
    const { id } = await addPerson(person);
    const changed = await update(id, { gender: WorkforceGender.O, disabledEmployee: false });
    expect(changed).toMatchObject({ ...person, gender: WorkforceGender.O, disabledEmployee: false });
    const same = [contractOf("2020-01-01", undefined, { workingHoursRatio: { value: "0.750" } })];
    expect(await update(id, { gender: WorkforceGender.O, contracts: same })).toEqual(changed);
    expect(await stored()).toMatchObject([{ revision: 2 }]);
  });

  it("refuses what a creation refuses", async () => {
    const [{ id }, { externalEmployeeId }] = [await addPerson(), await addPerson()];
    const refused = async (values: object) => (await refusalOf(update(id, values))).violations;
    expect(await refused({ birthDate: "2020-01-02" })).toEqual(["body.birth_date value_error.birth_date"]);
    expect(await refused({ externalEmployeeId: "" })).toEqual(["body.external_employee_id value_error.missing"]);
    expect(await refused({ contracts: [contractOf("2020-01-01"), contractOf("2020-01-01")] })).toEqual([
      "body.contracts.1.start_date contracts_overlap",
    ]);
    expect((await refusalOf(update(id, { externalEmployeeId }))).code).toBe("OWN_WORKFORCE_ALREADY_EXISTS");
  });
});

it("the audit log has the names of changed fields, and no values", async () => {
  const { id } = await addPerson();
  await update(id, { birthDate: "1990-01-01", contracts: [contractOf("2020-01-02")], externalEmployeeId: "secret-1" });
  const changes = (await activity.rows<{ changes: object | null }>(us, "audit_log")).flatMap(
    (row) => row.changes ?? [],
  );
  expect(changes).toEqual([{ birth_date: {}, contracts: {}, external_employee_id: {} }]);
});

it("viewers and auditors see no birth date, disability or salary; reads of salaries by others are logged", async () => {
  const { id } = await addPerson();
  await addPerson({ contracts: [contractOf("2020-01-01", undefined, { remunerations: [] })] });
  const seen = [
    await getPerson(id, viewer()),
    (await workforce(viewer()).listOwnWorkforces({})).ownWorkforces[0]!,
    await getPerson(id, { ...us, role: "auditor" }),
  ];
  for (const person of seen) {
    expect(person).toMatchObject({ id, gender: WorkforceGender.F, contracts: [{ startDate: "2020-01-01" }] });
    expect([person.birthDate, person.disabledEmployee, person.contracts[0]!.remunerations[0]!.amount]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(JSON.stringify(person, (_, value) => (typeof value === "bigint" ? "" : value))).not.toMatch(/1988-|31250/);
  }
  await getPerson(id);
  await workforce().listOwnWorkforces({});
  await update(id, { gender: WorkforceGender.M });
  const { salaryReads } = await activity.as(us, SalaryReadService).listSalaryReads({ page: 1, size: 10 });
  expect(salaryReads.map(({ action, ownWorkforceIds }) => [action, ownWorkforceIds])).toEqual([
    ["UpdateOwnWorkforce", [id]],
    ["ListOwnWorkforces", [id]],
    ["GetOwnWorkforce", [id]],
  ]);
});

it("a person of another organization is not found", async () => {
  const { id: known } = await addPerson();
  const them = workforce(await activity.organization());
  for (const id of [known, newId(), "none"]) {
    const calls = [
      () => them.getOwnWorkforce({ id }),
      () => them.updateOwnWorkforce({ id, gender: WorkforceGender.M, updateMask: { paths: ["gender"] } }),
      () => them.deleteOwnWorkforce({ id }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe("OWN_WORKFORCE_NOT_FOUND");
  }
  expect(await stored()).toHaveLength(1);
});
