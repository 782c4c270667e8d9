import {
  OwnWorkforceRowSchema,
  OwnWorkforceValuesSchema,
  type OwnWorkforceRow as RowMessage,
} from "@emissions/proto/activity/v1/own_workforce_service";
import { type Digits, plain, readDigits } from "@emissions/quantity/digits";
import { type ValuesOf, valueColumns, valuesReader } from "../records/columns.ts";

export interface Remuneration {
  /** Gross amount of a year. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  startDate: string;
  endDate: string | null;
}

export interface Contract {
  contractType: string;
  startDate: string;
  endDate: string | null;
  endDateReason: string | null;
  country: string;
  jobCategory: string;
  /** Share of full working hours. */
  workingHoursRatio: string;
  remunerations: Remuneration[];
}

/** A person without contracts. */
export interface PersonValues {
  externalEmployeeId: string;
  birthDate: string;
  gender: string;
  disabledEmployee: boolean;
  fileId: string | null;
  fileName: string | null;
}

/** A person as sent: the contracts are JSON. */
export interface SentPerson extends PersonValues {
  contracts: string | null;
}

export const columns = valueColumns(OwnWorkforceValuesSchema);
export const readPerson = valuesReader<SentPerson>(columns);

export const rowColumns = valueColumns(OwnWorkforceRowSchema);
export const readRow = valuesReader<ValuesOf<RowMessage, "workingHoursRatio">>(rowColumns);

/** A row of a batch: a person with one contract and up to one remuneration. */
export interface PersonRow {
  person: PersonValues;
  contract: Contract;
}

/** The contracts that a person was sent with, whose fields are valid. */
export function contractsOf({ contracts }: Pick<SentPerson, "contracts">): Contract[] {
  const sent = JSON.parse(contracts ?? "[]") as (Omit<Contract, "remunerations"> & { remunerations: string | null })[];
  return sent.map((contract) =>
    normal({ ...contract, remunerations: JSON.parse(contract.remunerations ?? "[]") as Remuneration[] }),
  );
}

/** Person and contract of a row whose fields are valid. */
export function partsOf(row: ReturnType<typeof readRow>): PersonRow {
  const { externalEmployeeId, birthDate, gender, disabledEmployee, fileId, fileName } = row;
  const { contractType, contractStartDate: startDate, country, jobCategory, workingHoursRatio } = row;
  const pay = {
    amount: row.grossAnnualRemuneration ?? "",
    currency: row.currency ?? "",
    startDate: row.remunerationStartDate ?? startDate,
    endDate: row.remunerationEndDate,
  };
  const contract = {
    contractType,
    startDate,
    endDate: row.contractEndDate,
    endDateReason: row.contractEndDateReason,
    country,
    jobCategory,
    workingHoursRatio,
    remunerations: row.grossAnnualRemuneration === null ? [] : [pay],
  };
  return {
    person: { externalEmployeeId, birthDate, gender, disabledEmployee, fileId, fileName },
    contract: normal(contract),
  };
}

/** Numbers without trailing zeros, so that equal ones have one text. A remuneration without an end lasts as long as its contract. */
function normal(contract: Contract): Contract {
  return {
    ...contract,
    workingHoursRatio: shortest(contract.workingHoursRatio),
    remunerations: contract.remunerations.map((pay) => ({
      ...pay,
      amount: shortest(pay.amount),
      endDate: pay.endDate ?? contract.endDate,
    })),
  };
}

const AMOUNT_DIGITS_MAX = 50;

const shortest = (text: string): string => plain(readDigits(text, AMOUNT_DIGITS_MAX) as Digits);
