import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { EXPECTED_VERSIONS } from "@emissions/kit/wire/headers";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { UNMARKED } from "../preview.fixture.ts";
import { ownersOf } from "./owners.fixture.ts";
import { eachKind, records } from "./records-of.fixture.ts";
import { versionOf } from "./version.fixture.ts";

const { PROXY, STALE_YEARS } = FitnessMark;
const MARKED = { ...UNMARKED, fitness: [PROXY, STALE_YEARS] };
const NO_SECTOR = { status: CalculationOutcome.FAILED, errorCode: "SECTOR_NOT_MAPPED", errorDetail: "No such sector." };
const NO_FACTOR = { status: CalculationOutcome.CALCULATED };
const MARKS = ["body value_error.fitness.proxy", "body value_error.fitness.stale_years"];

eachKind("a strict write of a $one", ({ kind, amount, service, one }) => {
  const invalid = { code: "REQUEST_VALIDATION_FAILED" };
  const add = (change: object = {}) => records.strict().create({ ...records.valid, ...change });

  describe("that creates one record", () => {
    it("stores it when nothing would be marked", async () => {
      const { id } = await add();
      expect((await records.get(id)).co2e).toBeUndefined();
      const [announced] = await records.inputs();
      const [[previewed, ...others] = [], ...more] = activity.calc.calls;
      expect({ ...previewed, recordId: id }).toEqual(announced);
      expect([others, more]).toEqual([[], []]);
    });

    it.each([
      ["one refusal for each mark", MARKED, MARKS],
      ["the code of a failure", NO_SECTOR, ["body SECTOR_NOT_MAPPED"]],
      ["the missing factor of a record that needs none", NO_FACTOR, ["body FACTOR_NOT_FOUND"]],
    ])("is refused with %s, and stores nothing", async (_what, answer, violations) => {
      activity.calc.answer = () => answer;
      expect(await refusalOf(add())).toMatchObject({ ...invalid, violations });
      expect(await records.isEmpty()).toBe(true);
    });

    it("is refused in the same way as a dry run, and a good one stores nothing", async () => {
      const dry = () => records.strict({ "dry-run": "true" }).create(records.valid);
      await dry();
      activity.calc.answer = () => MARKED;
      expect(await refusalOf(dry())).toMatchObject({ ...invalid, violations: MARKS });
      expect(await records.isEmpty()).toBe(true);
    });

    it("names invalid fields before calc is called", async () => {
      activity.calc.answer = () => MARKED;
      const { violations } = await refusalOf(add({ externalId: "x".repeat(300) }));
      expect(violations).toEqual(["body.external_id value_error.any_str.max_length"]);
      expect(activity.calc.calls).toEqual([]);
    });

    it("leaves its key to a later request if it is refused, and is answered again if not", async () => {
      const repeated = () => records.strict({ "idempotency-key": "k" }).create(records.valid);
      activity.calc.answer = () => MARKED;
      await refusalOf(repeated());
      activity.calc.answer = () => UNMARKED;
      const stored = await repeated();
      activity.calc.answer = () => MARKED;
      expect(await repeated()).toEqual(stored);
      expect(await records.rows()).toHaveLength(1);
    });
  });

  describe("that changes a record", () => {
    it("stores the change when nothing would be marked", async () => {
      const { id } = await records.add();
      await records.strict().change(id, records.amount(7), records.column(amount));
      expect((await records.inputs()).map(({ revision }) => revision)).toEqual([1, 2]);
    });

    it("is refused with the marks, and leaves the record as it was", async () => {
      const { id } = await records.add();
      const before = await records.get(id);
      activity.calc.answer = () => MARKED;
      const change = records.strict().change(id, records.amount(7), records.column(amount));
      expect(await refusalOf(change)).toMatchObject({ ...invalid, violations: MARKS });
      expect(await records.get(id)).toEqual(before);
      expect(await records.inputs()).toHaveLength(1);
    });

    const amountTo =
      (value: number, headers: Record<string, string> = {}) =>
      (id: string) =>
        records.strict(headers).change(id, records.amount(value), records.column(amount));

    it("is calculated while another request holds the record", async () => {
      const { id } = await records.add();
      let changed: Promise<unknown> | undefined;
      await activity.db.asService(us.organizationId, async ({ tx }) => {
        await tx`select 1 from ${tx(records.table)} where id = ${id} for update`;
        changed = amountTo(7)(id);
        await expect.poll(() => activity.calc.calls.length).toBe(1);
      });
      await changed;
      const [previewed, ...others] = activity.calc.calls.flat();
      expect([previewed, others]).toEqual([(await records.inputs()).at(-1), []]);
    });

    it("that another change overtakes is stored with the values of both", async () => {
      const { id } = await records.add();
      const text = { [records.text]: "Another text" };
      activity.calc.meanwhile = () => records.change(id, text, records.column(records.text));
      await amountTo(7)(id);
      expect(await records.get(id)).toMatchObject({ ...records.amount(7), ...text });
      expect(activity.calc.calls).toHaveLength(1);
    });

    it("is refused when the record is deleted meanwhile", async () => {
      const { id } = await records.add();
      activity.calc.meanwhile = () => records.remove(id);
      expect(await refusalOf(amountTo(7)(id))).toMatchObject({ code: records.notFound });
      expect(await records.rows()).toEqual([]);
    });

    it("is refused when the expected version ends meanwhile, and before calc is called if it has ended", async () => {
      const { id } = await records.add();
      const version = await versionOf({ service, one, by: records.us, id });
      const text = { [records.text]: "Another text" };
      activity.calc.meanwhile = () => records.change(id, text, records.column(records.text));
      const refused = async () => (await refusalOf(amountTo(7, { [EXPECTED_VERSIONS]: version })(id))).code;
      expect([await refused(), activity.calc.calls.length]).toEqual(["PRECONDITION_FAILED", 1]);
      expect([await refused(), activity.calc.calls.length]).toEqual(["PRECONDITION_FAILED", 1]);
      expect(await records.get(id)).toMatchObject(text);
      expect(await records.inputs()).toHaveLength(1);
    });

    it("that is sent several times at once under one key is stored once, and a repeat needs no calc", async () => {
      const { id } = await records.add();
      const version = await versionOf({ service, one, by: records.us, id });
      const change = amountTo(7, { "idempotency-key": newId(), [EXPECTED_VERSIONS]: version });
      const [first, ...more] = await Promise.all([1, 2, 3, 4, 5].map(() => change(id)));
      for (const again of more) expect(again).toEqual(first);
      expect((await records.inputs()).map(({ revision }) => revision)).toEqual([1, 2]);
      activity.calc.isAway = true;
      expect(await change(id)).toEqual(first);
      await records.remove(id);
      expect(await change(id)).toEqual(first);
    });

    it("is stored without a preview when it starts no calculation", async () => {
      const { id } = await records.add();
      activity.calc.answer = () => MARKED;
      const text = { [records.text]: "Another text" };
      await records.strict().change(id, text, records.column(records.text));
      expect(await records.get(id)).toMatchObject(text);
      expect(activity.calc.calls).toEqual([]);
    });
  });

  describe("that creates a batch", () => {
    const batch = () => [1, 2, 3].map((n) => ({ ...records.valid, ...records.amount(n) }));

    it("stores all records when none would be marked", async () => {
      const job = await records.strict().createBatch(batch());
      expect(await records.items(job.id)).toHaveLength(3);
      expect(activity.calc.calls.map(({ length }) => length)).toEqual([3]);
    });

    it("is refused with the place of each record that would be marked or fail, and stores nothing", async () => {
      activity.calc.answer = (_input, at) => [UNMARKED, MARKED, NO_SECTOR][at]!;
      const refused = await refusalOf(records.strict().createBatch(batch()));
      expect(refused).toMatchObject({ code: "BULK_RECORDS_REJECTED", detail: "2 of 3 records were rejected." });
      expect(refused.violations).toEqual([
        ...MARKS.map((mark) => mark.replace("body", "body.records.1")),
        "body.records.2 SECTOR_NOT_MAPPED",
      ]);
      expect(await records.isEmpty()).toBe(true);
    });
  });

  it("locks nothing while calc works", async () => {
    const open = async () => {
      const [row] = await activity.owner<[{ open: number }]>`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`;
      return row.open;
    };
    // A read is answered before its transaction has ended.
    activity.calc.meanwhile = () => expect.poll(open).toBe(0);
    await add();
    expect(activity.calc.calls).toHaveLength(1);
  });

  it("is refused as unavailable without calc, and others are stored", async () => {
    activity.calc.isAway = true;
    await expect(add()).rejects.toMatchObject({ code: Code.Unavailable });
    expect(await records.isEmpty()).toBe(true);
    await records.add();
    expect(activity.calc.calls).toEqual([]);
  });

  const { owner } = kind;
  if (!owner) return;
  it("is calculated while another request locks its owner", async () => {
    let stored: Promise<unknown> | undefined;
    await activity.db.asService(us.organizationId, async ({ tx }) => {
      await tx`select 1 from ${tx(owner.table)} where id = ${records.ownerId} for update`;
      stored = add();
      await expect.poll(() => activity.calc.calls.length).toBe(1);
    });
    await stored;
    expect([activity.calc.calls.length, (await records.rows()).length]).toEqual([1, 1]);
  });

  const { moves } = ownersOf(owner);
  if (!moves) return;
  describe("whose owner moves meanwhile", () => {
    const countries = ["GB", "FR", "DE", "PT", "US"];
    const move = () => moves.move(records.ownerId, countries.shift()!);

    it("is calculated again with its new input before it is stored", async () => {
      activity.calc.meanwhile = async () => {
        if (activity.calc.calls.length === 1) await move();
      };
      activity.calc.answer = () => (activity.calc.calls.length === 1 ? UNMARKED : MARKED);
      expect(await refusalOf(add())).toMatchObject({ ...invalid, violations: MARKS });
      expect(activity.calc.calls).toHaveLength(2);
    });

    it("is calculated again when it is a change, with the input that is announced", async () => {
      const { id } = await records.add();
      activity.calc.meanwhile = async () => {
        if (activity.calc.calls.length === 1) await move();
      };
      await records.strict().change(id, records.amount(7), records.column(amount));
      const previewed = activity.calc.calls.map(([input]) => input);
      expect(previewed).toHaveLength(2);
      expect(previewed[0]).not.toEqual(previewed[1]);
      expect(previewed[1]).toEqual((await records.inputs()).at(-1));
    });

    it("is refused when its input changes at each attempt", async () => {
      activity.calc.meanwhile = move;
      expect((await refusalOf(add())).code).toBe("RECORD_CHANGED_MEANWHILE");
    });
  });
});
