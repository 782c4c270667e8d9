import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { EXPECTED_VERSIONS } from "@emissions/kit/wire/headers";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../../activity.fixture.ts";
import { nounOf, tableOf } from "../kind.ts";
import { UNMARKED } from "../preview.fixture.ts";
import { calculating, passTime, sweep } from "../records.fixture.ts";
import { TRIES_MAX } from "../sweep.ts";
import { inCallSamples, methodsOf } from "./in-call.fixture.ts";
import { versionOf } from "./version.fixture.ts";

eachTest();

describe.each(inCallSamples)("a $one calculated in the call", (sample) => {
  const { kind, service, one, valid, other } = sample;
  let methods: ReturnType<typeof methodsOf>;
  beforeEach(() => {
    methods = methodsOf(sample);
  });
  const rows = () => activity.rows<{ id: string; co2e: string }>(us, tableOf(kind));
  const pending = () => activity.rows<{ recordId: string }>(us, "pending_calculations");
  const isEmpty = async () => [await rows(), await pending(), await inputs()].every((found) => found.length === 0);
  const calculated = { calculationStatus: CalculationStatus.CALCULATED, co2e: { value: "1" } };

  it("is calculated by one call with the input that is announced", async () => {
    const { id } = await methods().create(valid);
    expect(await methods().get(id)).toMatchObject(calculated);
    const [announced] = await inputs();
    expect(activity.calc.calls).toHaveLength(1);
    expect({ ...activity.calc.calls[0]![0], recordId: id }).toEqual(announced);
  });

  it("is deleted in the expected version only", async () => {
    const { id } = await methods().create(valid);
    const version = await versionOf({ service, one, by: us, id });
    const expecting = (expected: string) => methods({ [EXPECTED_VERSIONS]: expected });
    expect(await refusalOf(expecting("other").remove(id))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await methods().get(id)).toMatchObject({ id });
    await expecting(version).remove(id);
    expect(await rows()).toEqual([]);
  });

  it("is announced again when the event is lost, and keeps its number however long calc is away", async () => {
    const { id } = await methods().create(valid);
    await passTime();
    await sweep();
    expect((await inputs()).map(({ recordId, revision }) => [recordId, revision])).toEqual([
      [id, 1],
      [id, 1],
    ]);
    for (let round = 0; round <= TRIES_MAX; round++) {
      await activity.hear();
      await passTime();
      await sweep();
    }
    expect(await methods().get(id)).toMatchObject(calculated);
    expect(await pending()).toEqual([]);
  });

  it("gets the number that calc stores, if it is another one", async () => {
    const { id } = await methods().create(valid);
    await calculating(kind)([{ recordId: id, co2e: "7" }]);
    expect(await methods().get(id)).toMatchObject({ co2e: { value: "7" } });
    await calculating(kind)([{ recordId: id, failed: "CALCULATION_FAILED" }]);
    expect(await methods().get(id)).toMatchObject({ co2e: { value: "7" } });
  });

  it("is not stored without calc, nor any of many", async () => {
    activity.calc.isAway = true;
    await expect(methods().create(valid)).rejects.toMatchObject({ code: Code.Unavailable });
    await expect(methods().createMany([valid])).rejects.toMatchObject({ code: Code.Unavailable });
    expect(await isEmpty()).toBe(true);
  });

  it("is not stored by a strict write when it would be marked; many name the marks", async () => {
    activity.calc.answer = () => ({ ...UNMARKED, fitness: [FitnessMark.PROXY] });
    const strict = methods({ handling: "strict" });
    expect((await refusalOf(strict.create(valid))).violations).toEqual(["body value_error.fitness.proxy"]);
    expect(await strict.createMany([valid])).toMatchObject({ success: 0, failed: 1, errors: [{ index: 0 }] });
    expect(await isEmpty()).toBe(true);
    await methods().create(valid);
    expect(await rows()).toHaveLength(1);
  });

  it.each(["FACTOR_NOT_FOUND", "CALCULATION_FAILED"])(
    "is stored with the reason %s, like one of a job",
    async (code) => {
      activity.calc.answer = () => ({
        ...UNMARKED,
        status: CalculationOutcome.FAILED,
        co2e: undefined,
        errorCode: code,
      });
      const failed = { calculationStatus: CalculationStatus.FAILED };
      const created = await methods().create(valid);
      expect([created.co2e, await methods().get(created.id)]).toMatchObject([undefined, failed]);
      const many = await methods().createMany([other(1), other(2)]);
      expect(many).toMatchObject({ success: 2, failed: 0, errors: [] });
      expect(many.results).toMatchObject([failed, failed]);
      const strict = methods({ handling: "strict" });
      expect((await refusalOf(strict.create(other(3)))).violations).toEqual([`body ${code}`]);
      expect(await rows()).toHaveLength(3);
    },
  );

  it("is not stored by a dry run", async () => {
    const dry = methods({ "dry-run": "true" });
    expect(await dry.create(valid)).toMatchObject(calculated);
    expect(await dry.createMany([valid])).toMatchObject({ success: 1 });
    expect(await isEmpty()).toBe(true);
  });

  it("is not stored in a locked period", async () => {
    await activity.as(us, PeriodLockService).lockPeriod({ startDate: "2020-01-01", endDate: "2030-12-31" });
    expect(await refusalOf(methods().create(valid))).toMatchObject({ code: "PERIOD_LOCKED" });
    expect(await refusalOf(methods().createMany([valid]))).toMatchObject({ code: "PERIOD_LOCKED" });
    expect(await isEmpty()).toBe(true);
  });

  it("of many sent again under one key is stored once and answered as the first time", async () => {
    const records = [0, 1, 2].map(other);
    const key = { "idempotency-key": newId() };
    const answers = [await methods(key).createMany(records), await methods(key).createMany(records)];
    expect(answers[1]).toEqual(answers[0]);
    expect([(await rows()).length, (await inputs()).length, activity.calc.calls.length]).toEqual([3, 3, 1]);
  });

  it("stands in the audit log, one row for each of many", async () => {
    const { results } = await methods().createMany([0, 1].map(other));
    const audit = await activity.rows<{ action: string; entityId: string }>(us, "audit_log");
    expect(audit.map(({ action, entityId }) => [action, entityId]).sort()).toEqual(
      results.map(({ id }) => [`Create${one}s`, id]).sort(),
    );
  });

  it("is hidden from other organizations", async () => {
    const { id } = await methods().create(valid);
    const theirs = methodsOf(sample, await activity.organization())();
    const code = `${nounOf(kind).toUpperCase().replaceAll(" ", "_")}_NOT_FOUND`;
    for (const attempt of [theirs.get, theirs.remove]) expect((await refusalOf(attempt(id))).code).toBe(code);
    const own = await theirs.create(valid);
    expect(own.id).not.toBe(id);
    expect(await rows()).toMatchObject([{ id }]);
  });
});
