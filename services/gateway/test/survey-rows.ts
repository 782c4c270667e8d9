import { activity, allTests } from "@emissions/activity/activity.fixture";
import { routes } from "@emissions/activity/service";
import {
  type SampleCommute,
  type SampleRow,
  storeRows,
  storeSurvey,
} from "@emissions/activity/survey_row_list/rows.fixture";
import { newId } from "@emissions/kit/process/id";
import { grpcTransport } from "@emissions/kit/wire/client";
import { startGrpcServer } from "@emissions/kit/wire/server";
import { signCalls, verifyCalls } from "@emissions/kit/wire/signer";
import { SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import { testSigner } from "@emissions/testkit/principals";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect } from "vitest";
import { as, OURS } from "./access.ts";
import { gateway } from "./gateway.ts";

interface ListedCommute {
  commuting_type: string | null;
  origin: string | null;
  destination: string | null;
  transport_type: string | null;
  fuel_type: string | null;
  total_km: number | null;
  daily_trips: number | null;
  hours_per_day: number | null;
  weekly_travels: readonly unknown[];
  telecommuting_days: readonly unknown[];
  carpool: boolean;
}

/** A row of the list, as clients see it. */
export interface ListedRow {
  id: string;
  organization: { name: string };
  anonymous: boolean;
  email: string | null;
  name: string | null;
  external_id: string | null;
  period_start: string;
  period_end: string;
  status: string;
  source: string;
  file: { name: string } | null;
  survey: { name: string } | null;
  sent_at: string | null;
  times_sent: number | null;
  answered_at: string | null;
  co2e: number | null;
  commutes_count: number | null;
  /** The only commute. */
  commute: ListedCommute | null;
  created_at: string;
  updated_at: string | null;
}

interface ListedPage {
  rows: ListedRow[];
  filterHash: string;
  total: number;
}

export const PATH = "/v2/employees/survey-rows";
const LISTED_MAX = 100;

export let app: FastifyInstance;

/** The real list of activity, behind a gateway, with these rows of our organization. */
export function withSurveyRows(samples: (surveyId: string) => SampleRow[]): void {
  allTests();
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    await activity.db.asService(OURS, async (write) => {
      await write.tx`
        insert into organizations (id, name, slug, country) values (${OURS}, '=Ours & "theirs"', 'ours', 'ES')`;
      await storeRows(write, samples(await storeSurvey(write, "+Commutes 2025")));
    });
    const server = await startGrpcServer({
      host: "127.0.0.1",
      port: 0,
      services: routes(activity.context),
      interceptors: [verifyCalls(testSigner("activity"))],
      log: { error: (fields) => expect.unreachable(JSON.stringify(fields)) },
    });
    const transport = grpcTransport({
      baseUrl: `http://127.0.0.1:${server.port}`,
      interceptors: [signCalls(testSigner("gateway"), "activity")],
    });
    ({ app } = await gateway({ real: { [SurveyRowListService.typeName]: transport } }));
    closing.push(
      () => app.close(),
      () => transport.close(),
      () => server.close(),
    );
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
}

/** All rows of the list, from all its pages, with the hash. */
export async function listAll(query = ""): Promise<{ rows: ListedRow[]; filterHash: string }> {
  const all: ListedRow[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, filterHash, total } = await listPage(query, page);
    all.push(...rows);
    if (all.length >= total) return { rows: all, filterHash };
  }
}

export async function listPage(query = "", page = 1): Promise<ListedPage> {
  const url = `${PATH}?page=${page}&size=${LISTED_MAX}&${query}`;
  const answer = await app.inject({ url, headers: as("viewer") });
  expect(answer.statusCode, answer.body).toBe(200);
  const { items: rows, total, filter_hash: filterHash } = answer.json();
  return { rows, total, filterHash };
}

export const exportRows = (body: object, query = "", who: Parameters<typeof as>[0] = "viewer") =>
  app.inject({ method: "POST", url: `${PATH}/export?${query}`, headers: as(who), payload: body });

/** Takes a value from each list in turn. The lists have different lengths, so that combinations differ. */
const pick = <T>(n: number, ...values: T[]): T => values[n % values.length]!;

const TEXTS = [
  "=1+1",
  "+34 600",
  "-1",
  "@SUM(A1)",
  "Ñandú 🚲",
  "<b>&amp;</b>",
  " spaces ",
  "a\nb",
  "_x0041_",
  "0012",
  "",
  null,
];

/** Rows of every status, source and means of transport, with none, one and several commutes, named and anonymous. */
export const mixedRows =
  (count: number) =>
  (surveyId: string): SampleRow[] =>
    Array.from({ length: count }, (_, n) => {
      const isAnonymous = n % 4 === 3;
      const commutes = pick(n, 1, 0, 1, 2, 1, 1, 0);
      const fileName = pick(n, null, null, "Filas.xlsx", "=file.csv");
      const month = String((n % 12) + 1).padStart(2, "0");
      return {
        email: isAnonymous ? null : pick(n, `ana${n}@a.example`, "=ana@a.example", null),
        name: isAnonymous ? null : pick(n, `Ana ${n}`, null, `=HYPERLINK("x";"${n}")`, "Zoë"),
        externalId: isAnonymous ? null : pick(n, `E-${n}`, "00123", `@${n}`),
        periodStart: `${pick(n, 2023, 2024, 2025)}-${month}-01`,
        status: commutes > 0 ? "answered" : pick(n, "pending", "blank"),
        source: pick(n, "manual", "form", "qr", "file", "form"),
        surveyId: pick(n, surveyId, null, surveyId),
        fileId: fileName && newId(),
        fileName,
        sentAt: pick(n, null, new Date(Date.UTC(2025, 0, 1, 0, 0, 0, n * 7919))),
        timesSent: pick(n, 0, (n % 9) + 1),
        answeredAt: commutes > 0 ? new Date(Date.UTC(2025, 5, (n % 30) + 1, n % 24, n % 60, 59, 999)) : null,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
        updatedAt: pick(n, null, new Date(Date.UTC(2026, 1, 28, 23, 59, 59, n % 1000)), null),
        commutes: Array.from({ length: commutes }, (_, m) => mixedCommute(n + 3 * m)),
      };
    });

const TRANSPORTS = [
  "car",
  "bus",
  "train",
  "metro",
  "tram",
  "motorbike",
  "bicycle",
  "walking",
  "telecommuting",
  "electric_kick_scooter",
  "trolleybus",
];
const FUELS = ["petrol", "diesel", "cng", "lpg", "unknown", "plug_in_hybrid_electric", "battery_electric", null];

function mixedCommute(n: number): SampleCommute {
  const transportType = pick(n, ...TRANSPORTS);
  const hasFuel = transportType === "car" || transportType === "motorbike";
  return {
    transportType,
    commutingType: pick(n, "in_itinere", "in_itinere", "in_labore"),
    fuelType: hasFuel ? pick(n, ...FUELS) : null,
    totalKm: pick(n, "15", "0.5", "1234.56789", "12.30"),
    dailyTrips: pick(n, 1, 2, 20),
    weeklyTravels: pick<number[]>(n, [0, 1, 2, 3, 4], [], [6], [0, 2, 4]),
    telecommutingDays: pick<number[]>(n, [], [5, 6]),
    hoursPerDay: pick(n, "8", "7.5", "0.25"),
    carpool: hasFuel && n % 2 === 0,
    origin: pick(n, ...TEXTS),
    destination: pick(n + 5, ...TEXTS),
    co2e: pick(n, "622.75", null, "0", "0.000000000001", "12345.678901234567"),
  };
}
