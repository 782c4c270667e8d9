import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import { CalculationStatusSchema } from "@emissions/proto/activity/v1/record";
import { toUser } from "../organization/message.ts";
import type { UserRow } from "../organization/queries.ts";
import { valueColumns, valuesWriter } from "./columns.ts";
import { namesOf, toGroup } from "./custom-factors.ts";
import { marksOf } from "./fitness.ts";
import type { Lookups, RecordKind, StoredRecord } from "./kind.ts";

type Head = Pick<StoredRecord, "id" | "organizationId" | "uploadedBy" | "createdAt" | "updatedAt">;

/** Clients see this code for any failure; the detail says more. */
export const CALCULATION_FAILED = "CALCULATION_FAILED";

/** A number of a row as messages carry it. */
export const toDecimal = (value: string | null) => (value === null ? undefined : { value });

/** Names the organization, the user and the times of a row. */
export const headOf = (row: Head, recorder: UserRow | null) => ({
  id: row.id,
  organizationId: row.organizationId,
  uploadedBy: row.uploadedBy ?? undefined,
  user: toUser(recorder),
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
});

/** Shows rows of a kind as its message. */
export function recordViewer<V extends object, L extends object, R extends object>(kind: RecordKind<V, L, R>) {
  const toValues = valuesWriter(valueColumns(kind.values));
  return (row: V & StoredRecord, lookups: Lookups & L & R, recorder: UserRow | null) => {
    const head = headOf(row, recorder);
    return {
      head,
      values: toValues(row),
      state: {
        calculationStatus: enumNumber(CalculationStatusSchema, row.calculationStatus),
        calculationErrorCode: errorCodeOf(kind, row),
        calculationErrorDetail: row.calculationErrorDetail ?? undefined,
        co2e: toDecimal(row.co2e),
        co2eBiomass: toDecimal(row.co2eBiomass),
        fitness: row.fitness === null ? undefined : { marks: marksOf(row.fitness) },
      },
      ...(kind.customFactor !== undefined && { customEmissionFactor: toGroup(namesOf(row), lookups.factors) }),
      ...kind.view?.(row, lookups, head.user),
    };
  };
}

const errorCodeOf = ({ showsErrorCode }: Pick<RecordKind, "showsErrorCode">, { calculationErrorCode }: StoredRecord) =>
  calculationErrorCode === null ? undefined : showsErrorCode ? calculationErrorCode : CALCULATION_FAILED;
