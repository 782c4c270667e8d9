import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import type { Imports } from "@emissions/imports/imports.fixture";
import { newId } from "@emissions/kit/process/id";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { FolderService } from "@emissions/proto/imports/v1/folder_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { as, OURS, THEIRS, type Who } from "../../test/access.ts";
import { gatewayWithImports } from "../../test/real-files.ts";

const MIB = 1024 ** 2;
const FILE_BYTES_MAX = 25 * MIB;

let imports: Imports;
let base: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ imports, base, stop } = await gatewayWithImports([FileService, FolderService]));
});
afterAll(() => stop());
beforeEach(() => imports.owner`truncate files, file_totals cascade`);

const call = (path: string, init: RequestInit = {}, who: Who = "editor") =>
  fetch(base + path, { ...init, headers: { ...as(who), ...init.headers } });

function upload(name: string, content: Uint8Array | string, headers: Record<string, string> = {}, path = "/v1/files") {
  const body = new FormData();
  body.append("file", new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return call(path, { method: "POST", body, headers });
}

const BOUNDARY = "x7c1f";
const form = (...parts: [head: string, content: string][]) =>
  `${parts.map(([head, content]) => `--${BOUNDARY}\r\nContent-Disposition: ${head}\r\n\r\n${content}\r\n`).join("")}--${BOUNDARY}--\r\n`;
const sendForm = (body: string | Buffer, headers: Record<string, string> = {}) =>
  call("/v1/files", {
    method: "POST",
    body: body as string,
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });

/** The status and code of a refusal, or its violations as "loc type". */
async function refusalIn(answer: Response): Promise<unknown[]> {
  const { code, detail } = (await answer.json()) as { code?: string; detail: { loc: string[]; type: string }[] };
  return [answer.status, code ?? detail.map(({ loc, type }) => `${loc.join(".")} ${type}`).join()];
}

const filesOf = (organizationId: string) => imports.rows({ organizationId }, "files");

const pdf = (size: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(size)]).subarray(0, size);

describe("a file", () => {
  it.each([
    { name: "one.txt", content: Buffer.from("1") },
    { name: "exact.pdf", content: pdf(MIB) },
    { name: "more.pdf", content: pdf(MIB + 1) },
    { name: "largest.pdf", content: pdf(FILE_BYTES_MAX) },
  ])("$name comes back byte for byte", async ({ name, content }) => {
    const answer = await upload(name, content);
    expect(answer.status).toBe(201);
    const file = (await answer.json()) as Record<string, unknown>;
    expect(file).toMatchObject({ file_name: name, size_bytes: content.length, uploaded_by: "u1" });
    const download = await call(`/v1/files/${file.id}/content`, {}, "viewer");
    expect(download.status).toBe(200);
    expect(download.headers.get("content-length")).toBe(String(content.length));
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
    expect(await (await call(`/v1/files/${file.id}`)).json()).toEqual(file);
  });

  it("has at least one byte and at most 25 MiB", async () => {
    expect(await refusalIn(await upload("a.txt", ""))).toEqual([422, "FILE_EMPTY"]);
    for (const size of [FILE_BYTES_MAX + 1, FILE_BYTES_MAX + MIB]) {
      expect(await refusalIn(await upload("a.pdf", pdf(size)))).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    }
    const endless = new ReadableStream({ pull: (stream) => stream.enqueue(Buffer.alloc(MIB, "a")) });
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const init = { method: "POST", body: endless, headers, duplex: "half" } as RequestInit;
    expect(await refusalIn(await call("/v1/files", init))).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(await filesOf(OURS)).toEqual([]);
  });

  it("may be sent to the other URL, in pieces of any size", async () => {
    const body = form(['form-data; name="file"; filename="a.csv"', "a;b\r\n1;2"]);
    async function* bytes() {
      for (const byte of Buffer.from(body)) yield Buffer.of(byte);
    }
    const headers = { "content-type": `multipart/form-data; boundary="${BOUNDARY}"` };
    const init = { method: "POST", body: ReadableStream.from(bytes()), headers, duplex: "half" } as RequestInit;
    const answer = await call("/v1/files/upload", init);
    expect([answer.status, await answer.json()]).toEqual([
      201,
      expect.objectContaining({ file_name: "a.csv", content_type: "text/csv", size_bytes: 8, size_kb: 1 }),
    ]);
  });

  it("is stored once under an idempotency key", async () => {
    const key = { "idempotency-key": newId() };
    const [first, again] = [await upload("a.txt", "words", key), await upload("a.txt", "words", key)];
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    expect(await filesOf(OURS)).toHaveLength(1);
    expect(await refusalIn(await upload("a.txt", "other", key))).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await refusalIn(await upload("b.txt", "words", key))).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await filesOf(OURS)).toHaveLength(1);
  });

  it("is in the folder that a text part names, before or after it", async () => {
    const body = JSON.stringify({ name: newId() });
    const headers = { "content-type": "application/json" };
    const folder = (await (await call("/v1/folders", { method: "POST", body, headers })).json()) as { id: string };
    const file: [string, string] = ['form-data; name="file"; filename="a.txt"', "hello"];
    const place = (id: string): [string, string] => ['form-data; name="folder_id"', id];
    for (const parts of [
      [file, place(folder.id)],
      [place(folder.id), file],
    ]) {
      const answer = await sendForm(form(...parts));
      expect([answer.status, await answer.json()]).toMatchObject([201, { folder_id: folder.id }]);
    }
    const twice = await sendForm(form(place(folder.id), file, place(folder.id)));
    expect(await refusalIn(twice)).toEqual([422, "body.folder_id value_error.extra"]);
    const malformed = await sendForm(form(file, place("a")));
    expect(await refusalIn(malformed)).toEqual([422, "body.folder_id type_error.uuid"]);
    const missing = await sendForm(form(file, place(newId())));
    expect(await refusalIn(missing)).toEqual([422, "body.folder_id value_error.not_found"]);
    expect(await filesOf(OURS)).toHaveLength(2);
  });

  it("is listed, found and deleted", async () => {
    const ids: string[] = [];
    for (const name of ["Energía.txt", "agua.txt"])
      ids.push(((await (await upload(name, "x")).json()) as { id: string }).id);
    expect(await (await call("/v1/files?search=ENERGIA&size=1")).json()).toMatchObject({
      items: [{ id: ids[0], file_name: "Energía.txt" }],
      total: 1,
      pages: 1,
    });
    expect((await call(`/v1/files/${ids[0]}`, { method: "DELETE" })).status).toBe(204);
    expect(await refusalIn(await call(`/v1/files/${ids[0]}/content`))).toEqual([404, "NOT_FOUND"]);
    expect(await (await call("/v1/files")).json()).toMatchObject({ items: [{ id: ids[1] }], total: 1 });
  });
});

describe("names and contents", () => {
  const name = "body.file value_error.file_name";
  it.each([
    ['"../a.txt"', 422, name],
    ['"..\\\\a.txt"', 422, name],
    ['"/etc/passwd"', 422, name],
    ['"a\0.txt"', 422, name],
    ['"a\tb.txt"', 422, name],
    [`"annual\u202efdp.txt"`, 422, name],
    ['".txt"', 422, name],
    [`"${"n".repeat(300)}.txt"`, 422, "body.file value_error.any_str.max_length"],
    ['""', 422, "body.file value_error.missing"],
    ['"a"', 422, "FILE_TYPE_NOT_ALLOWED"],
    ['"a.exe"', 422, "FILE_TYPE_NOT_ALLOWED"],
    ['"a.svg"', 422, "FILE_TYPE_NOT_ALLOWED"],
    ['"a.pdf.html"', 422, "FILE_TYPE_NOT_ALLOWED"],
    ['"a.pdf"', 422, "FILE_TYPE_MISMATCH"],
    ['"a.xlsx"', 422, "FILE_TYPE_MISMATCH"],
  ])("filename=%j is refused: %i %s", async (quoted, status, said) => {
    const answer = await sendForm(form([`form-data; name="file"; filename=${quoted}`, "hello"]));
    expect(await refusalIn(answer)).toEqual([status, said]);
    expect(await filesOf(OURS)).toEqual([]);
  });

  it("never split a header, in either direction", async () => {
    const crlf = await sendForm(form(['form-data; name="file"; filename="a\r\nx-admin: 1.txt"', "hello"]));
    expect(crlf.status).toBe(422);
    const encoded = await sendForm(form(["form-data; name=\"file\"; filename*=UTF-8''a%0d%0ab.txt", "hello"]));
    expect(encoded.status).toBe(422);
    const odd = `Año "50%"; 'ñ' (日本).txt`;
    const sent = await sendForm(form([`form-data; name="file"; filename="${odd.replaceAll('"', '\\"')}"`, "hello"]));
    const { id } = (await sent.json()) as { id: string };
    const download = await call(`/v1/files/${id}/content`);
    expect(download.headers.get("content-disposition")).toBe(
      `attachment; filename="A_o _50__; '_' (__).txt"; filename*=UTF-8''A%C3%B1o%20%2250%25%22%3B%20%27%C3%B1%27%20%28%E6%97%A5%E6%9C%AC%29.txt`,
    );
    expect(await (await call(`/v1/files/${id}`)).json()).toMatchObject({ file_name: odd });
  });
});

describe("bodies", () => {
  const file: [string, string] = ['form-data; name="file"; filename="a.txt"', "hello"];
  it.each([
    ["no part", form(), 422, "body.file value_error.missing"],
    ["a field in place of a file", form(['form-data; name="file"', "hello"]), 422, "body.file value_error.missing"],
    ["a file of another name", form(['form-data; name="f"; filename="a.txt"', "x"]), 422, "body.f value_error.extra"],
    ["a second file", form(file, file), 422, "body.file value_error.extra"],
    ["a field more", form(file, ['form-data; name="folder"', "x"]), 422, "body.folder value_error.extra"],
    ["a field before", form(['form-data; name="folder"', "x"], file), 422, "body.folder value_error.extra"],
    ["an end that is missing", form(file).slice(0, -10), 422, "body value_error.multipart"],
    ["nothing", "", 422, "body value_error.multipart"],
  ])("with %s are refused", async (_what, body, status, said) => {
    expect(await refusalIn(await sendForm(body))).toEqual([status, said]);
    expect(await filesOf(OURS)).toEqual([]);
  });

  it.each([
    ["content-type", "application/json"],
    ["content-type", "text/plain"],
    ["content-type", "multipart/mixed; boundary=x7c1f"],
    ["content-encoding", "gzip"],
  ])("with %s %s are refused", async (header, value) => {
    const body = header === "content-encoding" ? gzipSync(form(file)) : form(file);
    const answer = await sendForm(body, { [header]: value });
    expect(await refusalIn(answer)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  it("with files are accepted on file routes only, from roles that may write", async () => {
    const body = form(file);
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    const elsewhere = await call("/v1/suppliers", { method: "POST", body, headers });
    expect(await refusalIn(elsewhere)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    const viewer = await call("/v1/files", { method: "POST", body, headers }, "viewer");
    expect(await refusalIn(viewer)).toEqual([403, "FORBIDDEN"]);
  });

  it("that are interrupted leave nothing behind", async () => {
    const head = `POST /v1/files HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n`;
    const credentials = Object.entries(as("editor")).map(([header, value]) => `${header}: ${value}\r\n`);
    const part = `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    socket.write(head + credentials.join("") + part);
    socket.write(pdf(3 * MIB));
    await until(
      "some of it is stored",
      async () => (await imports.rows({ organizationId: OURS }, "file_chunks")).length > 0,
    );
    socket.destroy();
    await once(socket, "close");
    await until("nothing of it is left", async () => (await filesOf(OURS)).length === 0);
  });
});

describe("downloads", () => {
  let path: string;
  let etag: string;
  beforeEach(async () => {
    const { id, sha256 } = (await (await upload("a.txt", "hello")).json()) as Record<string, string>;
    path = `/v1/files/${id}/content`;
    etag = `"${sha256}"`;
  });

  it("are attachments, which browsers do not render", async () => {
    const { headers } = await call(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/plain",
      "content-disposition": `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-cache",
      etag,
    });
  });

  it("are not sent again to a client that has the ETag", async () => {
    const status = async (tag: string) => (await call(path, { headers: { "if-none-match": tag } })).status;
    expect(await status(etag)).toBe(304);
    expect(await status(`"other", W/${etag}`)).toBe(304);
    expect(await status('"other"')).toBe(200);
  });

  it("can be requested without their content", async () => {
    const answer = await call(path, { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "5", ""]);
  });

  it("of another organization are answered like missing ones", async () => {
    expect(await filesOf(THEIRS)).toEqual([]);
    for (const [method, suffix] of [
      ["GET", "/content"],
      ["HEAD", "/content"],
      ["GET", ""],
      ["DELETE", ""],
    ] as const) {
      const attempt = async (of: string) => {
        const answer = await call(of.replace(/\/content$/, suffix), { method }, "stranger");
        return [answer.status, await answer.text()];
      };
      const [ours, nobodys] = [await attempt(path), await attempt(`/v1/files/${newId()}/content`)];
      expect(ours).toEqual(nobodys);
      expect(ours[0]).toBe(404);
    }
    expect((await call(path)).status).toBe(200);
  });
});
