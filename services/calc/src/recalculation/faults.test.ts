import { createLogger } from "@emissions/kit/process/log";
import { RecalculationState as State } from "@emissions/proto/calc/v1/recalculation_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CalcService } from "../calc.fixture.ts";
import {
  figure,
  invoice,
  type Recalculations,
  recalculationService,
  recalculations,
  TOTALS,
} from "./recalculation.fixture.ts";
import { workBegun } from "./wake.ts";
import { startRecalculations, step } from "./worker.ts";

/** Three pages. */
const RECORDS = 2_300;

let calc: CalcService;
let us: Recalculations;
beforeAll(async () => {
  calc = await recalculationService();
});
afterAll(() => calc.drop());
beforeEach(() => {
  us = recalculations(calc);
  us.publish("grid", figure("grid", "0.2"));
});

async function storeRecords(count = RECORDS) {
  const records = Array.from({ length: count }, () => invoice("grid"));
  for (let from = 0; from < count; from += 500) await us.store(...records.slice(from, from + 500));
  us.publish("grid", figure("grid", "0.15", { year: 2025 }));
  return records;
}

const stepOf = (id: string, resolve = calc.resolver.resolve) =>
  step({ db: calc.db, factors: { ...calc.resolver, resolve } }, { organizationId: us.org, id });

const SUMS = { co2eBefore: { value: "460" }, co2eAfter: { value: "345" } };

it("a run whose process dies between or within its pages counts each record once", async () => {
  await storeRecords();
  const id = await us.start();
  expect(await stepOf(id)).toBe("more");
  await expect(stepOf(id, () => Promise.reject(new Error("killed")))).rejects.toThrow("killed");
  expect((await us.get(id)).run).toMatchObject({ state: State.CALCULATING, records: 1_000 });
  expect(await stepOf(id)).toBe("more");
  const { run: recalculation } = await us.work(id);
  expect(recalculation).toMatchObject({ state: State.READY, records: RECORDS, changedRecords: RECORDS, ...SUMS });
});

it("two processes at once calculate, apply and announce each record once", async () => {
  await storeRecords();
  const id = await us.start();
  await Promise.all([us.work(id), us.work(id)]);
  expect((await us.get(id)).run).toMatchObject({ records: RECORDS, ...SUMS });
  await us.announceAccepted(id);
  await Promise.all([us.work(id), us.work(id)]);
  expect((await us.get(id)).run).toMatchObject({ state: State.ACCEPTED, supersededRecords: 0 });
  const announced = (await calc.announced()).flat().filter(({ version }) => version > 0);
  expect(new Set(announced.map(({ recordId }) => recordId)).size).toBe(announced.length);
  expect(announced).toHaveLength(RECORDS);
  expect((await us.numbers()).totalCo2e).toMatchObject(SUMS.co2eAfter);
  expect(await us.differences()).toEqual([]);
});

it("an acceptance whose connection is killed changes nothing, and its repetition everything", async () => {
  const [last] = (await storeRecords(3)).sort((a, b) => (a.recordId < b.recordId ? 1 : -1));
  const { run: recalculation } = await us.ready();
  const id = recalculation!.id!;
  await us.announceAccepted(id);
  const tables = await Promise.all(TOTALS.map(us.rows));
  const unlock = await lockRecord(last!.recordId);
  const attempt = stepOf(id).catch((error: Error) => error.message);
  await until("the acceptance to wait for the record", async () => (await killWaiting()) === 1);
  expect(await attempt).toMatch(/cannot be reached/);
  await unlock();
  expect(await Promise.all(TOTALS.map(us.rows))).toEqual(tables);
  const { run: accepted } = await us.work(id);
  expect(accepted).toMatchObject({ state: State.ACCEPTED, supersededRecords: 0 });
  expect((await us.numbers()).totalCo2e).toEqual(accepted!.co2eAfter);
  expect(await us.differences()).toEqual([]);
});

/** Locks a current record. The returned function unlocks it. */
async function lockRecord(recordId: string): Promise<() => Promise<void>> {
  const holder = await calc.owner.reserve();
  await holder`begin`;
  await holder`select set_config('app.organization', ${us.org}, true), set_config('app.organizations', ${`{${us.org}}`}, true)`;
  await holder`select from current_records where organization_id = ${us.org} and record_id = ${recordId} for update`;
  return async () => {
    await holder`rollback`;
    holder.release();
  };
}

/** Ends the connections of the service that wait for a lock. Answers their number. */
async function killWaiting(): Promise<number> {
  const rows = await calc.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`;
  return rows.length;
}

it("a run that fails five times at one step ends as failed and has changed nothing", async () => {
  await storeRecords(1);
  const tables = await Promise.all(TOTALS.map(us.rows));
  const id = await us.start();
  let tries = 0;
  const factors = {
    ...calc.resolver,
    resolve: () => {
      tries += 1;
      return Promise.reject(new Error("a defect"));
    },
  };
  const worker = startRecalculations({ db: calc.db, factors, log: createLogger({ service: "test", level: "silent" }) });
  await until("the run to fail", async () => {
    workBegun.notify();
    return (await us.get(id)).run!.state === State.FAILED;
  });
  await worker.stop();
  expect(tries).toBe(5);
  expect((await us.get(id)).run).toMatchObject({ errorCode: "CALCULATION_FAILED" });
  expect(await Promise.all(TOTALS.map(us.rows))).toEqual(tables);
  await us.start();
});
