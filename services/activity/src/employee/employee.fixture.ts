import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { CommutingPeriodService, EmployeeSituation } from "@emissions/proto/activity/v1/commuting_period_service";
import { EmployeeService, EmployeeStatus } from "@emissions/proto/activity/v1/employee_service";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { activity, us } from "../activity.fixture.ts";
import { commutingPeriods } from "../commuting_period/commuting_period.ts";
import { deleteOwners } from "../records/owned.ts";
import { calculating } from "../records/records.fixture.ts";
import { employeeOwner } from "./owner.ts";

export const employees = (by: Principal = us, key: string = newId()) =>
  activity.as(by, EmployeeService, { "idempotency-key": key });

export const periods = (by: Principal = us, key: string = newId()) =>
  activity.as(by, CommutingPeriodService, { "idempotency-key": key });

/** A valid employee without an e-mail address. */
export const employeeOf = (values: object = {}) => ({
  name: "Ada Lovelace",
  situation: EmployeeSituation.ACTIVE,
  status: EmployeeStatus.UPLOADED,
  ...values,
});

export const addEmployee = async (values: object = {}, by: Principal = us) =>
  (await employees(by).createEmployee(employeeOf(values))).employee!;

/** The kilograms of the periods of an employee, and of them those from biomass. */
export async function totalsOfEmployee(id: string, by: Principal = us): Promise<number[]> {
  const { employee } = await employees(by).getEmployee({ id });
  return [employee!.co2e!.value, employee!.co2eBiomass!.value].map(Number);
}

export const deleteWithPeriods = (id: string) =>
  activity.db.asService(us.organizationId, (write) => deleteOwners(write, employeeOwner, [commutingPeriods], [id]));

/** 15 km by car on 130 days. */
export const commuteOf = (employeeId: string, values: object = {}) => ({
  employeeId,
  startDate: "2025-01-01",
  endDate: "2025-07-01",
  transportType: CommuteTransport.CAR,
  totalKm: { value: "15" },
  weeklyTravels: [0, 1, 2, 3, 4],
  ...values,
});

export const addPeriod = async (employeeId: string, values: object = {}, by: Principal = us) =>
  (await periods(by).createCommutingPeriod(commuteOf(employeeId, values))).commutingPeriod!;

/** Stores results of periods, as calc would send them. */
export const calculate = calculating(commutingPeriods);
