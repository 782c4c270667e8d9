import { Code, ConnectError } from "@connectrpc/connect";
import { activity, IBERDROLA, us } from "@emissions/activity/activity.fixture";
import { readingConsumer } from "@emissions/activity/project/reading-consumer";
import { facility } from "@emissions/activity/waste/waste.fixture";
import { newId } from "@emissions/kit/process/id";
import { ProjectEntityType, ProjectService } from "@emissions/proto/activity/v1/project_service";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import { FileStatus, PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import {
  type Reading,
  ReadingCategory,
  ReadingDeletedSchema,
  ReadingService,
  ReadingStatus,
} from "@emissions/proto/imports/v1/reading_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { get, golden, imports, readingOf, readings } from "../reading.fixture.ts";
import { confirmationTests, shares } from "./confirm.fixture.ts";
import { sweepConfirmations } from "./sweep.ts";

confirmationTests();

interface Row {
  id: string;
  type: string;
  facilityId: string;
  quantity: string;
  fileId: string;
  fileName: string;
  invofoxId: string;
  unitId: string;
  [key: string]: unknown;
}

const clear = () =>
  activity.db.asService(us.organizationId, async ({ tx }) => {
    await tx`delete from invoices`;
    await tx`delete from wastes`;
  });
beforeEach(clear);

const invoices = () => activity.rows<Row>(us, "invoices");
const wastes = () => activity.rows<Row>(us, "wastes");
const confirm = (
  { id }: Pick<Reading, "id">,
  facilities: Awaited<ReturnType<typeof shares>>,
  more: object = {},
  headers: Record<string, string> = {},
) => readings(headers).confirmReading({ fileReadings: [{ id }], facilities, ...more });

describe("a confirmation", () => {
  it("creates the invoice with its shares, once", async () => {
    const reading = await readingOf("Spanish PDF: electricity");
    const facilities = await shares("0.5", "0.25");
    const { confirmed } = await confirm(reading, facilities);
    const rows = await invoices();
    expect(confirmed).toMatchObject({ fileReadingId: reading.id, entityType: "invoices" });
    expect(confirmed!.recordIds.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(rows.toSorted((a, b) => Number(b.quantity) - Number(a.quantity))).toMatchObject([
      {
        facilityId: facilities[0]!.id,
        type: "electricity",
        quantity: "617.25",
        percentage: "0.5",
        cups: expect.any(String),
      },
      { facilityId: facilities[1]!.id, supplierId: IBERDROLA, quantity: "308.625", invoiceId: "21250117010034567" },
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({
        fileId: reading.fileId,
        fileName: "a.pdf",
        invofoxId: reading.id,
        unitId: unitId("kWh"),
        uploadedBy: us.userId,
      });
    }
    expect(await get(reading.id)).toMatchObject({
      status: ReadingStatus.CONFIRMED,
      linked: true,
      recordIds: confirmed!.recordIds,
    });
    expect(await refusalOf(confirm(reading, facilities))).toMatchObject({ code: "READING_ALREADY_CONFIRMED" });
    expect(await refusalOf(readings().deleteReading({ fileReadingId: reading.id }))).toMatchObject({
      code: "READING_ALREADY_CONFIRMED",
    });
    expect(await invoices()).toHaveLength(2);
  });

  it.each([
    { what: "CII: natural gas in MWh", type: "heat", fuel: "fuels/natural_gas", unit: "kg" },
    { what: "CII: water of a line with its own period", type: "water", fuel: null, unit: "m3" },
    { what: "ZUGFeRD: refrigerant", type: "recharge", fuel: "refrigerants/r_410a", unit: "kg" },
  ])("of $what creates an invoice of type $type", async ({ what, type, fuel }) => {
    const reading = await readingOf(what);
    if (type === "heat") {
      // The units of the test's catalogue.
      const { quantity, invoiceNumber, startDate, endDate } = reading.content!.items[0]!;
      const items = [
        { quantity: quantity!, invoiceNumber: invoiceNumber!, startDate: startDate!, endDate: endDate!, unit: "kWh" },
      ];
      await readings().updateReading({ fileReadingId: reading.id, content: { items } });
    }
    await confirm(reading, await shares("1"));
    const facilityFuelId = fuel === null ? null : catalogueId("facility_fuel", fuel);
    expect(await invoices()).toMatchObject([{ type, facilityFuelId }]);
  });

  it("of wastes creates one for each item and facility, in kilograms", async () => {
    const reading = await readingOf("UBL: waste with its code");
    const items = reading.content!.items.slice(0, 1).map(({ quantity, invoiceNumber, startDate, endDate }) => {
      const values = { quantity: quantity!, invoiceNumber: invoiceNumber!, startDate: startDate!, endDate: endDate! };
      return { ...values, unit: "t", lerCode: "150101", description: "Papel" };
    });
    await readings().updateReading({ fileReadingId: reading.id, content: { items } });
    const { confirmed } = await confirm(reading, await shares("0.6", "0.4"));
    const rows = await wastes();
    expect(rows.map(({ baseQuantity }) => baseQuantity).toSorted()).toEqual(["500", "750"]);
    expect(rows[0]).toMatchObject({ unitId: unitId("kg"), identificationName: "Papel", fileId: reading.fileId });
    expect(confirmed).toMatchObject({ entityType: "wastes", processingJobId: expect.any(String) });
    expect(confirmed!.recordIds.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it("in a dry run creates nothing", async () => {
    const reading = await readingOf("Spanish PDF: electricity");
    const { confirmed } = await confirm(reading, await shares("1"), {}, { "dry-run": "true" });
    expect(confirmed!.recordIds).toHaveLength(1);
    expect([await invoices(), (await get(reading.id)).status]).toEqual([[], ReadingStatus.SUCCESS]);
  });

  it("that is repeated under its key is answered as the first time", async () => {
    const reading = await readingOf("Spanish PDF: electricity");
    const [facilities, key] = [await shares("1"), { "idempotency-key": newId() }];
    const [first, again] = [await confirm(reading, facilities, {}, key), await confirm(reading, facilities, {}, key)];
    expect(again.confirmed).toEqual(first.confirmed);
    expect(await invoices()).toHaveLength(1);
  });

  it("that is requested ten times at once creates once", async () => {
    const reading = await readingOf("Spanish PDF: electricity");
    const facilities = await shares("1");
    await Promise.allSettled(Array.from({ length: 10 }, () => confirm(reading, facilities)));
    expect(await invoices()).toHaveLength(1);
    expect((await get(reading.id)).status).toBe(ReadingStatus.CONFIRMED);
  });
});

describe("a confirmation is refused", () => {
  const facilityPlace = "body.facilities";
  it.each([
    { what: "a sum above 1", percentages: ["0.7", "0.4"], said: `${facilityPlace} value_error.facility_shares` },
    { what: "a sum of 0", percentages: ["0"], said: `${facilityPlace} value_error.facility_shares` },
    { what: "a share above 1", percentages: ["1.1"], said: `${facilityPlace}.0.percentage value_error.number.not_le` },
    { what: "a share that is no number", percentages: ["x"], said: `${facilityPlace}.0.percentage type_error.decimal` },
    { what: "no facility", percentages: [], said: `${facilityPlace} value_error.missing` },
  ])("with $what", async ({ percentages, said }) => {
    const facilities = percentages.map((value) => ({ id: newId(), percentage: { value } }));
    expect((await refusalOf(confirm({ id: newId() }, facilities))).violations).toEqual([said]);
  });

  it("with two readings", async () => {
    const fileReadings = [{ id: newId() }, { id: newId() }];
    const refused = readings().confirmReading({ fileReadings, facilities: await shares("1") });
    expect(await refusalOf(refused)).toMatchObject({ code: "MULTIPLE_FILES_NOT_SUPPORTED" });
  });

  it("for a facility of another organization, and the reading can be confirmed afterwards", async () => {
    const reading = await readingOf("CII: water of a line with its own period");
    const wrong = [...(await shares("0.5")), { id: newId(), percentage: { value: "0.5" } }];
    expect((await refusalOf(confirm(reading, wrong))).violations).toEqual([
      "body.facilities.1.id value_error.not_found",
    ]);
    expect(await invoices()).toEqual([]);
    await confirm(reading, await shares("1"));
    expect(await invoices()).toHaveLength(1);
  });

  it("without a supplier that Spain needs, which the caller may send", async () => {
    const reading = await readingOf("UBL: electricity in kWh");
    const facilities = await shares("1");
    expect((await refusalOf(confirm(reading, facilities))).violations).toEqual([
      "body.supplier_id value_error.missing",
    ]);
    await confirm(reading, facilities, { supplierId: IBERDROLA });
    expect(await invoices()).toMatchObject([{ supplierId: IBERDROLA }]);
  });

  it("without a supplier elsewhere it is not", async () => {
    const reading = await readingOf("UBL: electricity in kWh");
    await confirm(reading, [{ id: await facility({ country: "FR" }), percentage: { value: "1" } }]);
    expect(await invoices()).toMatchObject([{ supplierId: null }]);
  });

  it("with a printed fuel that is not known, and with missing values", async () => {
    const reading = await readingOf("ZUGFeRD: refrigerant");
    const items = [{ quantity: { value: "1" }, unit: "kg", startDate: "2025-01-01", printedFuelName: "Frío 9" }];
    await readings().updateReading({ fileReadingId: reading.id, content: { items } });
    const place = "body.file_readings.0.content.items.0";
    const facilities = await shares("1");
    expect((await refusalOf(confirm(reading, facilities))).violations).toEqual([
      `${place}.end_date value_error.missing`,
    ]);
    const complete = items.map((item) => ({ ...item, endDate: "2025-01-31" }));
    await readings().updateReading({ fileReadingId: reading.id, content: { items: complete } });
    expect((await refusalOf(confirm(reading, facilities))).violations).toEqual([
      "body.facility_fuel_id value_error.missing",
    ]);
    const wrongUnit = complete.map((item) => ({ ...item, unit: "kWh" }));
    const category = ReadingCategory.WASTES;
    await readings().updateReading({ fileReadingId: reading.id, content: { items: wrongUnit }, category });
    expect((await refusalOf(confirm(reading, facilities))).violations).toEqual([
      `${place}.ler_code value_error.missing`,
      `${place}.unit value_error.unit_not_allowed`,
    ]);
    expect(await invoices()).toEqual([]);
  });
});

describe("a confirmation whose process was killed", () => {
  /** Breaks the call to activity before or after its commit. */
  const broken = async (when: "before" | "after", work: () => Promise<unknown>) => {
    const { invoices: real } = imports.context;
    const lost = () => Promise.reject(new ConnectError("killed", Code.Unavailable));
    imports.context.invoices = {
      ...real,
      createDocumentInvoices: async (...sent: Parameters<typeof real.createDocumentInvoices>) => {
        if (when === "after") await real.createDocumentInvoices(...sent);
        return lost();
      },
    };
    await expect(work()).rejects.toMatchObject({ code: Code.Unavailable });
    imports.context.invoices = real;
  };

  it.each(["before", "after"] as const)("%s the records were stored is finished by a repeat, once", async (when) => {
    const reading = await readingOf("Spanish PDF: electricity");
    const facilities = await shares("1");
    await broken(when, () => confirm(reading, facilities));
    expect(await refusalOf(readings().deleteReading({ fileReadingId: reading.id }))).toMatchObject({
      code: "READING_INVALID_STATE",
    });
    const { confirmed } = await confirm(reading, facilities);
    expect((await invoices()).map(({ id }) => id)).toEqual(confirmed!.recordIds);
  });

  it.each(["before", "after"] as const)("%s the records were stored is finished by the sweep, once", async (when) => {
    const reading = await readingOf("Spanish PDF: electricity");
    await broken(when, async () => confirm(reading, await shares("0.5", "0.5")));
    await sweepConfirmations(imports.context, new AbortController().signal, 60);
    expect((await get(reading.id)).linked).toBe(false);
    await sweepConfirmations(imports.context, new AbortController().signal, 0);
    expect(await get(reading.id)).toMatchObject({ linked: true, status: ReadingStatus.CONFIRMED });
    expect(await invoices()).toHaveLength(2);
    expect(await imports.rows(us, "reading_confirmations")).toEqual([]);
  });

  it("is finished before another one is judged", async () => {
    const reading = await readingOf("Spanish PDF: electricity");
    const [first, second] = [await shares("1"), await shares("0.5")];
    await broken("before", () => confirm(reading, first));
    expect(await refusalOf(confirm(reading, second))).toMatchObject({ code: "READING_ALREADY_CONFIRMED" });
    expect(await invoices()).toMatchObject([{ facilityId: first[0]!.id }]);
    expect(await get(reading.id)).toMatchObject({ linked: true });
  });
});

describe("a project", () => {
  const projects = (headers = {}) => activity.as(us, ProjectService, headers);
  const project = async () =>
    (await projects().createProject({ name: "Report", responsibleUserId: us.userId })).project!.id;
  const { FILE_READINGS, INVOICES } = ProjectEntityType;
  const link = (id: string, ...entityIds: string[]) =>
    projects().linkRecords({ id, entityType: FILE_READINGS, entityIds });
  const filesOf = async (id: string) => (await projects().getProject({ id })).project!.extended!.numberOfFiles;
  const idsIn = async (projectId: string) =>
    (await readings().listReadings({ projectId })).files.map(({ reading }) => reading!.id);
  const unlink = (id: string, entityType: ProjectEntityType) =>
    projects().unlinkRecords({ id, entityType, entityIds: [newId()] });
  /** The events of imports about deleted readings arrive. */
  const deliver = async () => {
    const events = await imports.events(us, ReadingDeletedSchema);
    await activity.db.asService(us.organizationId, (write) => readingConsumer.handle(write, events));
  };

  it("lists its linked readings and counts their files, until they are taken out", async () => {
    const [id, other] = [await project(), await project()];
    const [first, second] = [await readingOf("Spanish PDF: electricity"), await readingOf("CII: natural gas in MWh")];
    expect((await link(id, first.id, second.id)).links).toMatchObject({ changed: 2, total: 2 });
    expect((await link(id, first.id)).links).toMatchObject({ changed: 0, total: 2 });
    await link(other, second.id);
    expect([await idsIn(id), await idsIn(other), await idsIn(newId())]).toEqual([
      [second.id, first.id],
      [second.id],
      [],
    ]);
    expect([await filesOf(id), await filesOf(other)]).toEqual([2, 1]);
    await projects().unlinkRecords({ id, entityType: FILE_READINGS, entityIds: [second.id] });
    expect([await idsIn(id), await filesOf(id), await idsIn(other)]).toEqual([[first.id], 1, [second.id]]);
    await projects().deleteProject({ id });
    expect(await idsIn(id)).toEqual([]);
  });

  it("takes only readings of the organization", async () => {
    const id = await project();
    const { id: ours } = await readingOf("Spanish PDF: electricity");
    const refused = await refusalOf(link(id, ours, newId()));
    expect(refused.violations).toEqual(["body.entity_ids.1 value_error.not_found"]);
    const stranger = await activity.organization();
    const theirs = activity.as(stranger, ProjectService);
    const { project: own } = await theirs.createProject({ name: "A", responsibleUserId: stranger.userId });
    const foreign = theirs.linkRecords({ id: own!.id, entityType: FILE_READINGS, entityIds: [ours] });
    expect((await refusalOf(foreign)).violations).toEqual(["body.entity_ids.0 value_error.not_found"]);
    const list = imports.as(stranger, ReadingService).listReadings({ projectId: id });
    expect((await list).files).toEqual([]);
    expect((await refusalOf(readings().listReadings({ projectId: "all" }))).violations).toEqual([
      "query.project_id type_error.uuid",
    ]);
  });

  it("takes an import of its organization alone", async () => {
    const projectId = await project();
    const create = async (caller: typeof us) => {
      const { id } = await imports.upload(caller, "wastes.csv", Buffer.from("a;b\n1;2"));
      const request = { templateId: "wastes", uploadedFileId: id, projectId };
      return imports.as(caller, ImportSessionService).createImportSession(request);
    };
    expect((await create(us)).id).toHaveLength(36);
    const refused = await refusalOf(create(await activity.organization()));
    expect(refused.violations).toEqual(["body.project_id value_error.not_found"]);
  });

  it("takes the readings that match the filters of a list, unless they have changed", async () => {
    const id = await project();
    const [first, second] = [await readingOf("Spanish PDF: electricity"), await readingOf("CII: natural gas in MWh")];
    const filter = { fileId: [second.fileId, first.fileId], linked: false };
    const { filterHash, total } = await readings().listReadings({ ...filter, size: 1 });
    expect(total).toBe(2);
    const byFilters = (fileReadings: object, key = newId(), as = projects({ "idempotency-key": key })) =>
      as.linkRecordsByFilters({ id, entityType: FILE_READINGS, filterHash, fileReadings });
    const key = newId();
    const reordered = { ...filter, fileId: filter.fileId.toReversed() };
    const linked = await byFilters(reordered, key);
    expect(linked.links).toMatchObject({ changed: 2, total: 2 });
    const refused = [await refusalOf(byFilters({ fileId: filter.fileId })), await refusalOf(byFilters({}))];
    await confirm(first, await shares("1"));
    refused.push(await refusalOf(byFilters(filter)));
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill("FILTER_HASH_MISMATCH"));
    expect(await byFilters(reordered, key)).toEqual(linked);
    expect(await idsIn(id)).toEqual([second.id, first.id]);
    // Of another organization the filters match nothing.
    const stranger = await activity.organization();
    const none = await imports.as(stranger, ReadingService).listReadings(filter);
    expect([none.total, none.filterHash === filterHash]).toEqual([0, false]);
  });

  it("loses a reading that is deleted, alone or with its file, even during the link", async () => {
    const id = await project();
    const [first, second, third] = [
      await readingOf("Spanish PDF: electricity"),
      await readingOf("CII: natural gas in MWh"),
      await readingOf("ZUGFeRD: refrigerant"),
    ];
    await link(id, first.id, second.id);
    await readings().deleteReading({ fileReadingId: first.id });
    await imports.as(us, FileService).deleteFile({ id: second.fileId });
    await deliver();
    expect([await filesOf(id), (await unlink(id, FILE_READINGS)).links!.total]).toEqual([0, 0]);
    const { readings: client } = activity.context;
    activity.context.readings = {
      findReadings: client.findReadings,
      lookUpReadings: async (request, options) => {
        const found = await client.lookUpReadings(request, options);
        await readings().deleteReading({ fileReadingId: third.id });
        await deliver();
        return found;
      },
    };
    const late = await refusalOf(link(id, third.id));
    activity.context.readings = client;
    expect(late.violations).toEqual(["body.entity_ids.0 value_error.not_found"]);
    expect((await unlink(id, FILE_READINGS)).links!.total).toBe(0);
  });

  it("of a confirmation gets the reading and its invoices", async () => {
    const projectId = await project();
    const reading = await readingOf("Spanish PDF: electricity");
    const facilities = await shares("0.5", "0.25");
    const wrong = await refusalOf(confirm(reading, facilities, { projectId: newId() }));
    expect([wrong.violations, await invoices()]).toEqual([["body.project_id value_error.not_found"], []]);
    await confirm(reading, facilities, { projectId });
    expect(await idsIn(projectId)).toEqual([reading.id]);
    expect((await unlink(projectId, INVOICES)).links!.total).toBe(2);
    // The reading and its invoices have one file.
    expect(await filesOf(projectId)).toBe(1);
  });

  it("that is deleted during a confirmation does not fail it", async () => {
    const projectId = await project();
    const reading = await readingOf("Spanish PDF: electricity");
    const { linkRecords } = imports.context.projects;
    imports.context.projects.linkRecords = async (request, options) => {
      await projects()
        .deleteProject({ id: projectId })
        .catch(() => undefined);
      return linkRecords(request, options);
    };
    await confirm(reading, await shares("1"), { projectId });
    imports.context.projects.linkRecords = linkRecords;
    expect((await get(reading.id)).status).toBe(ReadingStatus.CONFIRMED);
    expect(await idsIn(projectId)).toEqual([]);
  });

  it("of uploaded files gets their readings", async () => {
    const projectId = await project();
    const { id } = await imports.upload(us, "a.pdf", golden("Spanish PDF: electricity").bytes);
    const sent = { fileIds: [id], status: FileStatus.UPLOADED };
    const files = (headers = {}) => imports.as(us, PresignedFileService, headers);
    const wrong = await refusalOf(files().updatePresignedFiles({ ...sent, projectId: newId() }));
    expect(wrong.violations).toEqual(["body.project_id value_error.not_found"]);
    const key = { "idempotency-key": newId() };
    const answer = await files(key).updatePresignedFiles({ ...sent, projectId });
    expect((await readings().listReadings({ projectId })).files).toMatchObject([{ id }]);
    await projects().deleteProject({ id: projectId });
    expect(await files(key).updatePresignedFiles({ ...sent, projectId })).toEqual(answer);
  });
});
