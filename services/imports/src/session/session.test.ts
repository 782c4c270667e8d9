import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import {
  ImportSessionService,
  ImportSessionStatus as Status,
} from "@emissions/proto/imports/v1/import_session_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import { createSession, WASTES_CSV } from "./sessions.fixture.ts";
import { sweepCleanups } from "./sweep.ts";

let imports: Imports;
beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());

const as = (principal = newEditor()) => imports.as(principal, ImportSessionService);
const { signal } = new AbortController();

/** A statement as the service of the organization runs it. */
const sql =
  ({ organizationId }: Principal) =>
  (text: TemplateStringsArray, ...values: string[]) =>
    imports.db.asService(organizationId, async ({ tx }) => [...(await tx<{ fileId: string }[]>(text, ...values))]);

describe("creation", () => {
  it("parses the file and shows its columns and first rows", async () => {
    const us = newEditor();
    const importId = await createSession(imports, us);
    const { parsed } = await as(us).getParsedImport({ importId });
    expect(parsed).toMatchObject({
      status: Status.PARSED,
      fileName: "wastes.csv",
      totalRows: 3,
      detectedHeaderRow: 0,
      sourceColumns: ["Residuo", "Inicio", "Fin", "Cantidad"],
      sheets: [],
    });
    expect(parsed?.sampleRows[0]?.texts).toEqual(["Papel", "01/02/2026", "28/02/2026", "1.250,5"]);
    const { page } = await as(us).listImportRows({ importId, pageSize: 2, page: 2 });
    expect(page).toMatchObject({ totalRows: 3, totalPages: 2, page: 2 });
    expect(page?.rows).toMatchObject([
      { rowIndex: 2, rowNumber: 4, data: { Residuo: { text: "Madera" }, Cantidad: { text: "17,25" } } },
    ]);
  });

  it("reads a file with tabs by its extension", async () => {
    const us = newEditor();
    const importId = await createSession(imports, us, {
      fileName: "wastes.tsv",
      content: WASTES_CSV.replaceAll(";", "\t"),
    });
    const { parsed } = await as(us).getParsedImport({ importId });
    expect(parsed?.sourceColumns).toEqual(["Residuo", "Inicio", "Fin", "Cantidad"]);
    expect((await as(us).listImportSessions({})).sessions).toMatchObject([{ fileType: "csv" }]);
  });

  it("stores more rows than one batch, in the order of the file", async () => {
    const us = newEditor();
    const lines = Array.from({ length: 2_500 }, (_, at) => `Papel ${at};01/02/2026;28/02/2026;${at}`);
    const importId = await createSession(imports, us, { content: ["a;b;c;d", ...lines].join("\n") });
    const { page } = await as(us).listImportRows({ importId, page: 5, pageSize: 500 });
    expect(page?.rows.at(-1)).toMatchObject({ rowIndex: 2_499, data: { a: { text: "Papel 2499" } } });
  });

  it("refuses a file that cannot be read with the reason, and keeps the failed session", async () => {
    const us = newEditor();
    const importId = await createSession(imports, us, { fileName: "a.xlsx", content: "PK\x03\x04 no workbook" });
    expect(await refusalOf(as(us).getParsedImport({ importId }))).toMatchObject({ code: "IMPORT_FILE_UNREADABLE" });
    const { status } = await as(us).getImportStatus({ importId });
    expect(status).toMatchObject({ status: Status.FAILED, statusDetail: expect.stringMatching(/damaged/) });
    expect(await refusalOf(as(us).listImportRows({ importId }))).toMatchObject({ code: "IMPORT_INVALID_STATE" });
  });

  it.each([
    [{ templateId: "nothing" }, "IMPORT_TEMPLATE_NOT_FOUND"],
    [{ uploadedFileId: newId() }, "FILE_NOT_FOUND"],
    [{ uploadedFileId: "" }, "REQUEST_VALIDATION_FAILED"],
    [{ rawFileId: newId() }, "REQUEST_VALIDATION_FAILED"],
    [{ numericLocale: "klingon" }, "REQUEST_VALIDATION_FAILED"],
    [{ headerRow: -1 }, "REQUEST_VALIDATION_FAILED"],
    [{ projectId: "all" }, "REQUEST_VALIDATION_FAILED"],
    [{ folderId: "all" }, "REQUEST_VALIDATION_FAILED"],
    [{ folderId: newId() }, "REQUEST_VALIDATION_FAILED"],
  ])("refuses %j", async (change, code) => {
    const us = newEditor();
    const { id: uploadedFileId } = await imports.upload(us, "a.csv", Buffer.from("a;b\n1;2"));
    const request = { templateId: "wastes", uploadedFileId, ...change };
    expect(await refusalOf(as(us).createImportSession(request))).toMatchObject({ code });
  });

  it("makes one session of a repeated request", async () => {
    const us = newEditor();
    const { id: uploadedFileId } = await imports.upload(us, "a.csv", Buffer.from("a;b\n1;2"));
    const again = () =>
      imports
        .as(us, ImportSessionService, { "idempotency-key": "k1" })
        .createImportSession({ templateId: "wastes", uploadedFileId });
    const [first, second] = await Promise.all([again(), again()]);
    expect(second.id).toBe(first.id);
    expect((await as(us).listImportSessions({})).total).toBe(1);
  });

  it("is taken up again after a killed process, and fails after the last attempt", async () => {
    const us = newEditor();
    const importId = await createSession(imports, us);
    const { organizationId: org } = us;
    const again = async (attempts: number) => {
      await sql(us)`update import_sessions set status = 'created' where id = ${importId}`;
      await sql(us)`
        insert into import_runs (organization_id, session_id, principal, attempts, holder, held_until)
        values (${org}, ${importId}, ${JSON.stringify(us)}::text::jsonb, ${String(attempts)}::text::int, ${newId()}, now() - interval '1 second')`;
      imports.context.runner.poke();
      return until("the end of the run", async () => {
        const { status } = (await as(us).getImportStatus({ importId })).status!;
        return status === Status.CREATED ? null : status;
      });
    };
    expect(await again(1)).toBe(Status.PARSED);
    expect((await as(us).listImportRows({ importId })).page?.totalRows).toBe(3);
    expect(await again(3)).toBe(Status.FAILED);
  });
});

describe("a list", () => {
  it("has filters, and leaves out expired sessions", async () => {
    const us = newEditor();
    const [open, old] = [await createSession(imports, us), await createSession(imports, us)];
    await sql(us)`update import_sessions set expires_at = now() - interval '1 hour' where id = ${old}`;
    const ids = async (request: Parameters<ReturnType<typeof as>["listImportSessions"]>[0]) =>
      (await as(us).listImportSessions(request)).sessions.map(({ id }) => id);
    expect(await ids({})).toEqual([open]);
    expect(await ids({ includeExpired: true })).toEqual([old, open]);
    expect(await ids({ status: Status.EXPIRED })).toEqual([old]);
    expect(await ids({ status: Status.PARSED, templateId: "wastes", userId: us.userId! })).toEqual([open]);
    expect(await ids({ templateId: "purchases" })).toEqual([]);
    expect(await ids({ userId: newId() })).toEqual([]);
  });

  it("shows no session of another organization, and none to viewers", async () => {
    const us = newEditor();
    const importId = await createSession(imports, us);
    const viewer = as({ ...us, role: "viewer" });
    expect(await refusalOf(viewer.listImportSessions({}))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(viewer.getImportStatus({ importId }))).toMatchObject({ code: "FORBIDDEN" });
    for (const other of [newEditor(), { ...us, role: "human_resources" as const }]) {
      expect((await as(other).listImportSessions({})).total).toBe(0);
      const missing = await refusalOf(as(other).getImportStatus({ importId: newId() }));
      expect(await refusalOf(as(other).getImportStatus({ importId }))).toEqual(missing);
      expect(missing.code).toBe("IMPORT_NOT_FOUND");
    }
  });
});

describe("the end of a session", () => {
  it("is read as expired, and a sweep removes its rows and its file", async () => {
    const us = newEditor();
    const importId = await createSession(imports, us);
    await sql(us)`update import_sessions set expires_at = now() where id = ${importId}`;
    expect((await as(us).getImportStatus({ importId })).status?.status).toBe(Status.EXPIRED);
    expect(await refusalOf(as(us).listImportRows({ importId }))).toMatchObject({ code: "IMPORT_EXPIRED" });
    await sql(us)`update import_cleanups set due_at = now() where session_id = ${importId}`;
    await sweepCleanups(imports.context, signal);
    expect(await sql(us)`select from import_rows where session_id = ${importId}`).toHaveLength(0);
    expect((await imports.as(us, FileService).listFiles({})).total).toBe(0);
    expect((await as(us).listImportSessions({ includeExpired: true })).total).toBe(1);
  });

  it("keeps a file that records name, and a stored file that was not uploaded for it", async () => {
    const us = newEditor();
    const named = await createSession(imports, us);
    const { fileId } = (await sql(us)`select file_id from import_sessions where id = ${named}`)[0]!;
    imports.users.records.set(fileId, 1);
    const raw = await imports.upload(us, "raw.csv", Buffer.from(WASTES_CSV));
    const { id } = await as(us).createImportSession({ templateId: "wastes", rawFileId: raw.id });
    await as(us).getParsedImport({ importId: id, waitMs: 8_000 });
    for (const importId of [named, id]) await as(us).deleteImportSession({ importId });
    await sweepCleanups(imports.context, signal);
    const { files } = await imports.as(us, FileService).listFiles({});
    expect(files.map((file) => file.id).sort()).toEqual([fileId, raw.id].sort());
    expect((await as(us).listImportSessions({ includeExpired: true })).total).toBe(0);
    expect(await sql(us)`select from import_rows where session_id = any(${`{${named},${id}}`}::uuid[])`).toHaveLength(
      0,
    );
  });
});
