import { eachTest } from "@emissions/activity/activity.fixture";
import { withPlant } from "@emissions/activity/waste/waste.fixture";
import { newId } from "@emissions/kit/process/id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import {
  importOf,
  importTests,
  line,
  STRICT,
  saidOf,
  sessions,
  store,
  storedWastes,
  submit,
  validate,
} from "./duplicate.fixture.ts";

withPlant(eachTest);
importTests();

it("a strict validation makes errors of duplicates, which corrections end", async () => {
  await store([line()]);
  const importId = await importOf([line(), line({ month: 3 }), line({ month: 3 })]);
  const page = await validate(importId, STRICT);
  expect(page).toMatchObject({ validRows: 1, errorRows: 2, duplicateRows: 2 });
  expect(page.errorsByColumn?.counts).toEqual({ start_date: 2 });
  expect(page.rows.map(({ errors }) => errors.start_date?.errors[0]?.code)).toEqual([
    "POSSIBLE_DUPLICATE",
    undefined,
    "POSSIBLE_DUPLICATE",
  ]);
  expect(saidOf(page)).toEqual([["same_activity wastes"], [], ["same_activity row 3"]]);
  expect(page.rows[0]!.notices).toEqual({});
  expect(await refusalOf(sessions().submitImport({ importId }))).toMatchObject({ code: "IMPORT_HAS_ERRORS" });
  const corrections = [
    { rowIndex: 0, column: "identification_name", value: "Otro" },
    { rowIndex: 2, column: "identification_name", value: "Papel" },
  ];
  const { corrected } = await sessions().correctImportRows({ importId, corrections });
  expect(corrected).toMatchObject({ totalErrorsRemaining: 1 });
});

it("a strict validation says nothing of rows that repeat nothing", async () => {
  const page = await validate(await importOf([line(), line({ month: 3 })]), STRICT);
  expect(page).toMatchObject({ validRows: 2, errorRows: 0, duplicateRows: 0 });
});

it("a later validation without the preference ends the errors", async () => {
  const importId = await importOf([line(), line()]);
  expect(await validate(importId, STRICT)).toMatchObject({ errorRows: 1 });
  expect(await validate(importId)).toMatchObject({ errorRows: 0, duplicateRows: 1 });
});

it("a strict submission is refused with what is there, and stores nothing", async () => {
  await store([line()]);
  const importId = await importOf([line({ amount: "7" }), line({ month: 3 })]);
  await validate(importId);
  const refusal = await refusalOf(sessions(STRICT).submitImport({ importId }));
  expect(refusal).toMatchObject({ code: "POSSIBLE_DUPLICATE" });
  expect(refusal.violations).toEqual(["body.rows.0.start_date value_error.duplicate"]);
  expect(await storedWastes()).toHaveLength(1);
  expect(await submit(importId)).toMatchObject({ duplicateRows: 1, rowsSubmitted: 2 });
});

it("a strict submission of the same file is refused", async () => {
  await store([line()]);
  const importId = await importOf([line()]);
  await validate(importId);
  const { violations } = await refusalOf(sessions(STRICT).submitImport({ importId }));
  expect(violations[0]).toBe("body value_error.duplicate");
});

it("a strict submission of new rows is stored, and its repeat under its key is no duplicate", async () => {
  const importId = await importOf([line()]);
  await validate(importId, STRICT);
  const headers = { ...STRICT, "idempotency-key": newId() };
  const first = await submit(importId, headers);
  const { submission } = await sessions(headers).submitImport({ importId });
  expect(submission).toEqual(first);
  expect(await storedWastes()).toHaveLength(1);
});
