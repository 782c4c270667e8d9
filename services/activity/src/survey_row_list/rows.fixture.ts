import type { Tx, Write } from "@emissions/kit/db/transactions";
import { newId, newIds } from "@emissions/kit/process/id";

type Column = string | number | boolean | Date | null;

export interface SampleCommute {
  transportType?: string;
  fuelType?: string | null;
  totalKm?: string | null;
  dailyTrips?: number;
  weeklyTravels?: number[];
  telecommutingDays?: number[];
  hoursPerDay?: string;
  commutingType?: string;
  carpool?: boolean;
  origin?: string | null;
  destination?: string | null;
  co2e?: string | null;
}

/** Columns of a survey row; by default it waits for the answer of an employee without a name. */
export interface SampleRow {
  email?: string | null;
  name?: string | null;
  externalId?: string | null;
  periodStart?: string;
  periodEnd?: string;
  status?: string;
  source?: string;
  surveyId?: string | null;
  projectId?: string | null;
  fileId?: string | null;
  fileName?: string | null;
  sentAt?: Date | null;
  timesSent?: number;
  answeredAt?: Date | null;
  createdAt?: Date;
  updatedAt?: Date | null;
  commutes?: SampleCommute[];
}

/** Rows of one insert: a statement has at most 65,534 parameters. */
const INSERTED_MAX = 500;

/** Stores rows and their answers as other parts of the service do, but with any times. Returns the ids, in their order. */
export async function storeRows(
  { tx, org }: Pick<Write, "tx" | "org">,
  samples: readonly SampleRow[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < samples.length; at += INSERTED_MAX) {
    ids.push(...(await storeSome(tx, org, samples.slice(at, at + INSERTED_MAX))));
  }
  return ids;
}

async function storeSome(tx: Tx, org: string, samples: readonly SampleRow[]): Promise<string[]> {
  const ids = newIds(samples.length);
  const rows = samples.map((sample, n) => ({ row: rowOf(org, ids[n]!, sample), commutes: sample.commutes ?? [] }));
  await tx`insert into survey_rows ${tx(rows.map(({ row }) => row))}`;
  const commutes = rows.flatMap(({ row, commutes }) => commutes.map((commute) => commuteOf(org, row, commute)));
  if (commutes.length > 0) await tx`insert into commuting_periods ${tx(commutes)}`;
  await tx`
    update survey_rows r set commutes_count = c.count, co2e_count = c.calculated, co2e_sum = c.co2e
    from (
      select survey_row_id, count(*) as count, count(co2e) as calculated, coalesce(sum(co2e), 0) as co2e
      from commuting_periods where survey_row_id = any(${ids}::uuid[]) group by 1) c
    where r.id = c.survey_row_id`;
  return ids;
}

const rowOf = (org: string, id: string, { commutes = [], ...sample }: SampleRow) => ({
  organization_id: org,
  id,
  email: sample.email ?? null,
  name: sample.name ?? null,
  external_id: sample.externalId ?? null,
  period_start: sample.periodStart ?? "2025-01-01",
  period_end: sample.periodEnd ?? `${(sample.periodStart ?? "2025").slice(0, 4)}-12-31`,
  status: sample.status ?? (commutes.length > 0 ? "answered" : "pending"),
  source: sample.source ?? "form",
  survey_id: sample.surveyId ?? null,
  project_id: sample.projectId ?? null,
  file_id: sample.fileId ?? null,
  file_name: sample.fileName ?? null,
  sent_at: sample.sentAt ?? null,
  times_sent: sample.timesSent ?? (sample.sentAt ? 1 : 0),
  answered_at: sample.answeredAt ?? (commutes.length > 0 ? new Date("2025-07-01T10:00:00Z") : null),
  created_at: sample.createdAt ?? new Date(),
  updated_at: sample.updatedAt ?? null,
});

const commuteOf = (org: string, { id, period_start, period_end }: ReturnType<typeof rowOf>, sample: SampleCommute) => {
  const { transportType = "bus", co2e = null } = sample;
  return {
    organization_id: org,
    id: newId(),
    survey_row_id: id,
    start_date: period_start,
    end_date: period_end,
    commuting_type: sample.commutingType ?? "in_itinere",
    transport_type: transportType,
    fuel_type: sample.fuelType ?? null,
    total_km: transportType === "telecommuting" ? null : (sample.totalKm ?? "15"),
    weekly_travels: JSON.stringify(sample.weeklyTravels ?? [0, 1, 2, 3, 4]),
    daily_trips: sample.dailyTrips ?? 1,
    carpool: sample.carpool ?? false,
    situation: "active",
    origin: sample.origin ?? null,
    destination: sample.destination ?? null,
    response_medium: "form",
    hours_per_day: sample.hoursPerDay ?? "8",
    telecommuting_days: JSON.stringify(sample.telecommutingDays ?? []),
    co2e,
    calculation_status: co2e === null ? "pending" : "calculated",
  } satisfies Record<string, Column>;
};

/** Stores a survey and returns its id. */
export async function storeSurvey({ tx, org }: Pick<Write, "tx" | "org">, name: string): Promise<string> {
  const id = newId();
  await tx`
    insert into surveys (organization_id, id, name, start_date, end_date, languages)
    values (${org}, ${id}, ${name}, '2025-01-01', '2025-12-31', '{es}')`;
  return id;
}
