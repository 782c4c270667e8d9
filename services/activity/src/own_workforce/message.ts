import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type OwnWorkforceSchema,
  OwnWorkforceStatusSchema,
  WorkforceContractValuesSchema,
  WorkforceRemunerationValuesSchema,
} from "@emissions/proto/activity/v1/own_workforce_service";
import type { UserRow } from "../organization/queries.ts";
import { valueColumns, valuesWriter } from "../records/columns.ts";
import { headOf, toDecimal } from "../records/view.ts";
import type { StoredContract, StoredPerson } from "./queries.ts";
import { columns } from "./values.ts";

const toValues = valuesWriter(columns);
const toContractValues = valuesWriter(valueColumns(WorkforceContractValuesSchema));
const toRemunerationValues = valuesWriter(valueColumns(WorkforceRemunerationValuesSchema));

/** `isPersonal` shows birth date, disability and remunerations. */
export function toOwnWorkforce(
  row: StoredPerson,
  recorder: UserRow | null,
  isPersonal: boolean,
): MessageInitShape<typeof OwnWorkforceSchema> {
  const { externalEmployeeId, birthDate, disabledEmployee, contracts, status, erasedAt } = row;
  return {
    head: headOf(row, recorder),
    // The fields of the person replace these.
    values: toValues({ ...row, externalEmployeeId: null, birthDate: null, disabledEmployee: null, contracts: null }),
    externalEmployeeId: externalEmployeeId ?? undefined,
    birthDate: (isPersonal ? birthDate : null) ?? undefined,
    disabledEmployee: (isPersonal ? disabledEmployee : null) ?? undefined,
    contracts: contracts.map((contract) => toContract(contract, isPersonal)),
    status: enumNumber(OwnWorkforceStatusSchema, status),
    erasedAt: erasedAt ? timestampFromDate(erasedAt) : undefined,
  };
}

const toContract = (contract: StoredContract, isPersonal: boolean) => ({
  id: contract.id,
  values: toContractValues({ ...contract, remunerations: null }),
  jobCategory: contract.jobCategory ?? undefined,
  remunerations: contract.remunerations.map((pay) => ({
    id: pay.id,
    values: toRemunerationValues({ ...pay, amount: null }),
    amount: isPersonal ? toDecimal(pay.amount) : undefined,
  })),
});

/** The people of whom an answer shows a remuneration. */
export const withRemuneration = <P extends Pick<StoredPerson, "contracts">>(people: readonly P[]): P[] =>
  people.filter(({ contracts }) => contracts.some(({ remunerations }) => remunerations.length > 0));
