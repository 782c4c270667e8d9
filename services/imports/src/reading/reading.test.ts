import { NIL_ID, newId } from "@emissions/kit/process/id";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { FolderService } from "@emissions/proto/imports/v1/folder_service";
import { FileStatus, PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import { ReadingCategory, ReadingService, ReadingStatus } from "@emissions/proto/imports/v1/reading_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { newEditor } from "../imports.fixture.ts";
import type { DocumentReader } from "./document.ts";
import { failedContentSweep } from "./failed-contents.ts";
import { pdfOf } from "./golden/pdf.fixture.ts";
import {
  ATTEMPTS_MAX,
  FAILED_CONTENT_DAYS,
  READ_AGAIN_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  READINGS_WAITING_MAX,
} from "./limits.ts";
import { claimReading } from "./queries.ts";
import { begin, get, golden, imports, readingOf, readings, readingTests, readWaiting, us } from "./reading.fixture.ts";
import { startReading } from "./start.ts";

readingTests();

const { PENDING, READING, REVIEW, SUCCESS, ERROR } = ReadingStatus;
const event = (fileId: string) => readings().sendFileEvent({ eventType: "PROCESS_DOCUMENT", detail: { fileId } });
const org = () => us.organizationId;
const expireLeases = () =>
  imports.db.asService(org(), ({ tx }) => tx`update reading_queue set leased_until = now() - interval '1 second'`);
const update = (id: string, items: object[], more: object = {}) =>
  readings().updateReading({ fileReadingId: id, content: { items }, ...more });
const item = {
  invoiceNumber: "F-1",
  quantity: { value: "12.50" },
  unit: "kWh",
  startDate: "2025-01-01",
  endDate: "2025-01-31",
};

describe("a document", () => {
  it("waits, is read, and shows its values", async () => {
    const { id, status } = await begin(golden("Spanish PDF: electricity").bytes);
    expect(status).toBe(PENDING);
    await readWaiting();
    expect(await get(id)).toMatchObject({
      status: SUCCESS,
      category: ReadingCategory.ELECTRICITY,
      confidence: { value: "0.95" },
      supplierName: "Iberdrola Clientes, S.A.U.",
      content: { items: [{ quantity: { value: "1234.5" }, unit: "kWh" }] },
      warnings: [],
      source: "text",
      linked: false,
    });
  });

  it("with a doubt waits for a review", async () => {
    expect(await readingOf("UBL: credit note")).toMatchObject({
      status: REVIEW,
      warnings: ["CREDIT_NOTE", "QUANTITY_NEGATIVE"],
    });
  });

  it.each([
    { what: "scan.pdf", bytes: pdfOf([]), code: "READING_NO_TEXT" },
    { what: "photo.png", bytes: Buffer.from("\x89PNG\r\n\x1a\n1", "latin1"), code: "READING_TYPE_UNSUPPORTED" },
    { what: "locked.pdf", bytes: pdfOf(["a"], { encrypted: true }), code: "READING_ENCRYPTED" },
  ])("$what ends in an error: $code", async ({ what, bytes, code }) => {
    const { id } = await begin(bytes, what);
    await readWaiting();
    expect(await get(id)).toMatchObject({ status: ERROR, errorCode: code, content: { items: [] } });
  });

  it("is read again until a person has corrected it", async () => {
    const { id, fileId } = await readingOf("UBL: credit note");
    expect((await event(fileId)).reading).toMatchObject({ id, status: PENDING, warnings: [], content: { items: [] } });
    expect((await event(fileId)).reading).toMatchObject({ id, status: PENDING });
    await readWaiting();
    await update(id, [item]);
    expect(await refusalOf(event(fileId))).toMatchObject({ code: "READING_INVALID_STATE" });
  });

  it("has one reading, however often it is started", async () => {
    const { id: fileId } = await imports.upload(us, "a.xml", golden("CII: natural gas in MWh").bytes);
    await Promise.all(Array.from({ length: 5 }, () => event(fileId)));
    await imports.db.asService(org(), (write) => startReading(write, fileId));
    const { total } = await readings().listReadings({ fileId: [fileId] });
    expect(total).toBe(1);
    await readWaiting();
  });

  it("of a killed process is read by another one, and a late result of the first is dropped", async () => {
    const { id } = await begin(golden("CII: natural gas in MWh").bytes, "a.xml");
    const claim = () => imports.db.asService(org(), ({ tx }) => claimReading(tx, org(), id, 60));
    expect([await claim(), await claim()]).toEqual([1, null]);
    await readWaiting();
    expect(await get(id)).toMatchObject({ status: PENDING });
    await expireLeases();
    await readWaiting();
    expect(await get(id)).toMatchObject({ status: SUCCESS });
    expect(await imports.rows(us, "reading_queue")).toEqual([]);
  });

  it("that ends the process again and again is given up", async () => {
    const { id } = await begin(golden("CII: natural gas in MWh").bytes, "a.xml");
    await imports.db.asService(org(), ({ tx }) => tx`update reading_queue set attempts = ${ATTEMPTS_MAX}`);
    await readWaiting();
    expect(await get(id)).toMatchObject({ status: ERROR, errorCode: "READING_FAILED" });
  });

  it("whose reader fails stays in the queue, and does not hold up others", async () => {
    const { id } = await begin(golden("CII: natural gas in MWh").bytes, "a.xml");
    const other = await begin(golden("UBL: credit note").bytes, "b.xml");
    let calls = 0;
    const failing = {
      read: (document: Parameters<typeof imports.context.documents.read>[0]) =>
        calls++ === 0 ? Promise.reject(new Error("unavailable")) : imports.context.documents.read(document),
    };
    await expect(readWaiting({ ...imports.context, documents: failing })).rejects.toThrow("unavailable");
    expect([(await get(id)).status, (await get(other.id)).status]).toEqual([READING, REVIEW]);
    await expireLeases();
    await readWaiting();
    expect((await get(id)).status).toBe(SUCCESS);
  });
});

describe("fairness", () => {
  it("refuses a document while too many of the organization wait, and stores nothing", async () => {
    const them = newEditor();
    await imports.db.asService(
      them.organizationId,
      ({ tx, org }) => tx`
      with stored as (
        insert into files (organization_id, id, state, file_name, content_type, size_bytes, sha256)
        select ${org}, gen_random_uuid(), 'stored', 'a.xml', 'text/xml', 1, repeat('a', 64)
        from generate_series(1, ${READINGS_WAITING_MAX}) returning id),
      added as (
        insert into readings (organization_id, id, file_id) select ${org}, id, id from stored returning id)
      insert into reading_queue (organization_id, reading_id, leased_until)
      select ${org}, id, now() + interval '1 hour' from added`,
    );
    const { id } = await imports.upload(them, "b.xml", golden("UBL: credit note").bytes);
    const start = (fileId: string) =>
      readings({}, them).sendFileEvent({ eventType: "PROCESS_DOCUMENT", detail: { fileId } });
    expect(await refusalOf(start(id))).toMatchObject({ code: "TOO_MANY_READINGS" });
    const confirmed = { fileIds: [id], status: FileStatus.UPLOADED };
    const update = imports.as(them, PresignedFileService).updatePresignedFiles(confirmed);
    expect(await refusalOf(update)).toMatchObject({ code: "TOO_MANY_READINGS" });
    expect(await readings({}, them).listReadings({ fileId: [id] })).toMatchObject({ total: 0 });
    const { fileId } = (await imports.rows<{ fileId: string }>(them, "readings"))[0]!;
    expect((await start(fileId)).reading).toMatchObject({ status: PENDING });
    await begin(golden("UBL: credit note").bytes, "a.xml");
    await readWaiting();
  });

  it("gives a content that failed before less time, in any file of the organization, until it is read or old", async () => {
    const times: number[] = [];
    const documents: DocumentReader = {
      read: (document) => {
        times.push(document.timeoutMs);
        return imports.context.documents.read(document);
      },
    };
    const timeOf = async (bytes: Uint8Array) => {
      await begin(bytes, "a.pdf");
      await readWaiting({ ...imports.context, documents });
      return times.pop();
    };
    const broken = Buffer.from("%PDF-1.7 nothing");
    expect(await timeOf(broken)).toBe(READ_TIMEOUT_MS);
    expect(await timeOf(broken)).toBe(READ_AGAIN_TIMEOUT_MS);
    expect(await timeOf(Buffer.from("%PDF-1.7 something else"))).toBe(READ_TIMEOUT_MS);
    const { sha256 } = (await imports.rows<{ sha256: string }>(us, "failed_contents"))[0]!;
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    await imports.db.asService(
      org(),
      ({ tx }) => tx`
      update failed_contents set failed_at = now() - make_interval(days => ${FAILED_CONTENT_DAYS + 1})`,
    );
    await failedContentSweep(imports.context).work(new AbortController().signal, 1n);
    expect(await timeOf(broken)).toBe(READ_TIMEOUT_MS);
  });
});

describe("the list", () => {
  it("of a folder has its folders by name and then its files, on pages of both", async () => {
    const { createFolder } = imports.as(us, FolderService);
    const parent = (await createFolder({ name: "Invoices" })).folder!.id;
    for (const name of ["2026", "2025"]) await createFolder({ name, parentId: parent });
    const { fileId } = await readingOf("UBL: credit note");
    await imports
      .as(us, FileService)
      .updateFile({ id: fileId, folderId: parent, updateMask: { paths: ["folder_id"] } });
    const list = async (more: object) => {
      const { files, total } = await readings().listReadings({ folderId: parent, ...more });
      return [total, ...files.map(({ type, name }) => `${type} ${name}`)];
    };
    expect(await list({})).toEqual([3, "folder 2025", "folder 2026", "file a.xml"]);
    expect(await list({ page: 1, size: 2 })).toEqual([3, "folder 2025", "folder 2026"]);
    expect(await list({ page: 2, size: 2 })).toEqual([3, "file a.xml"]);
    expect(await list({ name: "2026" })).toEqual([1, "folder 2026"]);
    expect(await list({ linked: false })).toEqual([1, "file a.xml"]);
    const top = await list({ folderId: NIL_ID });
    expect(top).toContain("folder Invoices");
    expect(top).not.toContain("folder 2025");
    expect(await refusalOf(list({ folderId: "x" }))).toMatchObject({ violations: ["query.folder_id type_error.uuid"] });
    const theirs = imports.as(newEditor(), ReadingService);
    expect(await theirs.listReadings({ folderId: parent })).toMatchObject({ files: [], total: 0 });
  });

  it("filters files by category, name, link and id", async () => {
    const { fileId, id } = await readingOf("CII: water of a line with its own period", "Água-2025.xml");
    const list = async (filter: object) => {
      const { files, total } = await readings().listReadings(filter);
      return [total, files.some((file) => file.id === fileId)];
    };
    const { files } = await readings().listReadings({ fileId: [fileId] });
    expect(files).toMatchObject([
      { id: fileId, type: "file", name: "Água-2025.xml", tags: ["invoice::water"], linked: false, reading: { id } },
    ]);
    expect(await list({ category: [ReadingCategory.WATER], name: "agua" })).toEqual([1, true]);
    expect((await list({ category: [ReadingCategory.WASTES], name: "agua" }))[1]).toBe(false);
    expect((await list({ linked: true }))[1]).toBe(false);
    expect((await list({ linked: false }))[1]).toBe(true);
    expect(await list({ fileId: [newId()] })).toEqual([0, false]);
  });
});

describe("a correction", () => {
  it("replaces the values, and what is complete needs no review", async () => {
    const { id } = await readingOf("UBL: credit note");
    const { reading } = await update(id, [{ ...item, confidence: { value: "1" } }], { category: ReadingCategory.GAS });
    expect(reading).toMatchObject({
      status: SUCCESS,
      category: ReadingCategory.GAS,
      corrected: true,
      warnings: [],
      content: { items: [{ invoiceNumber: "F-1", quantity: { value: "12.5" }, unit: "kWh" }] },
    });
    expect(reading!.confidence).toBeUndefined();
    expect((await update(id, [{ ...item, unit: undefined }])).reading).toMatchObject({ status: REVIEW });
    const changes = (await imports.rows<{ changes: object | null }>(us, "audit_log")).map((row) => row.changes);
    expect(changes).toContainEqual(expect.objectContaining({ category: { old: "electricity", new: "gas" } }));
  });

  const place = "body.content.items.0";
  it.each([
    { change: { quantity: { value: "-1" } }, said: `${place}.quantity value_error.number.not_ge` },
    { change: { quantity: { value: "NaN" } }, said: `${place}.quantity type_error.decimal` },
    { change: { quantity: { value: "9".repeat(40) } }, said: `${place}.quantity value_error.decimal.max_digits` },
    { change: { unit: "kw" }, said: `${place}.unit type_error.enum` },
    { change: { startDate: "2025-01-00" }, said: `${place}.start_date value_error.date` },
    { change: { endDate: "2024-12-31" }, said: `${place}.end_date end_date_before_start_date` },
    { change: { invoiceNumber: "x".repeat(256) }, said: `${place}.invoice_number value_error.any_str.max_length` },
    { change: { printedFuelName: "a\0" }, said: `${place}.printed_fuel_name value_error.any_str.nul` },
    { change: { lerCode: "15" }, said: `${place}.ler_code value_error.str.regex` },
  ])("is refused with $said", async ({ change, said }) => {
    const { id } = await readingOf("UBL: credit note");
    expect((await refusalOf(update(id, [{ ...item, ...change }]))).violations).toEqual([said]);
  });

  it("needs 1 to 20 items", async () => {
    const { id } = await readingOf("UBL: credit note");
    expect((await refusalOf(update(id, []))).violations).toEqual(["body.content.items value_error.missing"]);
    const many = Array.from({ length: 21 }, () => item);
    expect((await refusalOf(update(id, many))).violations).toEqual(["body.content.items value_error.list.max_items"]);
  });

  it("waits until the document is read", async () => {
    const { id } = await begin(golden("UBL: credit note").bytes, "a.xml");
    expect(await refusalOf(update(id, [item]))).toMatchObject({ code: "READING_INVALID_STATE" });
    await readWaiting();
  });
});

describe("a reading", () => {
  it("of another organization is not found", async () => {
    const { id, fileId } = await readingOf("UBL: credit note");
    const theirs = readings({}, newEditor() as typeof us);
    const share = { id: newId(), percentage: { value: "1" } };
    const calls = (fileReadingId: string) => [
      theirs.getReading({ fileReadingId }),
      theirs.updateReading({ fileReadingId, content: { items: [item] } }),
      theirs.deleteReading({ fileReadingId }),
      theirs.confirmReading({ fileReadings: [{ id: fileReadingId }], facilities: [share] }),
    ];
    const refusals = async (of: string) => Promise.all(calls(of).map((call) => refusalOf(call)));
    expect(await refusals(id)).toEqual(await refusals(newId()));
    expect((await refusals(id)).map(({ code }) => code)).toEqual(Array(4).fill("READING_NOT_FOUND"));
    expect(await theirs.listReadings({})).toMatchObject({ files: [], total: 0 });
    const started = theirs.sendFileEvent({ eventType: "PROCESS_DOCUMENT", detail: { fileId } });
    expect(await refusalOf(started)).toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  it("of a file about people is hidden from viewers", async () => {
    const people = { ...us, role: "human_resources" as const };
    const { id: fileId } = await imports.upload(people, "a.pdf", pdfOf([]));
    const admin = readings({}, { ...us, role: "admin" });
    const { reading } = await admin.sendFileEvent({ eventType: "PROCESS_DOCUMENT", detail: { fileId } });
    const viewer = readings({}, { ...us, role: "viewer" });
    expect(await refusalOf(viewer.getReading({ fileReadingId: reading!.id }))).toMatchObject({
      code: "READING_NOT_FOUND",
    });
    await readWaiting();
  });

  it("is deleted without its file, and with it", async () => {
    const { id, fileId } = await readingOf("UBL: credit note");
    await readings().deleteReading({ fileReadingId: id });
    expect(await refusalOf(get(id))).toMatchObject({ code: "READING_NOT_FOUND" });
    const { reading } = await event(fileId);
    await imports.db.asService(org(), ({ tx }) => tx`delete from files where id = ${fileId}`);
    expect(await refusalOf(get(reading!.id))).toMatchObject({ code: "READING_NOT_FOUND" });
    await readWaiting();
  });

  it("is started by PROCESS_DOCUMENT alone", async () => {
    const refused = readings().sendFileEvent({ eventType: "OTHER", detail: { fileId: newId() } });
    expect((await refusalOf(refused)).violations).toEqual(["body.event_type type_error.enum"]);
  });
});
