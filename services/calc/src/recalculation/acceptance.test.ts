import { newId } from "@emissions/kit/process/id";
import { PeriodLockChangedSchema } from "@emissions/proto/activity/v1/period_lock_service";
import { EntityType, RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import {
  RecalculationReason as Reason,
  RecalculationSettledSchema,
  RecalculationState as State,
} from "@emissions/proto/calc/v1/recalculation_service";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CalcService } from "../calc.fixture.ts";
import { inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import {
  figure,
  invoice,
  type Recalculations,
  recalculationService,
  recalculations,
  TOTALS,
} from "./recalculation.fixture.ts";

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

const random = (below: number) => Math.floor(Math.random() * below);
const tonnes = (kg: Decimal) => plain(kg.times("0.001"));

describe("a newer edition of a factor", () => {
  it("changes no result and no total before a run is accepted, and then all of them at once", async () => {
    const [old, other] = [invoice("grid"), purchase({ gwpSet: "AR5" })];
    await us.store(old, other);
    const before = await us.numbers();
    const tables = await Promise.all(TOTALS.map(us.rows));
    us.publish("grid", figure("grid", "0.15", { year: 2025 }));
    const { run: recalculation, ...details } = await us.ready();
    expect(recalculation).toMatchObject({ state: State.READY, records: 2, changedRecords: 1, unit: "tCO2e" });
    expect(recalculation!.co2eBefore).toEqual(before.totalCo2e);
    expect(details.reasons).toMatchObject([{ reason: Reason.FACTOR_EDITION, records: 1 }]);
    expect(await Promise.all(TOTALS.map(us.rows))).toEqual(tables);
    expect(await us.explain(old)).toMatchObject({ co2e: { value: "200" }, factor: { year: 2024 } });

    const atReady = new Date();
    const accepted = await us.accept(recalculation!.id!);
    expect(accepted.run).toMatchObject({ state: State.ACCEPTED, supersededRecords: 0 });
    expect((await us.numbers()).totalCo2e).toEqual(recalculation!.co2eAfter);
    const now = await us.explain(old);
    expect(now).toMatchObject({ co2e: { value: "150" }, factor: { year: 2025 }, revision: 1 });
    expect(now.recalculationId).toBe(recalculation!.id);
    expect((await us.explain(other)).recalculationId).toBeUndefined();
    expect(await us.explain(old, atReady)).toMatchObject({ co2e: { value: "200" }, factor: { year: 2024 } });
    const asOf = { seconds: BigInt(Math.floor(+atReady / 1000)), nanos: (+atReady % 1000) * 1_000_000 };
    expect((await us.numbers({ asOf })).totalCo2e).toEqual(before.totalCo2e);
    expect(await us.differences()).toEqual([]);
  });

  it("tells the emissions of each section of a transport route again", async () => {
    us.publish("leg", figure("leg", "0.2"));
    const provision = { part: "section_1_energy_provision", category: "goods_shipped", quantity: kWh("10") };
    const route = invoice("leg", {
      entityType: EntityType.TRANSPORTS,
      category: "goods_shipped",
      quantity: kWh("10"),
      additionalParts: [{ ...provision, selector: inLibrary("leg") }],
    });
    await us.store(route, invoice("leg"));
    await calc.announced();
    us.publish("leg", figure("leg", "0.1", { year: 2025 }));
    const { run } = await us.ready({ entityTypes: [EntityType.TRANSPORTS] });
    expect(run).toMatchObject({ records: 1, changedRecords: 1 });
    await us.accept(run!.id!);
    const results = (await calc.announced()).flat();
    const parts = results.findLast(({ recordId }) => recordId === route.recordId)!.parts;
    expect(parts.map(({ part, co2e }) => [part, co2e?.value])).toEqual([
      ["activity", "1"],
      ["section_1_energy_provision", "1"],
    ]);
    expect(await us.differences()).toEqual([]);
  });

  it("leaves the totals of a period that calc knows as locked, and is kept apart from them until it is unlocked", async () => {
    const lock = { id: newId(), startDate: "2023-01-01", endDate: "2024-12-31" };
    const setLock = (locked: boolean) =>
      calc.deliver(PeriodLockChangedSchema, [{ org: us.org, value: { ...lock, locked } }]);
    await us.store(invoice("grid"));
    const before = await us.numbers();
    us.publish("grid", figure("grid", "0.15", { year: 2025 }));
    const { run: recalculation } = await us.ready();
    await setLock(true);
    await us.accept(recalculation!.id!);
    expect(await us.numbers()).toEqual(before);
    expect((await us.numbers({ restated: true })).totalCo2e).toEqual(recalculation!.co2eAfter);
    expect(await us.differences()).toEqual([]);
    await setLock(false);
    expect((await us.numbers()).totalCo2e).toEqual(recalculation!.co2eAfter);
  });

  it("is the amount before a later restatement of the record", async () => {
    const record = invoice("grid");
    await us.store(record);
    us.publish("grid", figure("grid", "0.15", { year: 2025 }));
    const { run: recalculation } = await us.ready();
    await us.accept(recalculation!.id!);
    us.publish("grid", figure("grid", "0.1", { year: 2025 }));
    await us.ready();
    await us.store({ ...invoice("grid", { quantity: kWh("2000") }), recordId: record.recordId, revision: 2 });
    const restated = { recordId: record.recordId, revision: 2, startDate: "2023-01-01", endDate: "2024-12-31" };
    const { records } = await calc.restatements.getRestatedAmounts({ records: [restated] }, us.by());
    expect(records[0]!.amounts).toMatchObject({ co2eBefore: { value: "0.15" }, co2eAfter: { value: "0.2" } });
  });

  it("is announced for each changed record after acceptance, with a higher version", async () => {
    const record = invoice("grid");
    await us.store(record);
    us.publish("grid", figure("grid", "0.15", { year: 2025 }));
    const { run: recalculation } = await us.ready();
    const results = async () =>
      (await calc.events(us.org, RecordsCalculatedSchema)).flatMap((event) =>
        event.results.map(({ co2e, version }) => [co2e?.value, version]),
      );
    expect(await results()).toEqual([["200", 0]]);
    await us.accept(recalculation!.id!);
    expect(await results()).toEqual([
      ["200", 0],
      ["150", 1],
    ]);
    expect(await calc.events(us.org, RecalculationSettledSchema)).toMatchObject([
      { recalculationId: recalculation!.id },
    ]);
  });

  it("can be followed by another one, and each answers for its time", async () => {
    const record = invoice("grid");
    await us.store(record);
    const times: Date[] = [new Date()];
    for (const year of [2025, 2026]) {
      us.publish("grid", figure("grid", `0.${year}`, { year }));
      await us.accept((await us.ready()).run!.id!);
      times.push(new Date());
    }
    const known = await Promise.all(times.map((at) => us.explain(record, at)));
    expect(known.map(({ co2e }) => co2e!.value)).toEqual(["200", "202.5", "202.6"]);
    expect(await us.differences()).toEqual([]);
  });
});

/** Records of all kinds that a run meets: of one day and of periods, excluded, failing, with several parts. */
function recordsAtRandom(count: number) {
  return Array.from({ length: count }, () => {
    const startDate = addDays("2023-02-01", random(300));
    const fields = { startDate, endDate: addDays(startDate, random(200)), excludedFromTotals: random(10) === 0 };
    const amount = { value: { value: `${random(1_000_000)}.${random(1_000)}` }, unitId: newId(), unit: "kWh" };
    return invoice(["grid", "other", "by_year", "missing"][random(4)]!, { ...fields, quantity: amount });
  });
}

it("a preview, the run and its acceptance agree to the digit, and the preview stores nothing", async () => {
  us.publish("other", figure("other", "0.31", { year: 2023 }));
  const records = recordsAtRandom(300);
  await us.store(...records);
  const before = await us.numbers({ groupBy: GroupBy.MONTH });
  us.publish("grid", figure("grid", "0.123456789", { year: 2025 }));
  us.publish("missing", figure("missing", "0.7", { year: 2023 }));
  const tables = [...TOTALS, "calculations", "impacts", "recalculations", "recalculation_changes"];
  const stored = await Promise.all(tables.map(us.rows));
  const preview = await us.preview();
  expect(await Promise.all(tables.map(us.rows))).toEqual(stored);
  expect(preview.run).toMatchObject({ state: State.PREVIEW, records: 300 });
  expect(preview.run!.id).toBeUndefined();

  const run = await us.ready();
  const figures = ({ byScope, byCategory, byMonth, reasons, largestChanges }: typeof run) => {
    return { byScope, byCategory, byMonth, reasons, largestChanges };
  };
  expect(figures(run)).toEqual(figures(preview));
  expect(run.run!.co2eBefore).toEqual(before.totalCo2e);
  await us.accept(run.run!.id!);
  const months = (await us.numbers({ groupBy: GroupBy.MONTH })).items;
  expect(months.map(({ year, month, co2e }) => [year, month, co2e])).toEqual(
    run.byMonth.map(({ year, month, co2eAfter }) => [year, month, co2eAfter]),
  );
  expect((await us.byCategory()).map(({ co2e }) => co2e)).toEqual(run.byCategory.map(({ co2eAfter }) => co2eAfter));
  const { changes, total } = await us.changes(run.run!.id!);
  expect(total).toBe(run.run!.changedRecords);
  for (const { recordId, co2eAfter } of changes) {
    const now = await us.explain(records.find((record) => record.recordId === recordId)!);
    expect(now.co2e).toEqual(co2eAfter);
  }
  const sizes = changes.map(({ co2eBefore, co2eAfter }) =>
    new Decimal(co2eAfter?.value ?? 0).minus(co2eBefore?.value ?? 0).abs(),
  );
  for (const [at, size] of sizes.entries()) expect(size.lte(sizes[at - 1] ?? size)).toBe(true);
  expect(await us.differences()).toEqual([]);
});

it("a discarded run leaves every table of totals untouched", async () => {
  await us.store(invoice("grid"), invoice("grid"));
  const tables = await Promise.all(TOTALS.map(us.rows));
  us.publish("grid", figure("grid", "0.15", { year: 2025 }));
  const { run: recalculation } = await us.ready();
  const id = recalculation!.id!;
  await us.discard(id);
  // An acceptance that was sent before.
  await us.announceAccepted(id);
  expect((await us.get(id)).run).toMatchObject({ state: State.DISCARDED });
  expect(await Promise.all(TOTALS.map(us.rows))).toEqual(tables);
  expect(await calc.events(us.org, RecalculationSettledSchema)).toMatchObject([{ recalculationId: id }]);
  expect(await refusalOf(us.discard(id))).toMatchObject({ code: "RECALCULATION_NOT_READY" });
});

it("records that change or are deleted after their new calculation stay as they are", async () => {
  const [changed, deleted, kept] = [invoice("grid"), invoice("grid"), invoice("grid")];
  await us.store(changed, deleted, kept);
  us.publish("grid", figure("grid", "0.1", { year: 2025 }));
  const { run: recalculation } = await us.ready();
  us.publish("grid", figure("grid", "0.3", { year: 2026 }));
  await us.store({ ...changed, revision: 2 });
  await calc.deliver(RecordsDeletedSchema, [
    { org: us.org, value: { records: [{ recordId: deleted.recordId, revision: 2 }] } },
  ]);
  const accepted = await us.accept(recalculation!.id!);
  expect(accepted.run).toMatchObject({ state: State.ACCEPTED, supersededRecords: 2 });
  expect(accepted.largestChanges.filter(({ superseded }) => superseded)).toHaveLength(2);
  expect((await us.numbers()).totalCo2e!.value).toBe(tonnes(new Decimal("300").plus("100")));
  expect((await us.explain(changed)).co2e!.value).toBe("300");
  expect(await us.differences()).toEqual([]);
});

it("writes of single records during an acceptance are neither lost nor counted twice", async () => {
  for (let round = 0; round < 5; round++) {
    us = recalculations(calc);
    us.publish("grid", figure("grid", "0.2"));
    const records = Array.from({ length: 60 }, () => invoice("grid"));
    await us.store(...records);
    us.publish("grid", figure("grid", "0.15", { year: 2025 }));
    const { run: recalculation } = await us.ready();
    const writes = records
      .filter(() => random(2) === 0)
      .map(async (record, at) => {
        if (at % 3 > 0) return us.store({ ...record, revision: 2, excludedFromTotals: at % 3 === 2 });
        const value = { records: [{ recordId: record.recordId, revision: 2 }] };
        return calc.deliver(RecordsDeletedSchema, [{ org: us.org, value }]);
      });
    const added = Array.from({ length: 5 }, () => us.store(invoice("grid")));
    const [accepted] = await Promise.all([us.accept(recalculation!.id!), ...writes, ...added]);
    expect(accepted.run).toMatchObject({ state: State.ACCEPTED });
    const deleted = Math.ceil(writes.length / 3);
    const excluded = Math.floor(writes.length / 3);
    const counted = records.length + added.length - deleted - excluded;
    expect((await us.numbers()).totalCo2e!.value).toBe(tonnes(new Decimal(150 * counted)));
    expect(await us.differences()).toEqual([]);
  }
});
