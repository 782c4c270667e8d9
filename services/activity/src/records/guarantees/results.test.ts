import type { Tx } from "@emissions/kit/db/transactions";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { passTime, sweep } from "../records.fixture.ts";
import { ownersOf } from "./owners.fixture.ts";
import { eachKind, records } from "./records-of.fixture.ts";

eachKind("$one", (sample) => {
  const { kind, amount, states } = sample;
  const calculated = { ...states.calculated, calculationStatus: CalculationStatus.CALCULATED };
  const failed = { ...states.failed, calculationStatus: CalculationStatus.FAILED };
  /** Updates of this connection since the statistics were last written. */
  const updatesOf = async (tx: Tx) => {
    const [row] = await tx<[{ rows: number; withoutIndex: number }]>`
      select n_tup_upd::int as rows, n_tup_hot_upd::int as without_index from pg_stat_xact_user_tables
      where schemaname = 'activity' and relname = ${records.table}`;
    return row;
  };

  describe("a result", () => {
    it("is shown to the last digit, and nothing waits any more", async () => {
      const { id } = await records.add();
      await records.calculate({ id, co2e: "25.000000000001" });
      const shown = { ...calculated, co2e: { value: "25.000000000001" }, co2eBiomass: { value: "3" } };
      expect(await records.get(id)).toMatchObject(shown);
      expect(await records.pending()).toEqual([]);
    });

    it("without stated biogenic CO2 has none, and not zero", async () => {
      const { id } = await records.add();
      await records.calculate({ id, biogenicCo2: null });
      const { co2e, co2eBiomass } = await records.get(id);
      expect([co2e, co2eBiomass]).toMatchObject([{ value: "12.5" }, undefined]);
    });

    it("without a number is shown as a failure with code and detail", async () => {
      const [one, two] = [await records.add(), await records.add()];
      await records.calculate({ id: one.id, failed: "FACTOR_NOT_FOUND" }, { id: two.id, failed: "" });
      const code = kind.showsErrorCode ? "FACTOR_NOT_FOUND" : "CALCULATION_FAILED";
      const shown = await records.get(one.id);
      expect(shown).toMatchObject({ ...failed, calculationErrorCode: code, calculationErrorDetail: "Nothing fits." });
      expect([shown.co2e, shown.co2eBiomass]).toEqual([undefined, undefined]);
      expect(await records.get(two.id)).toMatchObject({ ...failed, calculationErrorCode: "CALCULATION_FAILED" });
      expect(await records.pending()).toEqual([]);
      await records.calculate({ id: one.id });
      const { calculationErrorCode, calculationErrorDetail, ...now } = await records.get(one.id);
      expect([now, calculationErrorCode, calculationErrorDetail]).toMatchObject([calculated, undefined, undefined]);
    });

    it("writes to no index when it is a number", async () => {
      const [one, two] = [await records.add(), await records.add()];
      const [before, after] = await activity.db.asService(us.organizationId, async (write) => {
        const before = await updatesOf(write.tx);
        await records.handle(write, [{ id: one.id }, { id: two.id }]);
        return [before, await updatesOf(write.tx)];
      });
      expect(after!.rows - before!.rows).toBe(2);
      expect(after!.withoutIndex - before!.withoutIndex).toBe(2);
    });

    it("of an earlier revision is ignored", async () => {
      const { id } = await records.add();
      await records.change(id, records.amount(7), records.column(amount));
      await records.calculate({ id });
      expect(await records.get(id)).toMatchObject(states.pending);
      expect(await records.pending()).toMatchObject([{ recordId: id, revision: 2 }]);
      await records.calculate({ id }, { id, revision: 2, co2e: "7" });
      expect(await records.get(id)).toMatchObject({ ...calculated, co2e: { value: "7" } });
    });

    it("stays when a failure of the same revision arrives later", async () => {
      const [one, two] = [await records.add(), await records.add()];
      const failure = { failed: "CALCULATION_FAILED" };
      await records.calculate({ id: one.id });
      await records.calculate({ id: one.id, ...failure }, { id: two.id }, { id: two.id, ...failure });
      for (const { id } of [one, two]) expect(await records.get(id)).toMatchObject(calculated);
    });

    it("of a recalculation replaces the one before, whether a number or a failure, in any order of arrival", async () => {
      const { id } = await records.add();
      const code = "FACTOR_NOT_FOUND";
      await records.calculate({ id });
      await records.calculate({ id, version: 2, co2e: "7" }, { id, co2e: "9" });
      await records.calculate({ id, version: 1, co2e: "8" });
      expect(await records.get(id)).toMatchObject({ ...calculated, co2e: { value: "7" } });
      await records.calculate({ id, version: 3, failed: code });
      await records.calculate({ id, version: 2, co2e: "7" });
      expect(await records.get(id)).toMatchObject(failed);
      await records.change(id, records.amount(7), records.column(amount));
      await records.calculate({ id, revision: 2, co2e: "5" }, { id, version: 4, co2e: "6" });
      expect(await records.get(id)).toMatchObject({ ...calculated, co2e: { value: "5" } });
    });

    it("that does not arrive is asked for again", async () => {
      const { id } = await records.add();
      await passTime();
      await sweep();
      const [first, second, ...more] = await records.inputs();
      expect([second, more]).toEqual([first, []]);
      expect(await records.pending()).toMatchObject([{ recordId: id, tries: 1 }]);
    });
  });

  if (!kind.owner) return;
  describe("the owner", () => {
    const withOther = async () => {
      const other = await records.owners.add();
      const [record, kept] = [await records.add(), await records.add({ [kind.owner!.key]: other })];
      await records.calculate({ id: record.id }, { id: kept.id });
      return { record, kept: await records.get(kept.id), other };
    };

    it("shows the sum of the results of its records", async () => {
      const [one, two] = [await records.add(), await records.add()];
      expect(await records.totals()).toEqual([0, 0]);
      await records.calculate({ id: one.id, co2e: "58.18464" }, { id: two.id, co2e: "1" });
      expect(await records.totals()).toEqual([59.18464, 6]);
      await records.change(one.id, records.amount(7), records.column(amount));
      expect(await records.totals()).toEqual([1, 3]);
      await records.calculate({ id: one.id, revision: 1 });
      expect(await records.totals()).toEqual([1, 3]);
      await records.calculate({ id: one.id, revision: 2, co2e: "2" });
      expect(await records.totals()).toEqual([3, 6]);
      await records.calculate({ id: one.id, revision: 2, version: 1, co2e: "4" });
      expect(await records.totals()).toEqual([5, 6]);
      await records.calculate({ id: one.id, revision: 2, version: 2, co2e: "2" });
      await records.remove(two.id);
      expect(await records.totals()).toEqual([2, 3]);
    });

    it("is unknown when it belongs to another organization, like one that does not exist", async () => {
      const theirs = await records.owners.add(await activity.organization());
      for (const id of [theirs, theirs.replace(/.$/, "0")]) {
        const refused = await refusalOf(records.add({ [kind.owner!.key]: id }));
        const violations = sample.missingOwner ? [] : [`body.${kind.owner!.column} value_error.not_found`];
        expect(refused).toMatchObject({ code: sample.missingOwner ?? "REQUEST_VALIDATION_FAILED", violations });
      }
      expect(await records.isEmpty()).toBe(true);
    });

    it("is deleted with its records, and no others", async () => {
      const { record, kept } = await withOther();
      await records.owners.remove(records.ownerId);
      expect(await refusalOf(records.get(record.id))).toMatchObject({ code: records.notFound });
      expect(await records.get(kept.id)).toEqual(kept);
      expect(await records.deleted()).toMatchObject([{ recordId: record.id, revision: 2 }]);
      expect(await activity.rows(us, kind.owner!.totals)).toHaveLength(1);
    });

    const { moves } = ownersOf(kind.owner!);
    if (!moves) return;
    it("has its records calculated again in another country, and no others", async () => {
      const { record, kept, other } = await withOther();
      await moves.move(records.ownerId, "GB");
      await moves.recalculate();
      expect(await records.get(record.id)).toMatchObject(states.pending);
      expect(await records.get(kept.id)).toEqual(kept);
      const [again, ...more] = (await records.inputs()).filter(({ revision }) => revision === 2);
      expect(again).toMatchObject({ recordId: record.id, selector: { kind: { value: { country: "GB" } } } });
      expect(more).toEqual([]);
      expect([await records.totals(), await records.totals(other)]).toEqual([
        [0, 0],
        [12.5, 3],
      ]);
    });
  });
});
