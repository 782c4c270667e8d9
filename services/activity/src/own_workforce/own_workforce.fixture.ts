import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  OwnWorkforceService,
  WorkforceContractType,
  WorkforceGender,
} from "@emissions/proto/activity/v1/own_workforce_service";
import { activity, us } from "../activity.fixture.ts";

export const workforce = (by: Principal = us, key: string = newId()) =>
  activity.as(by, OwnWorkforceService, { "idempotency-key": key });

export const viewer = () => ({ ...us, role: "viewer" }) satisfies Principal;

export const payOf = (startDate: string, endDate?: string, values: object = {}) => ({
  amount: { value: "31250.75" },
  currency: "EUR",
  startDate,
  ...(endDate !== undefined && { endDate }),
  ...values,
});

export const contractOf = (startDate: string, endDate?: string, values: object = {}) => ({
  contractType: WorkforceContractType.PERMANENT,
  startDate,
  ...(endDate !== undefined && { endDate }),
  country: "ES",
  jobCategory: "Engineer",
  workingHoursRatio: { value: "0.75" },
  remunerations: [payOf(startDate, endDate)],
  ...values,
});

let people = 0;

/** A valid person with an id of their own and one contract. */
export const personOf = (values: object = {}) => ({
  externalEmployeeId: `E-${String(++people).padStart(4, "0")}`,
  birthDate: "1988-02-29",
  gender: WorkforceGender.F,
  disabledEmployee: true,
  contracts: [contractOf("2020-01-01")],
  ...values,
});

export const addPerson = async (values: object = {}, by: Principal = us) =>
  (await workforce(by).createOwnWorkforce(personOf(values))).ownWorkforce!;

export const getPerson = async (id: string, by: Principal = us) =>
  (await workforce(by).getOwnWorkforce({ id })).ownWorkforce!;

/** A row of a batch. */
export const rowOf = (externalEmployeeId: string, contractStartDate: string, values: object = {}) => ({
  externalEmployeeId,
  birthDate: "1988-02-29",
  gender: WorkforceGender.F,
  disabledEmployee: false,
  contractType: WorkforceContractType.TEMPORARY,
  contractStartDate,
  country: "ES",
  jobCategory: "Engineer",
  workingHoursRatio: { value: "1" },
  ...values,
});

/** The periods of the stored contracts, those of one person together. */
export const periods = async (by: Principal = us) =>
  (await workforce(by).listOwnWorkforces({})).ownWorkforces.map(({ externalEmployeeId, contracts }) => [
    externalEmployeeId,
    ...contracts.map(({ startDate, endDate }) => `${startDate}/${endDate ?? ""}`),
  ]);
