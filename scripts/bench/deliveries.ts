import { fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import type { Receiver } from "@emissions/testkit/receiver";
import type { OwnBackend } from "../../tests/support/backend.ts";
import { fillAs } from "./filling.ts";
import { percentiles, round } from "./load.ts";

/** The concurrency of notify for one endpoint. */
const AT_ONCE = 16;
const ENDPOINTS = 10;
const ROUNDS = 3;
const BETWEEN_JOBS_MS = 50;
const DRAIN_LIMIT_MS = 120_000;

interface Where {
  backend: OwnBackend;
  receiver: Receiver;
  short: boolean;
  log: (line: string) => void;
}

/** Measures throughput and delay of events to a local receiver, and the throughput of bare requests. */
export async function measureDeliveries({ backend, receiver, short, log }: Where) {
  const as = backend.caller("outsider", "admin");
  const organization = backend.organizations.get("outsider")!.id;
  receiver.reply = { status: 204 };
  const count = short ? 500 : 3_000;
  const addEndpoint = async () => {
    const body = { url: receiver.url, event_types: ["ingest_job.finished"] };
    const { json } = await backend.call("POST", "/v2/webhook-endpoints", { as, body });
    return json.id as string;
  };
  const first = await addEndpoint();
  log("measuring the time from the end of a job to its webhook");
  const soon = await delayOfEvents({ backend, receiver, short });
  const drain = async (endpoints: string[]) => {
    const before = receiver.requests.length;
    await fillDeliveries(backend.adminUrl, { organization, endpoints, count });
    const arrived = () => receiver.requests.length - before;
    await until("the first delivery", () => arrived() > 0);
    const [begun, early] = [performance.now(), arrived()];
    await until("all deliveries", () => arrived() >= count, DRAIN_LIMIT_MS);
    return Math.round((count - early) / ((performance.now() - begun) / 1_000));
  };
  log("measuring deliveries in a row");
  await drain([first]);
  // The speed of the machine drifts, so the two alternate.
  const rounds: { floor: number; one: number }[] = [];
  for (let i = 0; i < (short ? 1 : ROUNDS); i++) {
    rounds.push({ floor: await floorOf(receiver, count), one: await drain([first]) });
  }
  const others = await Promise.all(Array.from({ length: ENDPOINTS - 1 }, addEndpoint));
  const many = await drain([first, ...others]);
  return {
    load_average: loadavg().map(round),
    bare_https_posts_per_second: middle(rounds.map(({ floor }) => floor)),
    one_endpoint_per_second: middle(rounds.map(({ one }) => one)),
    share_of_bare_posts: round(middle(rounds.map(({ floor, one }) => one / floor))),
    ten_endpoints_per_second: many,
    end_of_job_to_first_attempt: soon,
  };
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Milliseconds from `finished_at` of the job, set before the commit, to the arrival of the request. */
async function delayOfEvents({ backend, receiver, short }: Pick<Where, "backend" | "receiver" | "short">) {
  const as = backend.caller("outsider");
  const plant = { records: [{ name: `Plant ${newId()}`, type: "factory", country: "ES" }] };
  const { json } = await backend.call("POST", "/v2/facilities", { as, body: plant });
  const record = {
    facility_id: json.items[0].id,
    identification_name: "Cardboard",
    start_date: "2025-01-01",
    end_date: "2025-01-31",
    base_quantity: 1.5,
    unit_id: unitId("kg"),
    ler_code_id: catalogueId("ler", "150101"),
    waste_rd_code_id: catalogueId("rd", "R03"),
  };
  const before = receiver.requests.length;
  const jobs = short ? 20 : 300;
  for (let i = 0; i < jobs; i++) {
    const headers = { "idempotency-key": newId() };
    await backend.call("POST", "/v2/wastes", { as, body: { records: [record] }, headers });
    await pause(BETWEEN_JOBS_MS);
  }
  await until("the events of all jobs", () => receiver.requests.length - before >= jobs, DRAIN_LIMIT_MS);
  const times = receiver.requests.slice(before).map(({ at, body }) => at.getTime() - finishedAt(body));
  return percentiles(times);
}

const finishedAt = (body: Buffer) => Date.parse(JSON.parse(body.toString()).data.job.finished_at);

interface DeliveryData {
  organization: string;
  endpoints: readonly string[];
  count: number;
}

/** Inserts deliveries as thousands of jobs would leave them. */
export function fillDeliveries(adminUrl: string, { organization, endpoints, count }: DeliveryData): Promise<unknown> {
  const events = count / endpoints.length;
  return fillAs(
    { adminUrl, organization, schema: "notify" },
    (sql) => sql`
      with made as (
        insert into webhook_events (organization_id, id, type, body)
        select ${organization}::uuid, uuidv7(), 'ingest_job.finished', repeat('x', 700)
        from generate_series(1, ${events}::int)
        returning id)
      insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, next_attempt_at)
      select ${organization}::uuid, uuidv7(), e, made.id, 'ingest_job.finished', now()
      from made, unnest(${endpoints as string[]}::uuid[]) as e`,
  );
}

/** Throughput of the same requests from a process without other work. */
async function floorOf(receiver: Receiver, count: number): Promise<number> {
  const file = new URL("floor-posts.ts", import.meta.url);
  const before = receiver.requests.length;
  const env = { POST_URL: receiver.url, POST_CA: receiver.caFile, POST_COUNT: `${count}`, POST_AT_ONCE: `${AT_ONCE}` };
  const child = fork(file, { env: { ...process.env, ...env } });
  const ended = once(child, "exit");
  await until("the first request", () => receiver.requests.length > before);
  const [begun, early] = [performance.now(), receiver.requests.length - before];
  const [code] = await ended;
  if (code !== 0) throw new Error("bare requests failed");
  return Math.round((count - early) / ((performance.now() - begun) / 1_000));
}
