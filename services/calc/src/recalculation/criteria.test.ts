import { newId } from "@emissions/kit/process/id";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  RecalculationReason as Reason,
  RecalculationState as State,
} from "@emissions/proto/calc/v1/recalculation_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CalcService } from "../calc.fixture.ts";
import { FACTOR_ID, kWh, purchase } from "../record/record.fixture.ts";
import { figure, invoice, type Recalculations, recalculationService, recalculations } from "./recalculation.fixture.ts";
import { sweepRecalculations } from "./sweep.ts";

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

describe("criteria", () => {
  it.each([
    ["no conditions", {}, 4],
    ["kinds", { entityTypes: [EntityType.PURCHASES] }, 1],
    ["a first day", { startDate: "2024-02-02" }, 2],
    ["a last day", { endDate: "2024-02-01" }, 2],
    ["a range of days", { startDate: "2024-02-01", endDate: "2024-02-01" }, 1],
    ["a factor", { factorIds: [FACTOR_ID, newId()] }, 1],
    ["a source", { sources: ["Edition 2024"] }, 2],
    ["a year", { years: [2022] }, 1],
    ["a source and a year of different factors", { sources: ["Edition 2024"], years: [2022] }, 0],
    ["a mark", { marks: [FitnessMark.PROXY, FitnessMark.CO2_ONLY] }, 1],
  ])("%s select the records that fulfil them", async (_, criteria, records) => {
    us.publish("marked", figure("marked", "0.3", { year: 2023 }, { fitness: { proxy: true } }));
    await us.store(
      invoice("grid", { startDate: "2024-01-01", endDate: "2024-02-01" }),
      invoice("grid", { startDate: "2024-01-01", endDate: "2024-01-31" }),
      invoice("marked", { startDate: "2024-03-01", endDate: "2024-03-01" }),
      purchase({ gwpSet: "AR5" }),
    );
    const preview = await us.preview(criteria);
    expect(preview.run).toMatchObject({ records, changedRecords: 0, criteria });
  });

  it("of another organization find nothing of ours", async () => {
    await us.store(invoice("grid"));
    expect((await recalculations(calc).preview()).run).toMatchObject({ records: 0 });
  });

  it.each([
    ["reversed days", { startDate: "2024-02-01", endDate: "2024-01-31" }, "body.end_date value_error"],
    ["no day", { startDate: "2024-02-30" }, "body.start_date value_error.date"],
    ["no id", { factorIds: ["x"] }, "body.factor_ids type_error.uuid"],
    ["too many years", { years: Array(101).fill(2024) }, "body.years value_error.list.max_items"],
    ["no warming potentials", { gwpSet: GwpSet.UNSPECIFIED }, "body.gwp_set value_error.missing"],
    ["an unknown kind", { entityTypes: [99 as EntityType] }, "body.entity_types type_error.enum"],
    ["an unknown mark", { marks: [1 as FitnessMark] }, "body.marks type_error.enum"],
    ["U+0000 in a source", { sources: ["\0"] }, "body.sources value_error.any_str.nul"],
  ])("with %s are refused", async (_, request, violation) => {
    expect((await refusalOf(us.start(request))).violations).toEqual([violation]);
  });
});

describe("the reason of a change", () => {
  const another = { year: 2025 };
  const conversion = (rate: string) => [{ fromUnit: "kWh", toUnit: "MWh", divideBy: { value: rate } }];
  it.each([
    ["a newer edition", figure("grid", "0.1", another), [Reason.FACTOR_EDITION]],
    ["an edition with the same value", figure("grid", "0.2", another), [Reason.FACTOR_EDITION]],
    ["a figure of another country", figure("grid", "0.1", { ...another, region: "FR" }), [Reason.FACTOR]],
    ["a conversion", figure("grid", "0.2", {}, { conversion: conversion("2") }), [Reason.CONVERSION]],
    ["a mark", figure("grid", "0.2", {}, { fitness: { staleYears: 1 } }), [Reason.FITNESS]],
    ["a category", figure("grid", "0.2", {}, { ghgCategory: "investments" }), [Reason.CATEGORY]],
    ["no factor", () => ({ failureCode: "FACTOR_NOT_FOUND", failureDetail: "None." }), [Reason.FAILED]],
    [
      "factors that change within the period",
      (day: string) => figure("grid", "0.2", { year: Number(day.slice(0, 4)) })(),
      [Reason.FACTOR_EDITION, Reason.PIECES],
    ],
  ])("is that of %s", async (_, resolution, reasons) => {
    us.publish("grid", figure("grid", "0.2", {}, { validUntil: "9999-12-31" }));
    await us.store(invoice("grid", { startDate: "2024-12-01", endDate: "2025-01-31" }));
    us.publish("grid", resolution);
    const { run: recalculation, largestChanges } = await us.ready();
    expect(largestChanges.map((change) => change.reasons)).toEqual([reasons]);
    await us.accept(recalculation!.id!);
    expect(await us.differences()).toEqual([]);
  });

  it("is the set of warming potentials of the organization, where gases are weighed", async () => {
    const record = purchase({ gwpSet: "AR5", category: "combustion", quantity: kWh("5") });
    us.publish("gases", () => {
      const { factor } = figure("gases", "1")();
      return { factor: { ...factor, values: { ch4: { value: "2" } } } };
    });
    await us.store(invoice("gases"), record);
    const { largestChanges, run: recalculation } = await us.ready({ gwpSet: GwpSet.AR6 });
    expect(largestChanges.map(({ reasons }) => reasons)).toContainEqual([Reason.WARMING_POTENTIALS]);
    expect(recalculation).toMatchObject({ gwpSet: GwpSet.AR6 });
  });

  it("is that a failed record became calculable", async () => {
    us.publish("absent", () => ({ failureCode: "FACTOR_NOT_FOUND", failureDetail: "None." }));
    const record = invoice("absent");
    await us.store(record);
    us.publish("absent", figure("absent", "0.4"));
    const { run: recalculation, largestChanges } = await us.ready();
    expect(largestChanges).toMatchObject([{ co2eAfter: { value: "400" }, reasons: [Reason.BECAME_CALCULABLE] }]);
    expect(largestChanges[0]!.co2eBefore).toBeUndefined();
    await us.accept(recalculation!.id!);
    expect((await us.explain(record)).co2e!.value).toBe("400");
    expect(await us.differences()).toEqual([]);
  });
});

describe("a run", () => {
  it("is the only one of its organization until it ends", async () => {
    const id = await us.start();
    expect(await refusalOf(us.start())).toMatchObject({ code: "RECALCULATION_ACTIVE" });
    await recalculations(calc).start();
    await us.work(id);
    expect(await refusalOf(us.start())).toMatchObject({ code: "RECALCULATION_ACTIVE" });
    expect((await us.preview()).run).toMatchObject({ state: State.PREVIEW });
    await us.discard(id);
    const second = await us.start();
    const listed = await calc.recalculations.listRecalculations({}, us.by());
    expect(listed.recalculations.map((run) => [run.id, run.state])).toEqual([
      [second, State.CALCULATING],
      [id, State.DISCARDED],
    ]);
    const discarded = await calc.recalculations.listRecalculations({ state: [State.DISCARDED] }, us.by());
    expect([discarded.total, discarded.recalculations.map((run) => run.id)]).toEqual([1, [id]]);
  });

  it("of another organization does not exist", async () => {
    const id = await us.start();
    const them = recalculations(calc);
    for (const attempt of [() => them.get(id), () => them.discard(id), () => them.changes(id), () => us.get(newId())])
      expect(await refusalOf(attempt())).toMatchObject({ code: "RECALCULATION_NOT_FOUND" });
  });

  it("lists its changes in pages, the largest first", async () => {
    const amounts = [3, 1, 2];
    await us.store(...amounts.map((n) => invoice("grid", { quantity: kWh(`${n}`) })));
    us.publish("grid", figure("grid", "1.2"));
    const id = (await us.ready()).run!.id!;
    const page = async (number: number) => {
      const { changes, total } = await us.changes(id, number, 2);
      return [changes.map(({ co2eAfter }) => co2eAfter!.value), total];
    };
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [["3.6", "2.4"], 3],
      [["1.2"], 3],
      [[], 3],
    ]);
  });

  it("that nobody accepts for 30 days is discarded, and its changes are deleted 30 days later", async () => {
    await us.store(invoice("grid"));
    us.publish("grid", figure("grid", "0.1"));
    const { run: recalculation } = await us.ready();
    const id = recalculation!.id!;
    const sweep = async (column: "ready_at" | "finished_at", days: number) => {
      await calc.db.asService(
        us.org,
        ({ tx }) => tx`
          update recalculations set ${tx(column)} = now() - make_interval(days => ${days}) where id = ${id}`,
      );
      await sweepRecalculations(calc.db, new AbortController().signal);
      return [(await us.get(id)).run!.state, (await us.changes(id)).total];
    };
    expect(await sweep("ready_at", 29)).toEqual([State.READY, 1]);
    expect(await sweep("ready_at", 31)).toEqual([State.DISCARDED, 1]);
    expect(await sweep("finished_at", 31)).toEqual([State.DISCARDED, 0]);
    expect((await us.get(id)).run).toMatchObject({ changedRecords: 1 });
    expect((await us.changes(id)).changes).toEqual([]);
  });

  it("of too many records is no preview", async () => {
    for (let n = 0; n < 11; n++) await us.store(...Array.from({ length: 500 }, () => invoice("grid")));
    expect(await refusalOf(us.preview())).toMatchObject({ code: "RECALCULATION_TOO_LARGE" });
    expect((await us.preview({ years: [1999] })).run).toMatchObject({ records: 0 });
  });
});
