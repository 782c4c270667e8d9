import { conflict } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import {
  type ImportRows,
  ImportRowsSchema,
  ImportSessionService,
  ImportSessionStatus,
  ParsedImportSchema,
} from "@emissions/proto/imports/v1/import_session_service";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { as, type Who } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { MISSING_ID, SAMPLE_ID, sample } from "../../test/samples.ts";

const { createImportSession, startImportValidation, getImportValidation } = ImportSessionService.method;
const { appendFileChunk, finishFile, deleteFile } = FileService.method;

const STORED_ID = "0190f3a0-0000-7000-8000-0000000000f1";
/** Status of the session after the wait for it. */
let after: ImportSessionStatus = ImportSessionStatus.PARSED;
let validated: ImportSessionStatus = ImportSessionStatus.VALIDATED;
const answerOf = (status: ImportSessionStatus): ImportRows => ({ ...sample(ImportRowsSchema), status });
const handlers = [
  serve(FileService, { beginFile: () => ({ id: STORED_ID }), finishFile: () => ({}), deleteFile: () => ({}) }),
  serve(ImportSessionService, {
    createImportSession: ({ templateId, uploadedFileId, rawFileId }) => {
      if (templateId === "locked") throw conflict("IMPORT_INTERRUPTED", "The work was interrupted.");
      return { id: SAMPLE_ID, fileId: uploadedFileId || rawFileId };
    },
    getParsedImport: ({ importId, waitMs }) => {
      vi.advanceTimersByTime(waitMs);
      return { parsed: { ...sample(ParsedImportSchema), importId, status: after } };
    },
    startImportValidation: () => ({ validation: answerOf(after) }),
    getImportValidation: ({ waitMs }) => {
      vi.advanceTimersByTime(waitMs);
      return { validation: answerOf(validated) };
    },
  }),
];
const { app, calls } = await gateway({ handlers });
// Only the clock: waits end at once.
vi.useFakeTimers({ toFake: ["Date"] });
// Other files run in the same process.
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  after = ImportSessionStatus.PARSED;
  validated = ImportSessionStatus.VALIDATED;
});

const BOUNDARY = "x7c1f";
type Part = [head: string, content: string];
const form = (...parts: Part[]) =>
  `${parts.map(([head, content]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`).join("")}--${BOUNDARY}--\r\n`;
const file: Part = ['name="upload_file"; filename="a.csv"', "a;b\r\n1;2"];
const text = (name: string, content: string): Part => [`name="${name}"`, content];
const template = text("template_id", "wastes");

const post = (payload: string | Buffer, headers: Record<string, string> = {}, who: Who = "editor") =>
  app.inject({
    method: "POST",
    url: "/v2/imports/sessions",
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, ...as(who), ...headers },
    payload,
  });
const saidBy = (answer: Awaited<ReturnType<typeof post>>) => {
  const { code, errors } = answer.json();
  const violations = (errors ?? []).map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);
  return [answer.statusCode, violations.length > 0 ? violations.join() : code];
};

describe("a new session", () => {
  it.each([
    ["after", [template, text("header_row", "3"), file]],
    ["before", [file, template, text("header_row", "3")]],
  ])("has a file that stands %s the texts", async (_, parts) => {
    const answer = await post(form(...(parts as Part[])));
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { import_id: SAMPLE_ID, status: "parsed" }]);
    expect(answer.headers.location).toBe(`/v2/imports/${SAMPLE_ID}/status`);
    expect(Buffer.from(calls.lastRequest(appendFileChunk).content).toString()).toBe(file[1]);
    const request = { templateId: "wastes", headerRow: 3, uploadedFileId: STORED_ID, rawFileId: "" };
    expect(calls.lastRequest(createImportSession)).toMatchObject(request);
  });

  it("has a stored file instead of one in the body", async () => {
    const before = calls.count(finishFile);
    const answer = await post(form(template, text("raw_file_id", MISSING_ID)));
    expect(answer.statusCode).toBe(201);
    const request = { templateId: "wastes", uploadedFileId: "", rawFileId: MISSING_ID };
    expect(calls.lastRequest(createImportSession)).toMatchObject(request);
    expect(calls.count(finishFile)).toBe(before);
  });

  it("is answered with 202 while its file is still being read", async () => {
    after = ImportSessionStatus.CREATED;
    const answer = await post(form(template, file));
    expect([answer.statusCode, answer.json().status]).toEqual([202, "created"]);
  });

  it.each([
    ["a text that no session has", [template, file, text("name", "x")], "body.name value_error.extra"],
    ["a text twice", [template, file, template], "body.template_id value_error.extra"],
    ["a long text", [text("template_id", "x".repeat(1_025)), file], "body.template_id value_error.any_str.max_length"],
    ["a second file", [template, file, file], "body.upload_file value_error.extra"],
    ["a file of another name", [template, ['name="f"; filename="a.csv"', "x"]], "body.f value_error.extra"],
    ["a text in place of the file", [template, text("upload_file", "x")], "body.upload_file value_error.missing"],
    ["no template", [file], "body.template_id value_error.missing"],
    ["a row that is no number", [template, file, text("header_row", "-1")], "body.header_row value_error.str.regex"],
    ["an id that is none", [template, text("raw_file_id", "1")], "body.raw_file_id type_error.uuid"],
    [
      "a file of another type",
      [template, ['name="upload_file"; filename="a.pdf"', "x"]],
      "IMPORT_FILE_TYPE_UNSUPPORTED",
    ],
    [
      "more parts than all texts",
      [...Array.from({ length: 20 }, (_, at) => text(`t${at}`, ""))],
      "body.t0 value_error.extra",
    ],
  ])("with %s is refused", async (_, parts, said) => {
    const before = calls.count(createImportSession);
    const answer = await post(form(...(parts as Part[])));
    expect(saidBy(answer)).toEqual([said.startsWith("body") ? 422 : 415, said]);
    expect(answer.headers["content-type"]).toContain("problem+json");
    expect(calls.count(createImportSession)).toBe(before);
  });

  it("has a body of at most 25 MiB, which is a form", async () => {
    const large = await post(form(template, file), { "content-length": String(26 * 1024 ** 2) });
    expect(saidBy(large)).toEqual([413, "FILE_TOO_LARGE"]);
    const json = await post("{}", { "content-type": "application/json" });
    expect(saidBy(json)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect(saidBy(await post("", {}))).toEqual([422, "body value_error.multipart"]);
    expect(saidBy(await post(form(template, file), {}, "viewer"))).toEqual([403, "FORBIDDEN"]);
  });

  it("that is refused by the service leaves no file", async () => {
    const before = calls.count(deleteFile);
    expect(saidBy(await post(form(text("template_id", "locked"), file)))).toEqual([409, "IMPORT_INTERRUPTED"]);
    expect(calls.count(deleteFile)).toBe(before + 1);
    expect(calls.lastRequest(deleteFile).id).toBe(STORED_ID);
  });

  it("is another request with other texts, and the same one in another order", async () => {
    const fingerprintOf = async (...parts: Part[]) => {
      await post(form(...parts), { "idempotency-key": "import" });
      return calls.lastHeaders(createImportSession).get("idempotency-fingerprint");
    };
    const first = await fingerprintOf(template, text("header_row", "1"), file);
    expect(first).toMatch(/./);
    expect(await fingerprintOf(file, text("header_row", "1"), template)).toBe(first);
    expect(await fingerprintOf(template, text("header_row", "2"), file)).not.toBe(first);
    expect(await fingerprintOf(template, file)).not.toBe(first);
    expect(await fingerprintOf(template, text("header_row", "1"), [file[0], "a;b\r\n1;3"])).not.toBe(first);
  });
});

describe("a validation", () => {
  const validate = () =>
    app.inject({
      method: "POST",
      url: `/v2/imports/${SAMPLE_ID}/validate`,
      headers: as("editor"),
      payload: { mapping: { Residuo: "identification_name" } },
    });

  it("that runs on is answered with 202", async () => {
    after = ImportSessionStatus.VALIDATING;
    validated = ImportSessionStatus.VALIDATING;
    const answer = await validate();
    expect([answer.statusCode, answer.json().status]).toEqual([202, "validating"]);
  });

  it("that ends in time is answered with its result", async () => {
    after = ImportSessionStatus.VALIDATING;
    const answer = await validate();
    expect([answer.statusCode, answer.json().status]).toEqual([200, "validated"]);
    expect(calls.lastRequest(startImportValidation).mapping).toEqual({ Residuo: "identification_name" });
    expect(calls.lastRequest(getImportValidation).waitMs).toBeGreaterThan(0);
  });
});

it("a deleted session has no body", async () => {
  const answer = await app.inject({ method: "DELETE", url: `/v2/imports/${SAMPLE_ID}`, headers: as("editor") });
  expect([answer.statusCode, answer.body]).toEqual([204, ""]);
});
