import { newId } from "@emissions/kit/process/id";
import { rulesOf } from "@emissions/kit/wire/fields";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { parse, plain } from "@emissions/quantity/decimal";
import { someoneWaits } from "@emissions/testkit/database";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { kinds } from "../../kinds.ts";
import { type ValueColumn, valueColumns } from "../columns.ts";
import { inCallSamples } from "./in-call.fixture.ts";
import { eachKind, records, recordsOf } from "./records-of.fixture.ts";
import { samples } from "./samples.fixture.ts";

it("every kind of record has a sample", () => {
  const sampled = [...samples, ...inCallSamples].map(({ kind }) => kind);
  expect(sampled.length).toBe(kinds.length);
  expect(new Set(sampled)).toEqual(new Set(kinds));
});

eachKind("$one", (sample) => {
  const { kind, one, amount, states } = sample;
  const columns = valueColumns(kind.values);
  describe("a new record", () => {
    it("is stored as sent, waits for its result, and is announced once", async () => {
      const record = await records.add({ externalId: "x-1" });
      expect(record).toMatchObject({
        ...records.valid,
        ...states.pending,
        externalId: "x-1",
        organizationId: records.us.organizationId,
        calculationStatus: CalculationStatus.PENDING,
        uploadedBy: us.userId,
        user: {
          id: us.userId!,
          email: `${us.userId}@example.com`,
          firstName: "Ada",
          prefix: "+44",
          phoneNumber: "20 7946 0000",
          profileImgUrl: "https://example.com/ada.png",
          onboardingDone: true,
        },
        ...sample.shown,
      });
      expect([record.co2e, record.co2eBiomass]).toEqual([undefined, undefined]);
      expect(await records.get(record.id)).toEqual(record);
      const { entityType } = kind;
      const announced = { recordId: record.id, revision: 1, entityType, gwpSet: "AR5", excludedFromTotals: false };
      expect(await records.inputs()).toMatchObject([announced]);
      expect(await records.pending()).toMatchObject([{ recordId: record.id, revision: 1, tries: 0 }]);
    });

    const isExact = ({ field, type }: ValueColumn) => type === "numeric" && !rulesOf(field)?.decimal?.scaleMax;
    if (columns.some((column) => column.key === amount && isExact(column))) {
      it("keeps decimals to the last of 30 digits", async () => {
        const value = "123456789012.345678901234567891";
        const { id } = await records.add(records.amount(value));
        expect(await records.get(id)).toMatchObject(records.amount(value));
        expect((await records.inputs())[0]!.quantity!.value).toMatchObject({
          value: plain(parse(value).times(sample.perAmount ?? 1)),
        });
      });
    }

    it("that is sent again under its key is answered as the first time and stored once", async () => {
      const key = newId();
      const [first, ...more] = await Promise.all(
        Array.from({ length: 5 }, () => records.withKey(key).create(records.valid)),
      );
      for (const again of more) expect(again).toEqual(first);
      expect([await records.rows(), await records.inputs()]).toMatchObject([[{ id: first!.id }], [{}]]);
      const other = records.withKey(key).create({ ...records.valid, [records.text]: "Other" });
      expect(await refusalOf(other)).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    });
  });

  it("is hidden from other organizations like one that does not exist", async () => {
    const { id: existing } = await records.add();
    const them = await recordsOf(sample, await activity.organization());
    for (const id of [existing, newId(), "none"]) {
      const change = () => them.changeText(id, "Other");
      for (const attempt of [() => them.get(id), change, () => them.remove(id)]) {
        expect(await refusalOf(attempt())).toMatchObject({ code: records.notFound, violations: [] });
      }
    }
    expect(await them.removeByIds([existing])).toMatchObject({ successIds: [], failedIds: [existing] });
    await them.calculate({ id: existing });
    expect(await records.get(existing)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect([await records.deleted(), (await records.pending()).length]).toEqual([[], 1]);
  });

  it("every write stands in the audit log, a change with the old and new values unless they are secret", async () => {
    const { id } = await records.add({ [records.text]: "One" });
    await records.change(id, { [records.text]: "Two", fileName: undefined }, records.column(records.text), "file_name");
    await records.remove(id);
    const audit = await activity.rows<{ action: string; entityId: string; changes: unknown }>(us, "audit_log");
    const isSecret = kind.audit?.secret?.includes(records.text);
    const changes = { [records.column(records.text)]: isSecret ? {} : { old: "One", new: "Two" } };
    const ofKind = audit.filter(({ action }) => action.endsWith(one));
    expect(ofKind.map((row) => [row.action, row.entityId, row.changes]).sort()).toEqual([
      [`Create${one}`, id, kind.audit?.fromCreation ? expect.anything() : null],
      [`Delete${one}`, id, null],
      [`Update${one}`, id, changes],
    ]);
  });

  describe("a change", () => {
    const path = columns.find(({ key }) => key === amount)!.name;
    const changeAmount = (id: string, value: number) => records.change(id, records.amount(value), path);

    it("of the amount starts a new calculation without the old result", async () => {
      const { id } = await records.add();
      await records.calculate({ id });
      const changed = await changeAmount(id, 7);
      expect(changed).toMatchObject({ ...states.pending, ...records.amount(7), updatedAt: expect.anything() });
      expect([changed.co2e, changed.co2eBiomass]).toEqual([undefined, undefined]);
      expect(await records.get(id)).toEqual(changed);
      expect((await records.inputs()).map(({ revision }) => revision)).toEqual([1, 2]);
      expect(await records.pending()).toMatchObject([{ recordId: id, revision: 2 }]);
      await records.calculate({ id, revision: 2, co2e: "1" });
      expect(await records.get(id)).toMatchObject({ ...states.calculated, co2e: { value: "1" } });
    });

    it("of texts that price nothing, or to the same amount, leaves the result", async () => {
      const { id } = await records.add(records.amount(8));
      await records.calculate({ id });
      const calculated = { ...states.calculated, co2e: { value: "12.5" } };
      const [row] = await records.rows();
      const pricing = kind.recalculateOn({ ...row!, calculationErrorCode: "CALCULATION_FAILED" });
      const texts = columns.filter(({ key, field }) => rulesOf(field)?.string?.maxLen && !pricing.includes(key));
      const sent = Object.fromEntries(texts.map(({ key }) => [key, "https://example.com/other"]));
      const changed = await records.change(id, sent, ...texts.map(({ name }) => name));
      expect(changed).toMatchObject({ ...sent, ...calculated });
      const cleared = await records.change(id, {}, records.column(records.text));
      expect(cleared[records.text]).toBeUndefined();
      expect(await changeAmount(id, 8)).toMatchObject(calculated);
      expect(await records.inputs()).toHaveLength(1);
    });

    it("of a failed record starts a new calculation when the same amount is sent", async () => {
      const { id } = await records.add(records.amount(8));
      await records.calculate({ id, failed: "FACTOR_NOT_FOUND" });
      expect(await records.changeText(id, "Other")).toMatchObject(states.failed);
      const again = await changeAmount(id, 8);
      expect(again).toMatchObject(states.pending);
      expect([again.calculationErrorCode, again.calculationErrorDetail]).toEqual([undefined, undefined]);
      expect((await records.inputs()).map(({ revision }) => revision)).toEqual([1, 2]);
    });

    it("of an unknown or immutable field is refused", async () => {
      const { id } = await records.add();
      const immutable = columns.filter(({ field }) => rulesOf(field)?.immutable).map(({ name }) => name);
      const refused = ["co2e", ...immutable];
      expect(await refusalOf(records.change(id, {}, ...refused))).toMatchObject({
        code: "REQUEST_VALIDATION_FAILED",
        violations: refused.map((name) => `body.${name} value_error.extra`),
      });
    });

    it("goes together with one of another field at the same time", async () => {
      const { id } = await records.add();
      await Promise.all([changeAmount(id, 9), records.changeText(id, "Other")]);
      expect(await records.get(id)).toMatchObject({ ...records.amount(9), [records.text]: "Other" });
    });

    it("is refused when another one came in between, so that it starts a calculation after all", async () => {
      const { id } = await records.add(records.amount(8));
      const changes = await activity.db.asService(us.organizationId, async ({ tx }) => {
        await tx`select from ${tx(records.table)} where id = ${id} for update`;
        const first = changeAmount(id, 9);
        await someoneWaits(tx, 1);
        const second = refusalOf(changeAmount(id, 8));
        await someoneWaits(tx, 2);
        return [first, second] as const;
      });
      await changes[0];
      expect(await changes[1]).toMatchObject({ code: "RECORD_CHANGED_MEANWHILE" });
      expect(await records.get(id)).toMatchObject(records.amount(9));
    });
  });

  it("a deletion is announced with a higher revision, and nothing waits for the record any more", async () => {
    const { id } = await records.add();
    await records.remove(id);
    expect(await refusalOf(records.get(id))).toMatchObject({ code: records.notFound });
    expect(await records.deleted()).toMatchObject([{ recordId: id, revision: 2 }]);
    expect([await records.pending(), await records.rows()]).toEqual([[], []]);
    await records.calculate({ id });
    expect(await refusalOf(records.remove(id))).toMatchObject({ code: records.notFound });
  });
});
