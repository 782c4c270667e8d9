import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity } from "../../activity.fixture.ts";
import { eachKind, records, recordsOf } from "./records-of.fixture.ts";

const { PROXY, STALE_YEARS, PARTS_MISSING, BOUNDARY_DIFFERS, YEARLY_RATE } = FitnessMark;

eachKind("$one", (sample) => {
  const { amount, service, one } = sample;
  const scope = () => sample.scope?.(records.ownerId) ?? {};
  const shownOf = async (id: string) => (await records.get(id)).fitness?.marks;
  const found = async (request: object) => (await records.list(request)).records.map(({ id }) => id);
  /** Calculated records with these marks. */
  const addMarked = async (...marks: FitnessMark[][]) => {
    const ids: string[] = [];
    for (const fitness of marks) {
      const { id } = await records.add({ [records.searched]: "marked" });
      await records.calculate({ id, fitness });
      ids.push(id);
    }
    return ids;
  };

  describe("the marks of a record", () => {
    it("are those of its result, in the order of their numbers", async () => {
      const [marked, last, none] = await addMarked([PARTS_MISSING, PROXY, STALE_YEARS], [BOUNDARY_DIFFERS], []);
      expect(await shownOf(marked!)).toEqual([PROXY, STALE_YEARS, PARTS_MISSING]);
      expect(await shownOf(last!)).toEqual([BOUNDARY_DIFFERS]);
      expect(await shownOf(none!)).toEqual([]);
    });

    it("are unknown until the result arrives, and after a failure", async () => {
      const { id } = await records.add();
      expect(await shownOf(id)).toBeUndefined();
      await records.calculate({ id, failed: "FACTOR_NOT_FOUND", fitness: [PROXY] });
      expect(await shownOf(id)).toBeUndefined();
    });

    it("are unknown from the start of a new calculation until its result", async () => {
      const [id] = await addMarked([PROXY]);
      await records.change(id!, records.amount(7), records.column(amount));
      expect(await shownOf(id!)).toBeUndefined();
      await records.calculate({ id: id!, revision: 2, fitness: [STALE_YEARS] });
      expect(await shownOf(id!)).toEqual([STALE_YEARS]);
    });

    it("stay at a change that starts no calculation", async () => {
      const [id] = await addMarked([PROXY]);
      await records.changeText(id!, "Another text");
      expect(await shownOf(id!)).toEqual([PROXY]);
    });
  });

  describe("the filter by marks", () => {
    it("finds records with any of the marks, and together with other filters", async () => {
      const [a, b, c] = await addMarked([PROXY], [STALE_YEARS, PARTS_MISSING], [YEARLY_RATE]);
      await addMarked([]);
      await records.add();
      expect(await found({ fitness: [PROXY] })).toEqual([a]);
      expect(await found({ fitness: [PARTS_MISSING] })).toEqual([b]);
      expect(await found({ fitness: [YEARLY_RATE, PROXY, STALE_YEARS] })).toEqual([c, b, a]);
      expect(await found({ fitness: [BOUNDARY_DIFFERS] })).toEqual([]);
      expect(await found({ fitness: [PROXY, YEARLY_RATE], page: 2, size: 1 })).toEqual([a]);
      expect(await found({ fitness: [PROXY], ...records.containing("nothing") })).toEqual([]);
      expect(await found({ fitness: [PROXY], ...records.containing("marked") })).toEqual([a]);
    });

    it("is part of the hash, by which exactly the marked records are deleted", async () => {
      const [marked, kept] = await addMarked([PROXY], []);
      const filter = { ...scope(), fitness: [PROXY] };
      const { filterHash, total } = await records.list(filter);
      expect(total).toBe(1);
      expect(filterHash).not.toBe((await records.list(scope())).filterHash);
      const wide = records.removeByFilter({ ...scope(), fitness: [STALE_YEARS], filterHash });
      expect((await refusalOf(wide)).code).toBe("FILTER_HASH_MISMATCH");
      expect((await records.removeByFilter({ ...filter, filterHash })).successIds).toEqual([marked]);
      expect(await found({})).toEqual([kept]);
    });

    it("reaches the records of organizations below in a group view", async () => {
      const child = await activity.organization({ parentId: records.us.organizationId, accepted: true });
      const theirs = await recordsOf(sample, child);
      const [own] = await addMarked([PROXY]);
      const { id } = await theirs.add();
      await theirs.calculate({ id, fitness: [PROXY, STALE_YEARS] });
      const group = await recordsOf(sample, { ...records.us, descendants: [child.organizationId] });
      const ids = async (request: object) => (await group.list(request)).records.map((record) => record.id);
      expect((await ids({ fitness: [PROXY], includeChildren: true })).toSorted()).toEqual([own, id].sort());
      expect(await ids({ fitness: [STALE_YEARS], includeChildren: true })).toEqual([id]);
      expect(await ids({ fitness: [STALE_YEARS] })).toEqual([]);
    });
  });

  if (!service.methods.some(({ name }) => name === `List${one}Values`)) return;
  describe("the values of the field", () => {
    it("are the marks, with the number of records that have each", async () => {
      await addMarked([PROXY], [PROXY, STALE_YEARS], []);
      await records.add();
      expect(await records.values("fitness")).toEqual({ proxy: 2, stale_years: 1 });
    });
  });
});
