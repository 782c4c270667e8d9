import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { newId } from "@emissions/kit/process/id";
import { growthDuring } from "@emissions/testkit/memory";
import { until } from "@emissions/testkit/poll";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnBackend, startBackend } from "../../support/backend.ts";
import { checkedFetch } from "../../support/conformance.ts";

const MIB = 1024 ** 2;
/** Ten files exceed the permitted growth of the gateway, and still arrive within 30 s on a busy machine. */
const FILE_BYTES = 8 * MIB;
const SIDE_BY_SIDE = 10;
const GROWTH_MAX = 70 * MIB;

let backend: OwnBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(FILE_BYTES)]);
const us = () => backend.caller("iberia", "editor");

function send(headers: Record<string, string> = {}) {
  const body = new FormData();
  body.append("file", new Blob([content]), "evidence.pdf");
  const all = { ...us(), ...headers };
  return checkedFetch(`${backend.urls.gateway}/v1/files`, { method: "POST", headers: all, body });
}

async function uploaded() {
  const answer = await send();
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; file_url: string; sha256: string };
}

const growth = async (work: () => Promise<unknown>) => (await growthDuring(backend.system, ["gateway"], work))[0];

it("ten uploads at once, and ten unread downloads, are streamed through the gateway", async () => {
  await uploaded();
  let files: Awaited<ReturnType<typeof uploaded>>[] = [];
  const uploading = await growth(async () => {
    files = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => uploaded()));
  });
  expect(uploading).toBeLessThan(GROWTH_MAX);
  const sha256 = createHash("sha256").update(content).digest("hex");
  expect(files.map((file) => file.sha256)).toEqual(Array(SIDE_BY_SIDE).fill(sha256));

  const [file] = files;
  const stalling = await growth(async () => {
    const answers = Array.from({ length: SIDE_BY_SIDE }, async () => {
      const asked = request(file!.file_url, { headers: us() }).end();
      const [answer] = await once(asked, "response");
      return answer.pause();
    });
    const stalled = await Promise.all(answers);
    const download = await checkedFetch(file!.file_url, { headers: us() });
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
    for (const answer of stalled) answer.destroy();
  });
  expect(stalling).toBeLessThan(GROWTH_MAX);
});

const listed = async () => (await backend.call("GET", "/v1/files", { as: us() })).json.total as number;

/** An upload with one part stored and the rest not sent yet. */
async function halfUpload(headers: Record<string, string> = {}) {
  const upload = request(`${backend.urls.gateway}/v1/files`, {
    method: "POST",
    headers: { ...us(), ...headers, "content-type": "multipart/form-data; boundary=x" },
  });
  const sql = postgres(backend.adminUrl, { max: 1 });
  const unfinished = async () =>
    (
      await sql<{ id: string }[]>`
      select distinct f.id from imports.files f join imports.file_chunks c on c.file_id = f.id
      where f.state = 'uploading'`
    ).map(({ id }) => id);
  const before = await unfinished();
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
  upload.write(content.subarray(0, 5 * MIB));
  const id = await until("some of it is stored", async () =>
    (await unfinished()).find((each) => !before.includes(each)),
  );
  await sql.end();
  return { upload, id };
}

it("an upload stays invisible after its gateway is killed", async () => {
  const before = await listed();
  const { upload, id } = await halfUpload();
  const broken = once(upload, "error");
  await backend.system.process("gateway").kill("SIGKILL");
  await broken;
  await backend.system.process("gateway").restart();
  expect(await listed()).toBe(before);
  for (const suffix of ["", "/content"]) {
    expect((await backend.call("GET", `/v1/files/${id}${suffix}`, { as: us() })).status).toBe(404);
  }
});

it("an upload whose service is killed gets 503, and its repeat is stored once", async () => {
  const before = await listed();
  const key = { "idempotency-key": newId() };
  const { upload } = await halfUpload(key);
  const answered = once(upload, "response");
  await backend.system.process("imports").kill("SIGKILL");
  upload.end(Buffer.concat([content.subarray(5 * MIB), Buffer.from("\r\n--x--\r\n")]));
  const [refused] = await answered;
  refused.resume();
  expect(refused.statusCode).toBe(503);

  await backend.system.process("imports").restart();
  const repeated = () =>
    until("the service is found again", async () => {
      const answer = await send(key);
      const body = await answer.json();
      return answer.status !== 503 && [answer.status, body];
    });
  const first = await repeated();
  expect(first).toMatchObject([201, { file_name: "evidence.pdf" }]);
  expect(await repeated()).toEqual(first);
  expect(await listed()).toBe(before + 1);
});
