import { createHash } from "node:crypto";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import postgres from "postgres";
import type { OwnBackend } from "../../tests/support/backend.ts";
import { createOrganizations } from "../../tests/support/organizations.ts";
import { type Figures, load, percentiles, round, send, untilIdle } from "./load.ts";
import { growth } from "./wastes.ts";

const RECORDS = 5_000;
const AT_ONCE = 10;
/** The limit of one key. */
const PER_SECOND = 30;
const CONNECTIONS = 32;
const ROUNDS = 3;
/** Groups of organizations with five keys each: together they may send more than the service can answer. */
const KEY_GROUPS = 10;
const PATH = "/v1/logistics/requests";

interface Where {
  backend: OwnBackend;
  apiKeyPepper: string;
  /** The body of a single purchase. */
  purchase: (n: number) => object;
  short: boolean;
  log: (line: string) => void;
}

type Headers = Record<string, string>;

/** Measures single and bulk logistics requests beside single purchases and the floor of a bulk. */
export async function measureRequests({ backend, apiKeyPepper, purchase, short, log }: Where) {
  const callers = await callersOf(backend, apiKeyPepper);
  const seconds = short ? 2 : 10;
  log("measuring single logistics requests, alternating with single purchases of the same callers");
  const url = `${backend.urls.gateway}${PATH}`;
  const post = async (path: string, body: (n: number) => object, expect: number) => {
    const target = `${backend.urls.gateway}${path}`;
    const next = (n: number) => ({
      method: "POST",
      url: target,
      headers: callers[n % callers.length]!,
      body: JSON.stringify(body(n)),
    });
    const figures = await load({ next, connections: CONNECTIONS, seconds, warmUpSeconds: short ? 1 : 5, expect });
    if (!short) await untilIdle();
    return figures;
  };
  const rounds: { purchases: Figures; single: Figures }[] = [];
  for (let round = 0; round < (short ? 1 : ROUNDS); round++) {
    const purchases = await post("/v1/purchases", purchase, 201);
    rounds.push({ purchases, single: await post(PATH, leg, 200) });
  }
  const share = ({ purchases, single }: (typeof rounds)[number]) => single.per_second / purchases.per_second;
  const middle = rounds.toSorted((a, b) => share(a) - share(b))[Math.floor(rounds.length / 2)]!;
  const atLimit = await steady({ url, headers: callers[0]!, seconds });
  log("measuring bulks of logistics requests");
  const floor = await startFloor(backend.adminUrl);
  const [floors, answers, queued]: number[][] = [[], [], []];
  const agent = new Agent({ keepAlive: true });
  const sendBulk = async (version: "v1" | "v2", body: string) => {
    const started = performance.now();
    const target = `${backend.urls.gateway}${PATH.replace("v1", version)}/bulk`;
    const answer = await send(agent, { method: "POST", url: target, headers: callers[0]!, body });
    if (answer.status !== 200) throw new Error(`a bulk was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return performance.now() - started;
  };
  try {
    for (const version of ["v1", "v2"] as const) await sendBulk(version, bulk());
    for (let i = 0; i < (short ? 3 : 20); i++) {
      const body = bulk();
      if (!short) await untilIdle();
      floors!.push(await floor.take(body));
      answers!.push(await sendBulk("v1", body));
      if (!short) await untilIdle();
      queued!.push(await sendBulk("v2", bulk()));
    }
    const memory = await growth(backend, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => sendBulk("v1", bulk()))),
    );
    const [best, answer, queuedAnswer] = [floors!, answers!, queued!].map(percentiles);
    const times = (figures: typeof best) => round(figures!.p50_ms / best!.p50_ms);
    return {
      load_average: loadavg().map(round),
      purchases_of_the_same_callers: middle.purchases,
      single: { ...middle.single, share_of_purchases: round(share(middle)) },
      single_at_30_per_second: atLimit,
      records: RECORDS,
      floor: best,
      bulk_v1: { ...answer, times_the_floor: times(answer) },
      bulk_v2: { ...queuedAnswer, times_the_floor: times(queuedAnswer) },
      memory_growth_mib_of_ten_at_once: memory,
    };
  } finally {
    agent.destroy();
    await floor.close();
  }
}

/** The keys that may write. */
async function callersOf({ adminUrl }: OwnBackend, pepper: string): Promise<Headers[]> {
  const callers: Headers[] = [];
  for (let n = 0; n < KEY_GROUPS; n++) {
    const { organizations } = await createOrganizations(adminUrl, pepper);
    for (const { id, api_keys } of organizations.values())
      callers.push({ "x-api-key": api_keys.editor, "x-organization-id": id });
  }
  return callers;
}

/** Sends at a fixed rate, also while earlier requests wait for their answer. */
async function steady({ url, headers, seconds }: { url: string; headers: Headers; seconds: number }) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const begin = performance.now();
  const sent = Array.from({ length: PER_SECOND * seconds }, async (_, i) => {
    await pause((i * 1000) / PER_SECOND);
    const started = performance.now();
    const { status, body } = await send(agent, { method: "POST", url, headers, body: JSON.stringify(leg(i)) });
    // A timer that fires early can meet an empty bucket.
    if (status !== 200 && status !== 429) throw new Error(`answered ${status}: ${body.slice(0, 300)}`);
    if (status === 200) times.push(performance.now() - started);
  });
  await Promise.all(sent);
  agent.destroy();
  return { per_second: round(times.length / ((performance.now() - begin) / 1000)), ...percentiles(times) };
}

let made = 0;
const bulk = () => JSON.stringify({ records: Array.from({ length: RECORDS }, () => leg(made++)) });

const leg = (n: number) => ({
  toc: ["artic_truck_diesel", "rigid_truck_diesel", "van_diesel"][n % 3],
  load: (n % 24_000) + 0.5,
  distance_km: (n % 900) + 1,
  origin_country: "GB",
  shipment_date: `2025-${String((n % 12) + 1).padStart(2, "0")}-15`,
  movement_id: `shipment-${newId()}`,
  movement_stretch: "main",
  client: `Client ${n % 50}`,
  vehicle_license_plate: `Bench ${n % 90}`,
});

/** The floor of a bulk: parses the body, computes its digest, and loads the records with COPY. */
async function startFloor(adminUrl: string) {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql`
    create table floor_logistics_requests (like activity.logistics_requests including defaults,
      primary key (organization_id, id))`;
  await sql`alter table floor_logistics_requests alter load_unit set default 'kg',
    alter cleaning set default false, alter subcontractor set default false, alter search_text drop not null`;
  return {
    close: () => sql.end(),
    take: async (body: string) => {
      const bytes = Buffer.from(body);
      const started = performance.now();
      createHash("sha256").update(bytes).digest();
      const { records } = JSON.parse(bytes.toString()) as { records: ReturnType<typeof leg>[] };
      const organization = newId();
      const lines = records.map((each) => `${organization}\t${newId()}\t${Object.values(each).join("\t")}\n`).join("");
      const columns = ["organization_id", "id", ...Object.keys(records[0]!)];
      const copy = await sql`copy floor_logistics_requests (${sql(columns)}) from stdin`.writable();
      await pipeline(Readable.from([lines]), copy);
      return performance.now() - started;
    },
  };
}
