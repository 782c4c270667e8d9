import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { addDays } from "@emissions/quantity/period";
import { percentiles, round } from "./load.ts";

/** Sends a batch and waits for the end of its job. */
type Calculate = (body: string, path: string) => Promise<{ answeredMs: number; finishedMs: number }>;

interface Kind {
  path: string;
  /** `owners` are the ids of the things that records belong to. */
  record: (n: number, owners: readonly string[]) => object;
  owners?: { path: string; body: (n: number) => object };
}

const OWNERS = 20;

const FIRST_DAY = "2025-01-01";
const DAYS = 360;
const day = (n: number, later = 0) => addDays(FIRST_DAY, (n % DAYS) + later);

/** Kinds whose batches are compared with those of wastes. */
const KINDS: Readonly<Record<string, Kind>> = {
  hotel_stays: {
    path: "/v2/hotel-stays",
    record: (n) => ({
      name: `Fair ${n}`,
      check_in_date: day(n),
      check_out_date: day(n, (n % 5) + 1),
      country: ["GB", "ES", "FR", "DE"][n % 4],
      rooms: (n % 5) + 1,
      external_id: `stay-${n}`,
    }),
  },
  business_travels: {
    path: "/v2/business-travels",
    record: (n) => ({
      name: `Visit ${n}`,
      travel_date: day(n),
      transport_type: ["train", "bus", "car", "ferry"][n % 4],
      distance_km: (n % 900) + 0.5,
      travel_number: (n % 3) + 1,
      external_id: `trip-${n}`,
    }),
  },
  vehicle_consumptions: {
    path: "/v2/vehicle-consumptions",
    owners: {
      path: "/v1/vehicles",
      body: (n) => ({
        type: "passenger",
        ownership: "owned",
        license_plate: `Bench ${n}`,
        country: "GB",
        unknown_vehicle_id: catalogueId("unknown_vehicle", "car"),
        vehicle_fuel_id: catalogueId("vehicle_fuel", "GB:diesel"),
      }),
    },
    record: (n, owners) => ({
      vehicle_id: owners[n % OWNERS],
      quantity: (n % 90) + 0.25,
      unit_id: unitId("l"),
      // The same periods as those of wastes.
      start_date: `2025-${String((n % 12) + 1).padStart(2, "0")}-01`,
      end_date: `2025-${String((n % 12) + 1).padStart(2, "0")}-28`,
      custom_id: `receipt-${n}`,
      external_id: `consumption-${n}`,
    }),
  },
};

interface Measured {
  calculate: Calculate;
  /** Creates one thing and returns its id. */
  create: (path: string, body: object) => Promise<string>;
  wastes: () => string;
  records: number;
  rounds: number;
}

interface KindFigures {
  answer: ReturnType<typeof percentiles>;
  job_finished: ReturnType<typeof percentiles>;
  answer_times_wastes: number;
  job_times_wastes: number;
}

/** The speed of the machine drifts, so a batch of wastes precedes each other batch. */
export async function measureKinds({ calculate, create, wastes, records, rounds }: Measured) {
  const figures: Record<string, KindFigures> = {};
  for (const [name, { path, record, owners: owned }] of Object.entries(KINDS)) {
    const owners: string[] = [];
    for (let n = 0; owned !== undefined && n < OWNERS; n++) owners.push(await create(owned.path, owned.body(n)));
    const times: Record<"answers" | "jobs" | "wasteAnswers" | "wasteJobs", number[]> = {
      answers: [],
      jobs: [],
      wasteAnswers: [],
      wasteJobs: [],
    };
    let made = 0;
    const batch = () => JSON.stringify({ records: Array.from({ length: records }, () => record(made++, owners)) });
    // Without figures: the first batch of a kind prepares its statements.
    await calculate(batch(), path);
    for (let i = 0; i < rounds; i++) {
      const waste = await calculate(wastes(), "/v2/wastes");
      times.wasteAnswers.push(waste.answeredMs);
      times.wasteJobs.push(waste.finishedMs);
      const other = await calculate(batch(), path);
      times.answers.push(other.answeredMs);
      times.jobs.push(other.finishedMs);
    }
    const [answer, job, wasteAnswer, wasteJob] = [
      percentiles(times.answers),
      percentiles(times.jobs),
      percentiles(times.wasteAnswers),
      percentiles(times.wasteJobs),
    ];
    figures[name] = {
      answer,
      job_finished: job,
      answer_times_wastes: round(answer.p50_ms / wasteAnswer.p50_ms),
      job_times_wastes: round(job.p50_ms / wasteJob.p50_ms),
    };
  }
  return figures;
}
