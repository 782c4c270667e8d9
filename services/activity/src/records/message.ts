import { CalculationStatus } from "@emissions/proto/activity/v1/record";

/** What clients are told of any failure; the detail says more. */
export const CALCULATION_FAILED = "CALCULATION_FAILED";

/** A number of a row as messages carry it. */
export const toDecimal = (value: string | null) => (value === null ? undefined : { value });

const STATUS: Record<string, CalculationStatus> = {
  loading: CalculationStatus.PENDING,
  active: CalculationStatus.CALCULATED,
  error: CalculationStatus.FAILED,
};

/** How the calculation of a record stands, for records whose `status` says nothing else. */
export function calculationOf({ status, errorDetail }: { status: string; errorDetail: string | null }) {
  const failed = status === "error";
  return {
    calculationStatus: STATUS[status] ?? CalculationStatus.UNSPECIFIED,
    calculationErrorCode: failed ? CALCULATION_FAILED : undefined,
    calculationErrorDetail: failed ? (errorDetail ?? undefined) : undefined,
  };
}
