import { NIL_ID, newId } from "@emissions/kit/process/id";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { nounOf } from "../kind.ts";
import { listOf } from "../lists.ts";
import { eachKind, records, recordsOf } from "./records-of.fixture.ts";

const dayOf = (day: string, change: number) =>
  new Date(Date.parse(day) + change * 86_400_000).toISOString().slice(0, 10);
const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);

eachKind("$one", (sample) => {
  const { kind, states } = sample;
  const { sorts } = listOf(kind);
  const scope = () => sample.scope?.(records.ownerId) ?? {};
  const found = async (request: object) => idsOf((await records.list(request)).records);
  /** Records of the days that are given. */
  const addOf = async (...days: string[]) => {
    const added = [];
    for (const day of days) {
      const end = sample.ofOneDay ? { endDate: day } : {};
      added.push(await records.add({ [records.key(kind.list.day)]: day, ...end }));
    }
    return added;
  };

  describe("the list", () => {
    it("shows each record once, page by page, the latest day first", async () => {
      const [a, b, c, d, e] = idsOf(await addOf("2025-01-02", "2025-01-01", "2025-01-03", "2025-01-02", "2025-01-01"));
      const pages = [1, 2, 3, 4].map(async (page) => records.list({ page, size: 2 }));
      const [first, ...rest] = await Promise.all(pages);
      expect(first!.total).toBe(5);
      expect([first!, ...rest].map((page) => idsOf(page.records))).toEqual([[c, d], [a, e], [b], []]);
      expect((await records.list()).records).toEqual(await Promise.all([c, d, a, e, b].map((id) => records.get(id!))));
    });

    it("sorts as asked, and refuses other fields", async () => {
      const added = await addOf("2025-01-02", "2025-01-01", "2025-01-03");
      for (const [name, sort] of Object.entries(sorts ?? {})) {
        const column = typeof sort === "object" ? sort.by : sort;
        const key = column === "id" ? "id" : records.key(column as string);
        const ascending = idsOf(added.toSorted((x, y) => (String(x[key]) < String(y[key]) ? -1 : 1)));
        expect(await found({ sort: [name] })).toEqual(ascending);
        expect(await found({ sort: [`-${name}`] })).toEqual(ascending.toReversed());
      }
      expect((await refusalOf(found({ sort: ["co2e"] }))).violations).toEqual(["query.sort type_error.enum"]);
    });

    it("filters by the state of the calculation", async () => {
      const [pending, calculated, failed] = idsOf([await records.add(), await records.add(), await records.add()]);
      await records.createBatch([records.valid]);
      await records.calculate({ id: calculated! }, { id: failed!, failed: "FACTOR_NOT_FOUND" });
      const [inJob] = (await found({})).filter((id) => ![pending, calculated, failed].includes(id));
      const inState = (...some: (keyof typeof states)[]) => {
        const [[field]] = Object.entries(states.pending) as [[string, number]];
        return found({ [field]: some.map((state) => states[state][field]) });
      };
      expect(await inState("pending")).toEqual([inJob, pending]);
      expect(await inState("calculated")).toEqual([calculated]);
      expect(await inState("failed")).toEqual([failed]);
      expect(await inState("failed", "calculated")).toEqual([failed, calculated]);
      if (!("co2eStatus" in kind.list.filters)) return;
      expect(await found({ co2eStatus: Co2eStatus.CALCULATED })).toEqual([calculated]);
      expect(await found({ co2eStatus: Co2eStatus.NOT_CALCULATED })).toEqual([inJob, failed, pending]);
    });

    it("filters by days, file and text", async () => {
      const { id } = await records.add({ [records.searched]: "Depuradora de Málaga", fileId: NIL_ID });
      const { startDate, endDate } = sample.days ?? (await records.inputs())[0]!;
      const fileId = activity.store.add(us.organizationId, "a.pdf");
      const { id: ofFile } = await records.add({ fileId: fileId.toUpperCase() });
      expect(await found({ startDate })).toEqual([ofFile, id]);
      expect(await found({ endDate })).toEqual([ofFile, id]);
      expect(await found({ startDate: dayOf(startDate, 1) })).toEqual([]);
      expect(await found({ endDate: dayOf(endDate, -1) })).toEqual([]);
      expect(await found({ fileId: [fileId] })).toEqual([ofFile]);
      expect(await found({ fileId: [NIL_ID] })).toEqual([id]);
      expect(await found(records.containing("MALAGA"))).toEqual([id]);
    });

    it("shows records of children only when asked, and of nobody else", async () => {
      const child = await activity.organization({ parentId: us.organizationId, accepted: true });
      const them = await activity.organization();
      const add = async (by: typeof child) => (await recordsOf(sample, by)).add();
      const [own, ofChild] = [await records.add(), await add(child), await add(them)];
      const family = await recordsOf(sample, { ...us, descendants: [child.organizationId] });
      const seen = async (request: object) => idsOf((await family.list(request)).records);
      expect(await seen({})).toEqual([own.id]);
      expect(await seen({ includeChildren: true })).toEqual([ofChild.id, own.id]);
      expect(await seen({ includeChildren: true, page: 2, size: 1 })).toEqual([own.id]);
      const of = (id: string, includeChildren = true) => seen({ includeChildren, organizationId: [id] });
      expect(await of(child.organizationId)).toEqual([ofChild.id]);
      expect([await of(them.organizationId), await of(child.organizationId, false)]).toEqual([[], []]);
      // The hash of the group deletes nothing of the organization.
      const { filterHash } = await family.list({ ...scope(), includeChildren: true });
      const refused = records.removeByFilter({ ...scope(), filterHash });
      expect(await refusalOf(refused)).toMatchObject({ code: "FILTER_HASH_MISMATCH" });
    });
  });

  describe("a deletion of many", () => {
    const traces = async () => ({
      deletions: await activity.rows<{ id: string }>(us, "deletions"),
      deleted: (await records.deleted()).map(({ recordId, revision }) => [recordId, revision]).sort(),
    });

    it("by ids deletes those that exist, names the others, and keeps a trace", async () => {
      const [a, b, c] = [await records.add(), await records.add(), await records.add()];
      await records.calculate({ id: a.id }, { id: b.id }, { id: c.id });
      const theirs = await (await recordsOf(sample, await activity.organization())).add();
      const missing = newId();
      const deletion = await records.removeByIds([b.id, theirs.id, a.id, missing, a.id]);
      const counts = { successCount: 2, failedCount: 2, message: "2 deleted, 2 not found." };
      const ids = { successIds: [b.id, a.id], failedIds: [theirs.id, missing] };
      expect(deletion).toMatchObject("message" in deletion ? { ...ids, ...counts } : ids);
      expect(await found({})).toEqual([c.id]);
      expect(await records.totals()).toEqual(kind.owner ? [12.5, 3] : null);
      const { deletions, deleted } = await traces();
      expect(deletions).toMatchObject([{ ids: [b.id, a.id], filters: null }]);
      expect(deleted).toEqual([a.id, b.id].sort().map((id) => [id, 2]));
      const audit = await activity.rows<{ entityId: string }>(us, "audit_log");
      expect(audit.map(({ entityId }) => entityId)).toContain(deletions[0]!.id);
    });

    it("by ids needs ids", async () => {
      const name = `body.${nounOf(kind).replaceAll(" ", "_")}_ids`;
      expect((await refusalOf(records.removeByIds([]))).violations).toEqual([`${name} value_error.missing`]);
      expect((await refusalOf(records.removeByIds(["x"]))).violations).toEqual([`${name} type_error.uuid`]);
    });

    it("by filters deletes all that the hash was given for, and nothing else", async () => {
      const [a, b] = [
        await records.add({ [records.searched]: "bulk" }),
        await records.add({ [records.searched]: "Bulk" }),
      ];
      const kept = await records.add();
      await records.calculate({ id: a.id }, { id: b.id }, { id: kept.id });
      const filter = { ...scope(), ...records.containing("bulk") };
      const { filterHash } = await records.list(filter);
      const deletion = await records.removeByFilter({ ...filter, filterHash });
      expect(deletion).toMatchObject({ successCount: 2, failedCount: 0, failedIds: [], message: "2 deleted." });
      expect(deletion.successIds.toSorted()).toEqual([a.id, b.id].sort());
      expect([await found({}), await records.totals()]).toEqual([[kept.id], kind.owner ? [12.5, 3] : null]);
      // Searches about people are not stored.
      const stored = kind.audit?.secret === undefined ? filter : { ...filter, search: "" };
      expect((await traces()).deletions).toMatchObject([{ filters: stored, filterHash }]);
      // A repeat never reaches newer records; an empty set can be deleted.
      await records.add({ [records.searched]: "bulk" });
      const repeat = records.removeByFilter({ ...filter, filterHash });
      expect(await refusalOf(repeat)).toMatchObject({ code: "FILTER_HASH_MISMATCH" });
      const none = { ...scope(), ...records.containing("nothing") };
      const empty = await records.removeByFilter({ ...none, filterHash: (await records.list(none)).filterHash });
      expect(empty).toMatchObject({ successCount: 0, message: "0 deleted." });
    });

    it("by filters deletes nothing when the set has changed, nor with the hash of other filters", async () => {
      await records.add();
      const { filterHash } = await records.list(scope());
      expect((await records.list({ ...scope(), page: 2, size: 1 })).filterHash).toBe(filterHash);
      const mismatch = async (request: object) =>
        expect((await refusalOf(records.removeByFilter({ ...scope(), ...request }))).code).toBe("FILTER_HASH_MISMATCH");
      await mismatch({ filterHash, startDate: "2001-01-01" });
      const { id } = await records.add();
      const larger = (await records.list(scope())).filterHash;
      expect(larger).not.toBe(filterHash);
      await mismatch({ filterHash });
      await mismatch({ filterHash: "" });
      expect([(await found({})).length, await traces()]).toEqual([2, { deletions: [], deleted: [] }]);
      await records.remove(id);
      await records.add();
      await mismatch({ filterHash: larger });
    });
  });
});
