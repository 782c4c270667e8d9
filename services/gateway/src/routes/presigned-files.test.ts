import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import type { Imports } from "@emissions/imports/imports.fixture";
import { createLogger } from "@emissions/kit/process/log";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { as, OURS, type Who } from "../../test/access.ts";
import { gatewayWithImports } from "../../test/real-files.ts";

const MIB = 1024 ** 2;
/** More than an address has in a minute. */
const LINK_FAILURES = 50;
/** More than an organization has at once. */
const UPLOADS = 30;

let imports: Imports;
let base: string;
let stop: () => Promise<void>;
let log = "";

beforeAll(async () => {
  const write = (line: string) => {
    log += line;
  };
  const logger = createLogger({ service: "gateway", level: "trace", destination: { write } });
  ({ imports, base, stop } = await gatewayWithImports([FileService, PresignedFileService], logger));
});
afterAll(() => stop());

const call = (path: string, init: RequestInit = {}, who: Who = "editor") =>
  fetch(base + path, { ...init, headers: { "content-type": "application/json", ...as(who), ...init.headers } });

interface Registered {
  id: string;
  status: string;
  presigned_url: string;
}

async function register(content: Uint8Array, file: object = {}): Promise<Registered & { path: string }> {
  const size_kb = Math.ceil(content.length / 1024);
  const body = JSON.stringify([{ name: "a", extension: "pdf", mime_type: "application/pdf", size_kb, ...file }]);
  const answer = await call("/v1/files/presigned-urls", { method: "POST", body });
  const [registered] = (await answer.json()) as [Registered];
  return { ...registered, path: new URL(registered.presigned_url).pathname };
}

/** Without any credential. */
const put = (path: string, content: Uint8Array | string, type = "application/pdf") =>
  fetch(base + path, { method: "PUT", body: content as Uint8Array<ArrayBuffer>, headers: { "content-type": type } });
const refusalIn = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const pdf = (size: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(size)]).subarray(0, size);

it.each([5, MIB + 1, 25 * MIB])("a file of %i bytes is uploaded and downloaded without a credential", async (size) => {
  const content = pdf(size);
  const { id, path, status } = await register(content);
  expect(status).toBe("pending");
  const answer = await put(path, content);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ id, size_bytes: size })]);
  const confirmed = await call("/v1/files/batch-update", {
    method: "PATCH",
    body: JSON.stringify({ file_ids: [id], status: "uploaded" }),
  });
  expect([confirmed.status, await confirmed.json()]).toEqual([200, [{ id, status: "uploaded" }]]);
  const { presigned_url } = (await (await call(`/v1/files/${id}/presigned-url`, {}, "viewer")).json()) as Registered;
  const download = await fetch(base + new URL(presigned_url).pathname);
  expect(download.headers.get("content-disposition")).toContain('filename="a.pdf"');
  expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
});

it("a body of JSON is stored as it is", async () => {
  const content = '{"a": 1e3, "a": 2}';
  const { path, id } = await register(Buffer.from(content), { extension: "json", mime_type: "application/json" });
  expect((await put(path, content, "application/json; charset=utf-8")).status).toBe(200);
  expect(await (await call(`/v1/files/${id}/content`)).text()).toBe(content);
});

it("a URL takes one content, of the declared type and size", async () => {
  const content = pdf(2_000);
  const { path } = await register(content);
  expect(await refusalIn(await put(path, content, "text/csv"))).toEqual([422, "FILE_TYPE_MISMATCH"]);
  expect(await refusalIn(await put(path, pdf(3_000)))).toEqual([422, "FILE_SIZE_MISMATCH"]);
  expect(await refusalIn(await put(path, pdf(26 * MIB)))).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  expect(await refusalIn(await put(`${path.slice(0, -4)}AAAA`, content))).toEqual([404, "NOT_FOUND"]);
  expect(await refusalIn(await fetch(base + path))).toEqual([404, "NOT_FOUND"]);
  expect((await put(path, content)).status).toBe(200);
  expect((await put(path, content)).status).toBe(200);
  expect(await refusalIn(await put(path, pdf(2_000)))).toEqual([409, "FILE_ALREADY_UPLOADED"]);
});

it("a body without a declared length is refused", async () => {
  const { path } = await register(pdf(10));
  const status = await new Promise((resolve) => {
    const sent = httpRequest(base + path, { method: "PUT", headers: { "transfer-encoding": "chunked" } });
    sent.on("response", (answer) => resolve(answer.statusCode));
    sent.end("%PDF-1.7\n0");
  });
  expect(status).toBe(422);
});

it("an upload that is interrupted is sent again", async () => {
  const content = pdf(3 * MIB);
  const { path } = await register(content);
  const { port } = new URL(base);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/pdf\r\ncontent-length: ${3 * MIB}\r\n\r\n`,
  );
  socket.write(content.subarray(0, 2 * MIB));
  const chunks = () => imports.rows({ organizationId: OURS }, "file_chunks");
  const before = (await chunks()).length;
  await until("some of it is stored", async () => (await chunks()).length > before);
  socket.destroy();
  expect((await put(path, content)).status).toBe(200);
});

it("viewers register nothing, and usage is shown", async () => {
  const refused = await call("/v1/files/presigned-urls", { method: "POST", body: "[]" }, "viewer");
  expect(refused.status).toBe(403);
  const usage = await (await call("/v1/files/usage", {}, "viewer")).json();
  expect(usage).toMatchObject({ stored_bytes: expect.any(Number), quota_bytes: 1024 ** 3 });
});

it("no token is in the log", async () => {
  const content = pdf(10);
  const { path } = await register(content);
  await put(path, content);
  await put(path, pdf(11));
  await fetch(base + path);
  expect(log).toContain("/v1/files/presigned/:token");
  expect(log).not.toContain(path.split("/").at(-1)!.slice(0, 60));
});

it("wrong tokens lock out no signed URL behind the same address", async () => {
  const content = pdf(2_000);
  const { id, path } = await register(content);
  const wrong = async (init?: RequestInit) => {
    const answer = await fetch(`${base}${path.slice(0, -4)}${randomBytes(3).toString("base64url")}`, init);
    await answer.text();
    return answer.status;
  };
  const statuses = [];
  for (let n = 0; n < LINK_FAILURES; n++) statuses.push(await wrong(n % 2 === 0 ? {} : { method: "PUT", body: "x" }));
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  expect((await put(path, content)).status).toBe(200);
  const { presigned_url } = (await (await call(`/v1/files/${id}/presigned-url`, {}, "viewer")).json()) as Registered;
  expect((await fetch(base + new URL(presigned_url).pathname)).status).toBe(200);
});

it("an upload by a wrong token takes no place of the organization that it names", async () => {
  const content = pdf(2_000);
  const { path } = await register(content);
  const { port } = new URL(base);
  const head = "content-type: application/pdf\r\ncontent-length: 2000\r\n\r\n";
  const silent = Array.from({ length: UPLOADS }, () => connect(Number(port), "127.0.0.1").on("error", () => {}));
  for (const socket of silent) socket.write(`PUT ${path.slice(0, -4)}AAAA HTTP/1.1\r\nhost: a\r\n${head}`);
  expect((await put(path, content)).status).toBe(200);
  for (const socket of silent) socket.destroy();
});
