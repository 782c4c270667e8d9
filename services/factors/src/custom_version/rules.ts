import { type Check, checkDay, checkText, violation } from "@emissions/kit/wire/checks";
import type {
  CreateCustomVersionRequest,
  UpdateCustomVersionRequest,
} from "@emissions/proto/factors/v1/custom_database_service";

/** The fields of a version that callers set. */
export interface VersionValues {
  name: string;
  startDate: string | null;
  endDate: string | null;
}

/** Per database. */
export const VERSIONS_MAX = 1_000;

export const versionValues = ({
  name,
  startDate,
  endDate,
}: CreateCustomVersionRequest | UpdateCustomVersionRequest): VersionValues => ({
  name,
  startDate: startDate ?? null,
  endDate: endDate ?? null,
});

export const checkVersion = ({ name, startDate, endDate }: VersionValues): Check[] => [
  ...checkText("name", name, { max: 255, required: true }),
  ...checkDays(startDate, endDate),
];

/** Both must be valid days, and the end must not be before the start. */
export function checkDays(startDate: string | null, endDate: string | null): Check[] {
  const checks = [
    ...(startDate === null ? [] : checkDay("start_date", startDate)),
    ...(endDate === null ? [] : checkDay("end_date", endDate)),
  ];
  if (checks.length > 0 || startDate === null || endDate === null || startDate <= endDate) return checks;
  return [violation("end_date", "end_date_before_start_date", "must be on or after start_date")];
}
