import { rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { newId } from "@emissions/kit/process/id";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { addDays } from "@emissions/quantity/period";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import {
  figure,
  invoice,
  recalculationService,
  recalculations,
} from "../../services/calc/src/recalculation/recalculation.fixture.ts";
import { kWh } from "../../services/calc/src/record/record.fixture.ts";

/**
 * Measures a recalculation in which every record changes, and its acceptance, with Postgres but without NATS and the
 * factors service: `node scripts/bench/recalculations.ts [records]`. Records have two parts and a period of 31 days.
 */
const [records = 100_000] = process.argv.slice(2).map(Number);
const PER_MESSAGE = 500;

const folder = testFolder();
const dataDir = join(folder, "postgres");
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: true });
process.env.TEST_DATABASE_URL = postgres.url;
process.env.TEST_NATS_URL = "none";
const calc = await recalculationService();
try {
  const us = recalculations(calc);
  us.publish("grid", figure("grid", "0.2"));
  us.publish("upstream", figure("upstream", "0.03"));
  /** Seconds of the slowest of many new records, one after the other, until the work ends. */
  const longestWrite = async (work: Promise<unknown>): Promise<number> => {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    let longest = 0;
    for (let n = 0; !isDone; n++) {
      const begun = performance.now();
      await us.store(record(n));
      longest = Math.max(longest, (performance.now() - begun) / 1000);
    }
    return Number(longest.toFixed(2));
  };
  const seconds: Record<string, number> = {};
  const timed = async <R>(name: string, work: () => Promise<R>): Promise<R> => {
    const begun = performance.now();
    const result = await work();
    seconds[name] = Number(((performance.now() - begun) / 1000).toFixed(2));
    return result;
  };
  await timed("store", async () => {
    for (let n = 0; n < records; n += PER_MESSAGE)
      await us.store(...Array.from({ length: Math.min(PER_MESSAGE, records - n) }, (_, index) => record(n + index)));
  });
  us.publish("grid", figure("grid", "0.15", { year: 2025 }));
  const { run: recalculation } = await timed("calculate", () => us.ready());
  await timed("details", () => us.get(recalculation!.id!));
  const accepted = timed("accept_until_totals_change", async () => {
    await us.announceAccepted(recalculation!.id!);
    await us.step(recalculation!.id!);
  });
  seconds.longest_single_write_meanwhile = await longestWrite(accepted);
  await timed("publish_results", () => us.work(recalculation!.id!));
  const { run } = await us.get(recalculation!.id!);
  const differences = (await timed("verify", us.differences)).length;
  const { changedRecords, supersededRecords } = run!;
  process.stdout.write(`${JSON.stringify({ records, changedRecords, supersededRecords, differences, seconds })}\n`);
} finally {
  await calc.drop();
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}

function record(n: number) {
  const startDate = addDays("2023-01-01", n % 700);
  const { selector } = invoice("upstream");
  return invoice("grid", {
    entityType: EntityType.INVOICES,
    quantity: kWh(`${n + 1}.25`),
    startDate,
    endDate: addDays(startDate, 30),
    additionalParts: [
      {
        part: "production",
        category: "energy_production",
        quantity: kWh(`${n + 1}.25`),
        selector: selector!,
        optional: true,
      },
    ],
    recordId: newId(),
  });
}
