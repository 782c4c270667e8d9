import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { consume } from "@emissions/kit/messages/deliveries";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import { EntityType, RecordInputSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import type { ResolutionSchema, ResolveFactorsRequest } from "@emissions/proto/factors/v1/selection_service";
import { addDays } from "@emissions/quantity/period";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { calcService } from "../../services/calc/src/calc.fixture.ts";
import { recordConsumers } from "../../services/calc/src/record/consumers.ts";

/**
 * Measures how many wastes per second one calc process calculates, with Postgres but without factors and NATS:
 * `node scripts/bench/calculations.ts [records] [days] [additional parts]`. CPU time per record stays comparable while
 * other programs run.
 */
const [records = 50_000, days = 31, parts = 0] = process.argv.slice(2).map(Number);
const PER_MESSAGE = 500;
/** The number of messages within the byte limit of one transaction. */
const PER_BATCH = 10;
const LER_CODES = 40;
/** Questions of each kind. */
const READS = 300;
const KG = newId();
/** /proc counts CPU time in ticks of 10 ms. */
const US_PER_TICK = 10_000;

const folder = testFolder();
const dataDir = join(folder, "postgres");
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: true });
process.env.TEST_DATABASE_URL = postgres.url;
process.env.TEST_NATS_URL = "none";
const calc = await calcService(({ selections }: ResolveFactorsRequest) => ({ resolutions: selections.map(answer) }));
try {
  const [consumer] = recordConsumers({ factors: calc.resolver });
  const log = createLogger({ service: "bench", level: "warn" });
  const org = newId();
  const batches = Array.from({ length: Math.ceil(records / PER_MESSAGE / PER_BATCH) }, (_, batch) =>
    Array.from({ length: PER_BATCH }, (_, message) => messageOf(org, batch * PER_BATCH + message)),
  );
  const work = {
    db: calc.db,
    consumer: consumer!,
    durable: "calc_RecordsStored",
    lane: "bulk" as const,
    log,
    blocked: new Set<string>(),
  };
  let open = 0;
  const settle = { ack: () => void open--, retry: () => process.exit(1) };
  const rates: number[] = [];
  const server = await serverTicks();
  const [before, started] = [process.cpuUsage(), performance.now()];
  for (const batch of batches) {
    open = batch.length;
    const begun = performance.now();
    await consume(
      work,
      batch.map((data) => ({ data, tries: 1, ...settle })),
    );
    if (open > 0) throw new Error("A batch was not handled.");
    rates.push(Math.round((PER_MESSAGE * PER_BATCH * 1000) / (performance.now() - begun)));
  }
  const seconds = (performance.now() - started) / 1000;
  const cpu = process.cpuUsage(before);
  const done = batches.length * PER_BATCH * PER_MESSAGE;
  const report = {
    records: done,
    days,
    parts,
    bytes_per_message: batches[0]![0]!.length,
    seconds,
    records_per_second: Math.round(done / seconds),
    rates,
    calc_processor_us_per_record: Math.round((cpu.user + cpu.system) / done),
    postgres_processor_us_per_record: Math.round((((await serverTicks()) - server) * US_PER_TICK) / done),
    reads_ms: await measureReads(org),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
} finally {
  await calc.drop();
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}

/** Latency of questions about two years, one after the other. */
async function measureReads(org: string) {
  const by = calc.by(org);
  const range = { startDate: "2024-01-02", endDate: "2025-12-30" };
  const questions = {
    scope: () => calc.totals.getTotalImpacts({ ...range, groupBy: GroupBy.SCOPE }, by),
    gas: () => calc.totals.getTotalImpacts({ ...range, groupBy: GroupBy.GAS }, by),
    source_ar6: () => calc.totals.getTotalImpacts({ ...range, groupBy: GroupBy.SOURCE, gwp: GwpSet.AR6 }, by),
    coverage: () => calc.totals.getTotalImpacts({ ...range, coverage: true }, by),
    inventory: () => calc.inventories.getInventory(range, by),
  };
  const figures: Record<string, { p50: number; p99: number }> = {};
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = [];
    for (let n = 0; n < READS; n++) {
      const begun = performance.now();
      await ask();
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Number(times[Math.floor(READS * share)]!.toFixed(2));
    figures[name] = { p50: at(0.5), p99: at(0.99) };
  }
  return figures;
}

/** CPU time of the Postgres server in ticks; 0 without /proc. */
async function serverTicks(): Promise<number> {
  const [row] = await calc.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  try {
    const processes = readdirSync("/proc").flatMap(timesOf);
    const parent = processes.find(({ pid }) => pid === row!.pid)?.parent;
    return processes.filter((each) => each.parent === parent).reduce((sum, { ticks }) => sum + ticks, 0);
  } catch {
    return 0;
  }
}

function timesOf(pid: string): { pid: number; parent: number; ticks: number }[] {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").map(Number);
    return [{ pid: Number(pid), parent: fields[1]!, ticks: fields[11]! + fields[12]! }];
  } catch {
    return [];
  }
}

function messageOf(org: string, message: number): Uint8Array {
  const all = Array.from({ length: PER_MESSAGE }, (_, index) => waste(message * PER_MESSAGE + index));
  const payload = toBinary(RecordsStoredSchema, create(RecordsStoredSchema, { records: all }));
  const events = [{ id: newId(), organizationId: org, type: RecordsStoredSchema.typeName, payload }];
  return toBinary(EventBatchSchema, create(EventBatchSchema, { events }));
}

function waste(n: number) {
  const startDate = addDays("2024-01-01", (n * 7) % 335);
  const endDate = addDays(startDate, days - 1);
  const lerCodeId = `00000000-0000-5000-8000-${String(n % LER_CODES).padStart(12, "0")}`;
  const selector = { kind: { case: "waste" as const, value: { lerCodeId, rdCodeId: KG, country: "ES" } } };
  const quantity = { value: { value: `${(n % 9_000) + 10}.${n % 97}` }, unitId: KG, unit: "kg" };
  return create(RecordInputSchema, {
    recordId: newId(),
    revision: 1,
    entityType: EntityType.WASTES,
    category: "wastes",
    referenceDate: endDate,
    startDate,
    endDate,
    quantity,
    selector,
    gwpSet: "AR6",
    additionalParts: Array.from({ length: parts }, (_, at) => ({
      part: `part_${at}`,
      category: "wastes",
      quantity,
      selector,
    })),
  });
}

function answer(): MessageInitShape<typeof ResolutionSchema> {
  const factor = (year: number) => ({
    id: KG,
    revision: 1,
    name: "Paper and board, Closed-loop",
    category: "waste",
    key: "150101/R03",
    region: "GLO",
    year,
    unitId: KG,
    unit: "kg",
    values: { co2e: { value: "0.00468568" }, co2: { value: "0.0046" }, ch4: { value: "0.0000012" } },
    gwpSet: "AR5",
    source: "A publication with a long name, as publications have one",
    licence: "OGL v3.0",
    group: "Waste by LER code and operation",
  });
  return {
    factor: factor(2025),
    candidates: Array.from({ length: 10 }, (_, at) => ({
      rank: at + 1,
      chosen: at === 0,
      reason: "Chosen: waste 150101 by R03; nearest region GLO; exact year 2025.",
      factor: factor(2025 - at),
    })),
  };
}
