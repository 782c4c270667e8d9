import { activity, eachTest, us } from "@emissions/activity/activity.fixture";
import { facility, withPlant } from "@emissions/activity/waste/waste.fixture";
import { describe, expect, it } from "vitest";
import {
  importOf,
  importTests,
  line,
  said,
  saidOf,
  sessions,
  store,
  storedWastes,
  submit,
  validate,
  validatedAfter,
} from "./duplicate.fixture.ts";

withPlant(eachTest);
importTests();

describe("a row that is there already", () => {
  it("names the record by column, id and link, and stays valid", async () => {
    const page = await validatedAfter([line()], [line(), line({ month: 3 })]);
    const { id } = (await storedWastes())[0]!;
    expect(page).toMatchObject({ validRows: 2, errorRows: 0, duplicateRows: 1 });
    const same = { field: "start_date", entityType: "wastes", id, link: `/v1/wastes/${id}` };
    expect(page.rows[0]!.duplicates).toMatchObject([same]);
    expect(page.rows[0]!.notices.start_date?.errors).toEqual([
      { code: "POSSIBLE_DUPLICATE", message: expect.stringContaining(id), $typeName: expect.any(String) },
    ]);
    expect(page.rows[1]).toMatchObject({ duplicates: [], notices: {} });
  });

  it.each([
    { what: "in another amount", change: { amount: "7" }, found: ["same_activity wastes"] },
    { what: "with its external_id", change: { month: 9, ref: "W-1" }, found: ["external_id wastes"] },
    { what: "of another name", change: { name: "Vidrio" }, found: [] },
    { what: "of the month before", change: { month: 1 }, found: [] },
  ])("$what: $found", async ({ change, found }) => {
    const page = await validatedAfter([line({ ref: "W-1" })], [line(change)]);
    expect(saidOf(page)).toEqual([found]);
  });

  it("of another facility is another one", async () => {
    expect(saidOf(await validatedAfter([line()], [line({ facility: await facility() })]))).toEqual([[]]);
  });

  it("of another organization is not seen", async () => {
    await store([line({ ref: "W-1" })]);
    const them = await activity.organization({ parentId: us.organizationId, accepted: true });
    const theirs = await facility({ by: them });
    const importId = await importOf([line({ facility: theirs, ref: "W-1" })], them);
    const found = await validate(importId, {}, them);
    expect([found.validRows, saidOf(found)]).toEqual([1, [[]]]);
    const sameContent = await importOf([line({ ref: "W-1" })], them);
    expect((await validate(sameContent, {}, them)).sameFiles).toEqual([]);
  });
});

describe("a row that repeats an earlier one of the file", () => {
  it("names its row, which has no notice", async () => {
    const page = await validate(await importOf([line(), line({ month: 3 }), line({ amount: "7" }), line()]));
    expect(saidOf(page)).toEqual([[], [], ["same_activity row 2"], ["same_activity row 2"]]);
    expect(page).toMatchObject({ validRows: 4, duplicateRows: 2 });
    const [duplicate] = page.rows[2]!.duplicates;
    expect([duplicate!.rowNumber, duplicate!.id, duplicate!.link]).toEqual([2, undefined, undefined]);
  });

  it("by its external_id names that", async () => {
    const page = await validate(await importOf([line({ ref: "W-1" }), line({ month: 3, ref: "W-1" })]));
    expect(saidOf(page)).toEqual([[], ["external_id row 2"]]);
  });

  it("is found in another piece of a large file", async () => {
    const lines = Array.from({ length: 2_100 }, (_, at) => line({ name: `Papel ${at}` }));
    const importId = await importOf([...lines, line({ name: "Papel 0" })]);
    await validate(importId);
    const { page } = await sessions().listImportRows({ importId, page: 2_101, pageSize: 1 });
    expect([page!.duplicateRows, saidOf(page!)]).toEqual([1, [["same_activity row 2"]]]);
  });

  it("does not name a row that is invalid", async () => {
    const page = await validate(await importOf([line({ amount: "mucho" }), line()]));
    expect([page.errorRows, saidOf(page)]).toEqual([1, [[], []]]);
  });

  it("names the next one after that row was deleted, and nothing after the last one was", async () => {
    const importId = await importOf([line(), line(), line({ amount: "7" }), line({ month: 3 })]);
    await validate(importId);
    const left = async (rowIndex: number) => {
      await sessions().deleteImportRows({ importId, rowIndices: [rowIndex] });
      const { page } = await sessions().listImportRows({ importId });
      return [page!.duplicateRows, saidOf(page!)];
    };
    expect(await left(0)).toEqual([1, [[], ["same_activity row 3"], []]]);
    expect(await left(1)).toEqual([0, [[], []]]);
  });

  it("keeps the notice of a stored record after that row was deleted", async () => {
    await store([line({ ref: "W-1" })]);
    const importId = await importOf([line({ ref: "W-2" }), line({ ref: "W-2", month: 5 }), line({ month: 7 })]);
    expect(saidOf(await validate(importId))).toEqual([["same_activity wastes"], ["external_id row 2"], []]);
    await sessions().deleteImportRows({ importId, rowIndices: [0] });
    expect(saidOf((await sessions().listImportRows({ importId })).page!)).toEqual([[], []]);
  });

  it("is found after a correction", async () => {
    const importId = await importOf([line(), line({ name: "Vidrio" })]);
    await validate(importId);
    const corrections = [{ rowIndex: 1, column: "identification_name", value: "Papel" }];
    const { corrected } = await sessions().correctImportRows({ importId, corrections });
    expect(said(corrected!.updatedRows[0]!.duplicates)).toEqual(["same_activity row 2"]);
    expect((await sessions().getImportStatus({ importId })).status).toMatchObject({ duplicateRows: 1 });
    const back = [{ rowIndex: 1, column: "identification_name", value: "Vidrio" }];
    await sessions().correctImportRows({ importId, corrections: back });
    expect((await sessions().getImportStatus({ importId })).status).toMatchObject({ duplicateRows: 0 });
  });
});

describe("a file that is imported again", () => {
  it("names the import, at the validation and at the submission", async () => {
    const first = await importOf([line()]);
    await validate(first);
    await submit(first);
    const second = await importOf([line()]);
    const { sameFiles } = await validate(second);
    expect(sameFiles).toMatchObject([{ entityType: "imports", id: first, link: `/v2/imports/${first}/status` }]);
    const submission = await submit(second);
    expect([said(submission.sameFiles), submission.duplicateRows]).toEqual([["same_file imports"], 1]);
    expect(submission.duplicates).toMatchObject([
      { rowIndex: 0, rowNumber: 2, duplicates: [{ entityType: "wastes" }] },
    ]);
    expect(await storedWastes()).toHaveLength(2);
  });

  it("that was not submitted is no duplicate", async () => {
    await validate(await importOf([line()]));
    expect((await validate(await importOf([line()]))).sameFiles).toEqual([]);
  });
});

describe("a submission", () => {
  it("finds what was stored since its validation", async () => {
    const importId = await importOf([line(), line({ month: 3 })]);
    expect((await validate(importId)).duplicateRows).toBe(0);
    await store([line({ amount: "7" })]);
    expect(await submit(importId)).toMatchObject({ rowsSubmitted: 2, duplicateRows: 1, sameFiles: [] });
  });

  it("does not count a row whose earlier row was deleted", async () => {
    const importId = await importOf([line(), line()]);
    await validate(importId);
    await sessions().deleteImportRows({ importId, rowIndices: [0] });
    expect(await submit(importId)).toMatchObject({ rowsSubmitted: 1, duplicateRows: 0 });
  });
});
