import { activity, us } from "@emissions/activity/activity.fixture";
import { newId } from "@emissions/kit/process/id";
import { enumText } from "@emissions/kit/wire/enum";
import { DuplicateReasonSchema, type PossibleDuplicate } from "@emissions/proto/common/v1/duplicate";
import type { Reading } from "@emissions/proto/imports/v1/reading_service";
import { ReadingStatus } from "@emissions/proto/imports/v1/reading_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, expect, it } from "vitest";
import { get, readingOf, readings } from "../reading.fixture.ts";
import { confirmationTests, shares } from "./confirm.fixture.ts";

confirmationTests();
beforeEach(() =>
  activity.db.asService(us.organizationId, async ({ tx }) => {
    await tx`delete from invoices`;
    await tx`delete from wastes`;
  }),
);

const BILL = "Spanish PDF: electricity";
const STRICT = { handling: "strict" };
type Shares = Awaited<ReturnType<typeof shares>>;

const confirm = async ({ id }: Reading, facilities: Shares, headers: Record<string, string> = {}) =>
  (await readings(headers).confirmReading({ fileReadings: [{ id }], facilities })).confirmed!;
const said = (found: readonly PossibleDuplicate[]) =>
  found.map(({ reason, entityType }) => `${enumText(DuplicateReasonSchema, reason)} ${entityType}`);
const invoices = () => activity.rows<{ id: string }>(us, "invoices");

/** Confirms a bill, and reads it once more. */
async function confirmedTwice(facilities: Shares) {
  const first = await readingOf(BILL);
  await confirm(first, facilities);
  return { first, second: await readingOf(BILL) };
}

it("a confirmation names the reading of the same content and the invoice with the same number", async () => {
  const facilities = await shares("1");
  const { first, second } = await confirmedTwice(facilities);
  const { id } = (await invoices())[0]!;
  const { duplicates } = await confirm(second, facilities);
  expect(duplicates.find((one) => one.id === first.id)).toMatchObject({
    entityType: "file_readings",
    link: `/v1/files/readings/${first.id}`,
  });
  expect(duplicates.at(-1)).toMatchObject({
    entityType: "invoices",
    id,
    field: "invoice_id",
    link: `/v3/invoices/${id}`,
  });
  expect(await invoices()).toHaveLength(2);
});

it("a confirmation of something new names nothing", async () => {
  const { duplicates } = await confirm(await readingOf("CII: water of a line with its own period"), await shares("1"));
  expect(duplicates).toEqual([]);
});

it("a strict confirmation of a duplicate is refused, and the reading stays as it was", async () => {
  const facilities = await shares("1");
  const { second } = await confirmedTwice(facilities);
  const refusal = await refusalOf(confirm(second, facilities, STRICT));
  expect(refusal).toMatchObject({ code: "POSSIBLE_DUPLICATE" });
  expect(new Set(refusal.violations)).toEqual(new Set(["body.file_readings.0.id value_error.duplicate"]));
  expect(await refusalOf(confirm(second, facilities, { ...STRICT, "dry-run": "true" }))).toMatchObject({
    code: "POSSIBLE_DUPLICATE",
  });
  expect([(await get(second.id)).status, (await invoices()).length]).toEqual([second.status, 1]);
  await confirm(second, facilities);
  expect(await get(second.id)).toMatchObject({ status: ReadingStatus.CONFIRMED });
});

it("a strict confirmation of something new is stored, and its repeat under its key is no duplicate", async () => {
  const reading = await readingOf("ZUGFeRD: refrigerant");
  const [facilities, headers] = [await shares("1"), { ...STRICT, "idempotency-key": newId() }];
  const first = await confirm(reading, facilities, headers);
  expect(await confirm(reading, facilities, headers)).toEqual(first);
  expect([first.duplicates, (await invoices()).length]).toEqual([[], 1]);
});

it("an invoice of the same facility, type and period is named", async () => {
  const facilities = await shares("1");
  const { second } = await confirmedTwice(facilities);
  const items = second.content!.items.map(({ quantity, startDate, endDate, unit }) => ({
    quantity: quantity!,
    startDate: startDate!,
    endDate: endDate!,
    unit: unit!,
  }));
  await readings().updateReading({ fileReadingId: second.id, content: { items } });
  const { duplicates } = await confirm(second, facilities);
  expect(said(duplicates)).toContain("same_activity invoices");
});

it("invoices of another facility and number are not named", async () => {
  const { second } = await confirmedTwice(await shares("1"));
  const items = second.content!.items.map(({ quantity, startDate, endDate, unit }) => ({
    quantity: quantity!,
    startDate: startDate!,
    endDate: endDate!,
    unit: unit!,
    invoiceNumber: "another",
  }));
  await readings().updateReading({ fileReadingId: second.id, content: { items } });
  const { duplicates } = await confirm(second, await shares("1"));
  expect(said(duplicates).filter((one) => one.endsWith("invoices"))).toEqual([]);
});
