import { newId } from "@emissions/kit/process/id";
import { EmployeeSituation, ResponseMedium } from "@emissions/proto/activity/v1/commuting_period_service";
import { EmployeeStatus } from "@emissions/proto/activity/v1/employee_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { finished, items, jobs } from "../job/job.fixture.ts";
import { fixedLock } from "../period_lock/locks.fixture.ts";
import {
  addEmployee,
  addPeriod,
  calculate,
  employeeOf,
  employees,
  periods,
  totalsOfEmployee,
} from "./employee.fixture.ts";

eachTest();

const stored = () => activity.rows<{ id: string; revision: number }>(us, "employees");
const update = async (id: string, values: object, ...paths: string[]) =>
  (await employees().updateEmployee({ id, ...values, updateMask: { paths } })).employee!;
const taken = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const named = async (request: object = {}, by = us) =>
  (await employees(by).listEmployees(request)).employees.map(({ name, email }) => name ?? email);

describe("CreateEmployee", () => {
  it("stores the values, without periods and emissions", async () => {
    const values = employeeOf({
      email: "ada@example.com",
      situation: EmployeeSituation.INACTIVE,
      status: EmployeeStatus.LOADING,
      externalId: "hr-7",
      fileName: "people.csv",
    });
    const employee = await addEmployee(values);
    expect(employee).toMatchObject({
      ...values,
      co2e: { value: "0" },
      uploadedBy: us.userId,
      user: { firstName: "Ada" },
    });
    expect(employee.periods).toBeUndefined();
    expect((await employees().getEmployee({ id: employee.id })).employee).toEqual({
      ...employee,
      periods: expect.objectContaining({ periods: [] }),
    });
  });

  it.each([
    ["neither name nor address", { name: undefined }, "name value_error.missing"],
    ["a long name", { name: "a".repeat(256) }, "name value_error.any_str.max_length"],
    ["an address without a place", { email: "ada" }, "email value_error.email"],
    ["an address with a blank", { email: "ada lovelace@example.com" }, "email value_error.email"],
    ["a long address", { email: `${"a".repeat(250)}@b.cd` }, "email value_error.any_str.max_length"],
    ["no situation", { situation: EmployeeSituation.UNSPECIFIED }, "situation value_error.missing"],
    ["a strange status", { status: 77 }, "status type_error.enum"],
    ["a file that is none", { fileId: newId() }, "file_id value_error.not_found"],
  ])("refuses %s", async (_, values, violation) => {
    const refused = await refusalOf(employees().createEmployee(employeeOf(values)));
    expect(refused.violations).toEqual([`body.${violation}`]);
    expect(await stored()).toEqual([]);
  });

  it("takes an address without a name", async () => {
    await addEmployee({ name: undefined, email: "ada@example.com" });
    expect(await named()).toEqual(["ada@example.com"]);
  });
});

describe("an e-mail address", () => {
  it("is unique in the organization in any case", async () => {
    await addEmployee({ email: "ada@example.com" });
    expect(await taken(addEmployee({ email: "ADA@example.com" }))).toBe("EMPLOYEE_ALREADY_EXISTS");
    await addEmployee({ email: "ada@example.com" }, await activity.organization());
    const { id } = await addEmployee({ email: "grace@example.com" });
    expect(await taken(update(id, { email: "ada@example.com" }, "email"))).toBe("EMPLOYEE_ALREADY_EXISTS");
    expect((await update(id, { email: "Grace@example.com" }, "email")).email).toBe("Grace@example.com");
    expect(await stored()).toHaveLength(2);
  });

  it("is stored once by many requests at once, single ones, batches and updates", async () => {
    const { id } = await addEmployee();
    const email = "ada@example.com";
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => addEmployee({ email })),
      ...Array.from({ length: 3 }, () =>
        employees().createEmployees({ records: [employeeOf(), employeeOf({ email: "ADA@example.com" })] }),
      ),
      update(id, { email }, "email"),
    ]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of attempts) {
      if (one.status === "rejected") expect(await taken(Promise.reject(one.reason))).toBe("EMPLOYEE_ALREADY_EXISTS");
    }
  });

  it("stands in no refusal", async () => {
    await addEmployee({ email: "ada@example.com" });
    const error = await addEmployee({ email: "ada@example.com" }).catch((reason: Error) => reason);
    expect(JSON.stringify(await refusalOf(Promise.reject(error))) + String(error)).not.toContain("ada@");
  });
});

describe("CreateEmployees", () => {
  it("stores all employees by a job that has ended, or none", async () => {
    const records = Array.from({ length: 3 }, (_, n) =>
      employeeOf({ email: `e${n}@example.com`, externalId: `hr-${n}` }),
    );
    const key = newId();
    const { job } = await employees(us, key).createEmployees({ records });
    expect((await employees(us, key).createEmployees({ records })).job).toEqual(job);
    expect(await jobs()).toMatchObject([{ id: job!.id, entityType: "employees", status: "completed" }]);
    expect(await finished()).toMatchObject([{ entityType: EntityType.EMPLOYEES, succeededItems: 3 }]);
    expect((await items()).map(({ externalId }) => externalId).sort()).toEqual(["hr-0", "hr-1", "hr-2"]);
    const repeated = employees().createEmployees({ records: [employeeOf(), employeeOf({ email: "E1@example.com" })] });
    expect((await refusalOf(repeated)).violations).toEqual(["body.records.1.email value_error.email.exists"]);
    const invalid = employees().createEmployees({ records: [employeeOf(), employeeOf({ name: "" })] });
    expect((await refusalOf(invalid)).violations).toEqual(["body.records.1.name SCHEMA_INVALID"]);
    expect(await stored()).toHaveLength(3);
  });
});

describe("the list of employees", () => {
  it("has every filter, alone and together, and is sorted by name", async () => {
    const file = activity.store.add(us.organizationId, "people.csv");
    const { id: ada } = await addEmployee({ name: "Ádá", email: "countess@example.com", fileId: file });
    const { id: zoe } = await addEmployee({ name: "Zoë", situation: EmployeeSituation.TERMINATED });
    await addEmployee({ name: undefined, email: "mia@example.com", status: EmployeeStatus.LOADING });
    await addPeriod(ada, { transportType: CommuteTransport.BUS, responseMedium: ResponseMedium.QR });
    await addPeriod(zoe);
    const { ACTIVE, TERMINATED } = EmployeeSituation;
    const cases: [object, string[]][] = [
      [{}, ["Ádá", "mia@example.com", "Zoë"]],
      [{ sort: ["-name"] }, ["Zoë", "mia@example.com", "Ádá"]],
      [{ sort: ["created_at"] }, ["Ádá", "Zoë", "mia@example.com"]],
      [{ search: "zoe" }, ["Zoë"]],
      [{ search: "example.com" }, ["Ádá", "mia@example.com"]],
      [{ situation: [TERMINATED] }, ["Zoë"]],
      [{ status: [EmployeeStatus.LOADING] }, ["mia@example.com"]],
      [{ transportType: [CommuteTransport.BUS, CommuteTransport.TRAIN] }, ["Ádá"]],
      [{ transportType: [CommuteTransport.CAR] }, ["Zoë"]],
      [{ responseMedium: [ResponseMedium.MANUAL], situation: [ACTIVE] }, []],
      [{ responseMedium: [ResponseMedium.QR] }, ["Ádá"]],
      [{ fileId: [file] }, ["Ádá"]],
      [{ createdAtTo: { seconds: 1n } }, []],
      [{ createdAtFrom: { seconds: 1n }, page: 2, size: 2 }, ["Zoë"]],
    ];
    for (const [request, names] of cases)
      expect(await named(request), JSON.stringify(Object.keys(request))).toEqual(names);
  });

  it("shows no periods, and the group only in the group view", async () => {
    const child = await activity.organization();
    const holding = { ...us, descendants: [child.organizationId] };
    await addPeriod((await addEmployee({ name: "Ours" })).id);
    await addEmployee({ name: "Theirs" }, child);
    expect((await employees().listEmployees({})).employees[0]!.periods).toBeUndefined();
    expect(await named({}, holding)).toEqual(["Ours"]);
    expect(await named({ includeChildren: true }, holding)).toEqual(["Ours", "Theirs"]);
    const { uniqueValues } = await employees(holding).listEmployeeValues({ field: "situation", includeChildren: true });
    expect(uniqueValues!.values).toMatchObject([{ value: "active", count: 2 }]);
  });
});

describe("UpdateEmployee", () => {
  it("changes and clears fields, and audits their names without values", async () => {
    const { id } = await addEmployee({ email: "ada@example.com" });
    const changed = await update(
      id,
      { name: "Ada King", situation: EmployeeSituation.TERMINATED },
      "name",
      "email",
      "situation",
    );
    expect(changed).toMatchObject({ name: "Ada King", situation: EmployeeSituation.TERMINATED });
    expect(changed.email).toBeUndefined();
    expect((await refusalOf(update(id, {}, "name"))).violations).toEqual(["body.name value_error.missing"]);
    const audit = await activity.rows<{ action: string; changes: object | null }>(us, "audit_log");
    expect(audit.filter(({ action }) => action === "UpdateEmployee").map(({ changes }) => changes)).toEqual([
      { name: {}, email: {}, situation: { old: "active", new: "terminated" } },
    ]);
    expect(JSON.stringify(audit)).not.toMatch(/Ada|example/);
  });

  it("keeps the revision when nothing changes", async () => {
    const { id } = await addEmployee();
    expect((await update(id, { name: "Ada Lovelace" }, "name")).updatedAt).toBeUndefined();
    expect(await stored()).toMatchObject([{ revision: 1 }]);
  });
});

describe("an employee with commuting periods", () => {
  /** An employee with two results, and another with one. */
  async function people() {
    const [{ id }, { id: other }] = [
      await addEmployee({ email: "ada@example.com" }),
      await addEmployee({ name: "Grace" }),
    ];
    const [first, second] = [
      await addPeriod(id, { origin: "12 St James's Square", externalId: "ada-1" }),
      await addPeriod(id),
    ];
    const { id: kept } = await addPeriod(other);
    await calculate([
      { recordId: first.id, co2e: "0.000000000001" },
      { recordId: second.id, co2e: "622.75" },
      { recordId: kept, co2e: "3" },
    ]);
    return { id, other, ids: [first.id, second.id], kept };
  }
  const allPeriods = async () => (await periods().listCommutingPeriods({})).commutingPeriods;

  it("shows them, and the exact sum of their emissions", async () => {
    const { id, ids, other } = await people();
    const { employee } = await employees().getEmployee({ id });
    expect(employee!.co2e!.value).toBe("622.750000000001");
    expect(employee!.periods!.periods.map((period) => period.id).sort()).toEqual(ids);
    expect(await totalsOfEmployee(other)).toEqual([3, 0]);
  });

  it("is deleted with them", async () => {
    const { id, kept } = await people();
    expect((await employees().deleteEmployee({ id })).deletedWith).toMatchObject([
      { kind: "commuting_periods", count: 2 },
    ]);
    expect((await allPeriods()).map((period) => period.id)).toEqual([kept]);
    expect(await activity.rows(us, "employee_totals")).toHaveLength(1);
    expect(await taken(employees().getEmployee({ id }))).toBe("EMPLOYEE_NOT_FOUND");
  });

  it("is erased, and leaves the periods and their emissions without a trace of the person", async () => {
    const { id, ids } = await people();
    expect((await employees().deleteEmployee({ id, erase: true })).deletedWith).toEqual([]);
    const left = (await allPeriods()).filter((period) => ids.includes(period.id));
    expect(left.map(({ co2e }) => co2e!.value).sort()).toEqual(["0.000000000001", "622.75"]);
    for (const period of left)
      expect([period.employeeId, period.origin, period.externalId]).toEqual([undefined, undefined, undefined]);
    expect(await activity.rows(us, "employee_totals")).toHaveLength(1);
    expect(await taken(employees().getEmployee({ id }))).toBe("EMPLOYEE_NOT_FOUND");
    expect(await taken(employees().deleteEmployee({ id, erase: true }))).toBe("EMPLOYEE_NOT_FOUND");
  });

  it("whose person was erased can be corrected, calculated and deleted like others", async () => {
    const { id, ids } = await people();
    await employees().deleteEmployee({ id, erase: true });
    const [period] = ids;
    await periods().updateCommutingPeriod({ id: period!, dailyTrips: 2, updateMask: { paths: ["daily_trips"] } });
    await calculate([{ recordId: period!, revision: 2, co2e: "5" }]);
    const { commutingPeriod } = await periods().getCommutingPeriod({ id: period! });
    expect(commutingPeriod).toMatchObject({ co2e: { value: "5" }, dailyTrips: 2 });
    await periods().deleteCommutingPeriod({ id: period! });
    expect(await allPeriods()).toHaveLength(2);
  });

  it("can be erased, and not deleted, when the emissions are in a locked period", async () => {
    const { id } = await people();
    await fixedLock("2025-01-01", "2025-01-31");
    expect(await taken(employees().deleteEmployee({ id }))).toBe("PERIOD_LOCKED");
    await employees().deleteEmployee({ id, erase: true });
    expect(await allPeriods()).toHaveLength(3);
  });

  it("cannot be erased by another organization", async () => {
    const { id } = await people();
    const them = employees(await activity.organization());
    for (const erase of [false, true])
      expect(await taken(them.deleteEmployee({ id, erase }))).toBe("EMPLOYEE_NOT_FOUND");
    expect(await totalsOfEmployee(id)).toEqual([622.750000000001, 0]);
  });

  it("is deleted by id and by the filters of the list, with the periods", async () => {
    const { id, other } = await people();
    const missing = newId();
    const byIds = await employees().deleteEmployees({ ids: [id, missing] });
    expect(byIds.deletion).toMatchObject({ successIds: [id], failedIds: [missing] });
    expect(byIds.deletedWith).toMatchObject([{ kind: "commuting_periods", count: 2 }]);
    const filter = { transportType: [CommuteTransport.CAR] };
    const { filterHash } = await employees().listEmployees(filter);
    await addEmployee({ name: "No commuter" });
    await update(other, { name: "Grace Hopper" }, "name");
    expect(await taken(employees().deleteEmployeesByFilters({ ...filter, filterHash }))).toBe("FILTER_HASH_MISMATCH");
    const { filterHash: fresh } = await employees().listEmployees(filter);
    expect((await employees().deleteEmployeesByFilters({ ...filter, filterHash: fresh })).deletion!.successIds).toEqual(
      [other],
    );
    expect([await named(), await allPeriods()]).toEqual([["No commuter"], []]);
  });
});
