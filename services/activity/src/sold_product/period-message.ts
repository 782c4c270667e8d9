import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { RecordStatus } from "@emissions/proto/activity/v1/record";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { Decimal, divide, parse, plain } from "@emissions/quantity/decimal";
import { toDecimal } from "../records/view.ts";
import type { CountryRow } from "./country-queries.ts";
import type { PeriodRow } from "./period-queries.ts";

/** Significant digits of a factor that is computed from emissions: as many as results of kilograms give. */
const FACTOR_DIGITS = 12;

/** A failure comes first, because it needs a correction. */
export const statusOf = ({ waiting, failed }: { waiting: number; failed: number }): RecordStatus => {
  if (failed > 0) return RecordStatus.ERROR;
  return waiting > 0 ? RecordStatus.LOADING : RecordStatus.ACTIVE;
};

export const toPeriod = (row: PeriodRow) => ({
  periodId: row.id,
  productId: row.productId,
  startDate: row.startDate,
  endDate: row.endDate,
  totalUnits: toDecimal(row.totalUnits),
  co2e: toDecimal(row.co2e),
  status: statusOf({ waiting: row.waiting, failed: row.errorCodes.length }),
  errorCodes: row.errorCodes,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
});

export function toCountrySales(row: CountryRow, units: ReadonlyMap<string, UnitDetail>) {
  const factor = row.waiting + row.failed > 0 || row.unitId === null ? null : factorOf(row);
  return {
    country: row.country,
    quantity: toDecimal(row.quantity),
    emissionFactor: toDecimal(factor),
    emissionFactorUnit: factor === null ? undefined : units.get(row.unitId!)?.code,
    co2e: toDecimal(row.co2e),
    status: statusOf(row),
    errorCode: row.errorCode ?? undefined,
    salesCount: row.salesCount,
    countrySaleId: row.countrySaleId,
  };
}

/** Kilograms for each unit of energy. A sale without emissions has none. */
const factorOf = ({ co2e, energy }: CountryRow): string | null =>
  co2e === null
    ? null
    : plain(divide(parse(co2e), new Decimal(energy)).toSignificantDigits(FACTOR_DIGITS, Decimal.ROUND_HALF_EVEN));
