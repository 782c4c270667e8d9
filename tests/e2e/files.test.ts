import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { until } from "@emissions/testkit/poll";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorld, type World } from "../support/world.ts";

const MIB = 1024 ** 2;
const SIDE_BY_SIDE = 10;
const GROWTH_MAX = 100 * MIB;
const SAMPLE_MS = 20;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(25 * MIB - 9)]);
const us = () => world.caller("iberia", "editor");

async function upload() {
  const body = new FormData();
  body.append("file", new Blob([content]), "evidence.pdf");
  const answer = await fetch(`${world.system.urls.gateway}/v1/files`, { method: "POST", headers: us(), body });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; file_url: string; sha256: string };
}

/** Resident memory of the gateway. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${world.system.process("gateway").pid()}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** How much the gateway grows at most while something is done. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = residentBytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes());
  }, SAMPLE_MS);
  await work().finally(() => clearInterval(timer));
  return most - before;
}

it("ten uploads of 25 MiB at once, and ten downloads that nobody reads, pass through the gateway piece by piece", async () => {
  await upload();
  let files: Awaited<ReturnType<typeof upload>>[] = [];
  const uploading = await growthDuring(async () => {
    files = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, upload));
  });
  expect(uploading).toBeLessThan(GROWTH_MAX);
  const sha256 = createHash("sha256").update(content).digest("hex");
  expect(files.map((file) => file.sha256)).toEqual(Array(SIDE_BY_SIDE).fill(sha256));

  const [file] = files;
  const stalling = await growthDuring(async () => {
    const answers = Array.from({ length: SIDE_BY_SIDE }, async () => {
      const asked = request(file!.file_url, { headers: us() }).end();
      const [answer] = await once(asked, "response");
      return answer.pause();
    });
    const stalled = await Promise.all(answers);
    const download = await fetch(file!.file_url, { headers: us() });
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
    for (const answer of stalled) answer.destroy();
  });
  expect(stalling).toBeLessThan(GROWTH_MAX);
});

it("a gateway that is killed leaves an upload unfinished, which nobody sees", async () => {
  const listed = async () => (await world.call("GET", "/v1/files", { as: us() })).json.total as number;
  const before = await listed();
  const upload = request(`${world.system.urls.gateway}/v1/files`, {
    method: "POST",
    headers: { ...us(), "content-type": "multipart/form-data; boundary=x" },
  });
  const broken = once(upload, "error");
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
  upload.write(content.subarray(0, 5 * MIB));
  const sql = postgres(world.system.adminUrl, { max: 1 });
  const begun = await until("some of it is stored", async () => {
    const [chunk] = await sql`
      select f.id from imports.files f join imports.file_chunks c on c.file_id = f.id where f.state = 'uploading'`;
    return chunk?.id as string | undefined;
  });
  await sql.end();
  await world.system.process("gateway").kill("SIGKILL");
  await broken;
  await world.system.process("gateway").restart();
  expect(await listed()).toBe(before);
  for (const suffix of ["", "/content"]) {
    expect((await world.call("GET", `/v1/files/${begun}${suffix}`, { as: us() })).status).toBe(404);
  }
});
