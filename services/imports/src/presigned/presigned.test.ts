import { createHash } from "node:crypto";
import { newId } from "@emissions/kit/process/id";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { FileStatus, PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EARLIER_SECRET, type Imports, newEditor, PUBLIC_URL, startImports } from "../imports.fixture.ts";
import { FILES_MAX, PENDING_MAX, URL_LIFETIME_S } from "./limits.ts";
import { sweepPresigned } from "./sweep.ts";
import { FileTokens } from "./token.ts";

const KIB = 1024;
const QUOTA = 100_000 * KIB;
const content = Buffer.from("%PDF-1.7\ninvoice");

let imports: Imports;
let us: Principal;

beforeAll(async () => {
  imports = await startImports({ fileQuotaBytes: QUOTA });
});
afterAll(() => imports.drop());
beforeEach(() => {
  us = newEditor();
});

const files = (principal = us) => imports.as(principal, PresignedFileService);
/** As the gateway calls for a request without a credential. */
const anonymous = () => files(servicePrincipal(us.organizationId));
const PDF = { name: "invoice 17", extension: "pdf", mimeType: "application/pdf", sizeKb: 1 };
const register = async (file = PDF) => (await files().createPresignedFiles({ files: [file] })).files[0]!;
const tokenOf = ({ presignedUrl }: { presignedUrl: string }) => presignedUrl.split("/").at(-1)!;
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const open = (token: string, more = {}) =>
  anonymous().openPresignedUpload({
    token,
    contentType: "application/pdf",
    sizeBytes: BigInt(content.length),
    ...more,
  });
const append = (id: string, attempt: number, bytes = content) =>
  imports
    .as(servicePrincipal(us.organizationId), FileService)
    .appendFileChunk({ id, position: 0n, content: bytes, attempt });
const finish = (token: string, attempt: number, bytes = content) =>
  anonymous().finishPresignedUpload({ token, attempt, sha256: hashOf(bytes) });

async function put(token: string, bytes = content) {
  const { id, attempt } = await open(token, { sizeBytes: BigInt(bytes.length) });
  if (attempt > 0) await append(id, attempt, bytes);
  return (await finish(token, attempt, bytes)).file!;
}

describe("an upload by a signed URL", () => {
  it("stores the declared file in the name of the person who registered it", async () => {
    const registered = await register();
    expect(registered).toMatchObject({
      status: FileStatus.PENDING,
      url: `${PUBLIC_URL}/v1/files/${registered.id}/content`,
      presignedUrl: expect.stringMatching(/^https:\/\/emissions\.example\/v1\/files\/presigned\/[\w-]{92}$/),
    });
    const file = await put(tokenOf(registered));
    expect(file).toMatchObject({ id: registered.id, fileName: "invoice 17.pdf", uploadedBy: us.userId, sizeKb: 1 });
    expect((await imports.as(us, FileService).listFiles({})).files).toEqual([file]);
    expect(await imports.rows(us, "presigned_files")).toEqual([]);
  });

  it("is answered alike when the same bytes come again, and refuses others", async () => {
    const token = tokenOf(await register());
    const first = await put(token);
    expect(await put(token)).toEqual(first);
    const other = Buffer.from(content.toString().replace("invoice", "another"));
    expect(await refusalOf(put(token, other))).toMatchObject({ code: "FILE_ALREADY_UPLOADED" });
  });

  it("begins anew after an interruption, and does not mix with the earlier attempt", async () => {
    const token = tokenOf(await register());
    const { id, attempt } = await open(token);
    await append(id, attempt, Buffer.from("%PDF-half of it"));
    const second = await open(token);
    expect(await refusalOf(append(id, attempt))).toMatchObject({ code: "FILE_CHUNK_OUT_OF_ORDER" });
    expect(await refusalOf(finish(token, attempt))).toMatchObject({ code: "FILE_UPLOAD_ENDED" });
    await append(id, second.attempt);
    expect((await finish(token, second.attempt)).file?.sha256).toBe(hashOf(content));
  });

  it.each([
    { what: "another type", more: { contentType: "text/csv" }, code: "FILE_TYPE_MISMATCH" },
    { what: "no type", more: { contentType: "" }, code: "FILE_TYPE_MISMATCH" },
    { what: "another size", more: { sizeBytes: 1025n }, code: "FILE_SIZE_MISMATCH" },
    { what: "no bytes", more: { sizeBytes: 0n }, code: "FILE_SIZE_MISMATCH" },
  ])("of $what than declared is refused: $code", async ({ more, code }) => {
    expect(await refusalOf(open(tokenOf(await register()), more))).toMatchObject({ code });
  });

  it("of another content than its type is refused", async () => {
    const token = tokenOf(await register());
    expect(await refusalOf(put(token, Buffer.from("<html>")))).toMatchObject({ code: "FILE_TYPE_MISMATCH" });
  });

  it("is accepted for a token of an earlier secret, and not signed with it", async () => {
    const { id, ...registered } = await register();
    const expiresAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 60_000);
    const grant = { org: us.organizationId, id, purpose: "upload", expiresAt } as const;
    const earlier = new FileTokens(fixedSecrets(EARLIER_SECRET));
    expect(imports.context.fileTokens.verify(earlier.sign(grant))).toEqual(grant);
    expect(earlier.verify(tokenOf(registered))).toBeNull();
  });

  it("is refused for a forged, foreign or expired token", async () => {
    const { id, ...registered } = await register();
    const token = tokenOf(registered);
    const forged = `${token.slice(0, -3)}${token.endsWith("AAA") ? "BBB" : "AAA"}`;
    const grant = { org: us.organizationId, id, purpose: "upload", expiresAt: new Date(Date.now() + 60_000) } as const;
    const ofAnother = new FileTokens(fixedSecrets("another secret of the same length")).sign(grant);
    const forDownload = imports.context.fileTokens.sign({ ...grant, purpose: "download" });
    const foreign = imports.context.fileTokens.sign({ ...grant, org: newId() });
    for (const bad of ["", "x", forged, ofAnother, forDownload, foreign, `${token}A`]) {
      expect(await refusalOf(open(bad))).toMatchObject({ code: "FILE_URL_NOT_FOUND" });
    }
    vi.useFakeTimers({ now: Date.now() + (URL_LIFETIME_S + 1) * 1_000, toFake: ["Date"] });
    try {
      expect(await refusalOf(open(token))).toMatchObject({ code: "FILE_URL_EXPIRED" });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("registered files", () => {
  it("count with their declared size against the quota until they are given up", async () => {
    const large = { ...PDF, sizeKb: 25_000 };
    const { files: four } = await files().createPresignedFiles({ files: [large, large, large, large] });
    const usage = async () => (await imports.as(us, FileService).getFileUsage({})).usage;
    const quotaBytes = BigInt(QUOTA);
    expect(await usage()).toMatchObject({ storedBytes: 0n, pendingBytes: quotaBytes, quotaBytes });
    expect(await refusalOf(register())).toMatchObject({ code: "FILE_QUOTA_EXCEEDED" });
    expect(await refusalOf(imports.beginUpload(us, "a.pdf", content))).toMatchObject({ code: "FILE_QUOTA_EXCEEDED" });
    const given = { fileIds: [four[0]!.id], status: FileStatus.ERROR };
    expect(await files().updatePresignedFiles(given)).toEqual(await files().updatePresignedFiles(given));
    expect(await refusalOf(open(tokenOf(four[0]!)))).toMatchObject({ code: "FILE_UPLOAD_ENDED" });
    await put(tokenOf(await register()));
    expect(await usage()).toMatchObject({ storedBytes: BigInt(content.length), pendingBytes: 75_000n * 1024n });
  });

  it("are confirmed after their upload only, all or none", async () => {
    const [first, second] = [await register(), await register()];
    await put(tokenOf(first));
    const set = (status: FileStatus, ...of: { id: string }[]) =>
      files().updatePresignedFiles({ fileIds: of.map(({ id }) => id), status });
    expect(await refusalOf(set(FileStatus.UPLOADED, first, second))).toMatchObject({ code: "FILE_NOT_UPLOADED" });
    expect(await refusalOf(set(FileStatus.ERROR, second, first))).toMatchObject({ code: "FILE_ALREADY_UPLOADED" });
    expect(await refusalOf(set(FileStatus.UPLOADED, { id: newId() }))).toMatchObject({ code: "FILE_NOT_FOUND" });
    expect((await set(FileStatus.UPLOADED, first)).files).toMatchObject([
      { id: first.id, status: FileStatus.UPLOADED },
    ]);
    await put(tokenOf(second));
  });

  it("are read after their confirmation if they are documents, once, and not those about people", async () => {
    const table = { ...PDF, extension: "csv", mimeType: "text/csv" };
    const [document, other] = [await register(), await register(table)];
    for (const { presignedUrl, mimeType } of [
      { ...document, ...PDF },
      { ...other, ...table },
    ]) {
      const token = tokenOf({ presignedUrl });
      const { id, attempt } = await open(token, { contentType: mimeType });
      await append(id, attempt);
      await finish(token, attempt);
    }
    const confirm = (ids: string[], as = us) =>
      files(as).updatePresignedFiles({ fileIds: ids, status: FileStatus.UPLOADED });
    await confirm([document.id, other.id]);
    await confirm([document.id]);
    expect(await imports.rows<object>(us, "readings")).toMatchObject([{ fileId: document.id, status: "pending" }]);
    const humanResources: Principal = { ...us, userId: newId(), role: "human_resources" };
    const payroll = (await files(humanResources).createPresignedFiles({ files: [PDF] })).files[0]!;
    await put(tokenOf(payroll));
    await confirm([payroll.id], humanResources);
    expect(await imports.rows<object>(us, "readings")).toHaveLength(1);
  });

  it.each([
    [{ name: "../a" }, "body.0.name value_error.file_name"],
    [{ name: "" }, "body.0.name value_error.file_name"],
    [{ mimeType: "pdf" }, "body.0.mime_type value_error.media_type"],
    [{ mimeType: "a/b\r\nx: y" }, "body.0.mime_type value_error.media_type"],
    [{ sizeKb: 25_601 }, "body.0.size_kb value_error.number.not_le"],
    [{ sizeKb: 0 }, "body.0.size_kb value_error.number.not_le"],
  ])("with %j are refused", async (more, said) => {
    expect(await refusalOf(register({ ...PDF, ...more }))).toMatchObject({ violations: [said] });
  });

  it("of a forbidden type, too many at once and too many in all are refused", async () => {
    expect(await refusalOf(register({ ...PDF, extension: "exe" }))).toMatchObject({ code: "FILE_TYPE_NOT_ALLOWED" });
    const many = (count: number) => files().createPresignedFiles({ files: Array.from({ length: count }, () => PDF) });
    expect(await refusalOf(many(FILES_MAX + 1))).toMatchObject({
      violations: ["body.files value_error.list.max_items"],
    });
    for (let count = 0; count < PENDING_MAX; count += FILES_MAX) await many(FILES_MAX);
    expect(await refusalOf(many(1))).toMatchObject({ code: "TOO_MANY_UPLOADS" });
  });

  it("are removed by the sweep when their content never arrived", async () => {
    const [stored, pending] = [await register(), await register()];
    await put(tokenOf(stored));
    await sweepPresigned({ db: imports.db }, new AbortController().signal);
    expect(await imports.rows(us, "files")).toHaveLength(2);
    // Other tests left more than one run removes.
    for (let run = 0; run < 2; run++) {
      await sweepPresigned({ db: imports.db, afterS: -URL_LIFETIME_S - 1 }, new AbortController().signal);
    }
    expect(await imports.rows(us, "files")).toMatchObject([{ id: stored.id }]);
    expect(await refusalOf(open(tokenOf(pending)))).toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

it("a signed URL of a file opens this file, and none that the caller does not see", async () => {
  const file = await put(tokenOf(await register()));
  const { download } = await files().createPresignedDownload({ id: file.id });
  expect((await anonymous().openPresignedDownload({ token: tokenOf(download!) })).file).toEqual(file);
  const foreign = files(newEditor()).createPresignedDownload({ id: file.id });
  expect(await refusalOf(foreign)).toMatchObject({ code: "FILE_NOT_FOUND" });
  const uploading = anonymous().openPresignedDownload({ token: tokenOf(await register()) });
  expect(await refusalOf(uploading)).toMatchObject({ code: "FILE_URL_NOT_FOUND" });
});
