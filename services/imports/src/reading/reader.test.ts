import dgram from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { GOLDEN } from "./golden/golden.fixture.ts";
import { pdfOf } from "./golden/pdf.fixture.ts";
import { findNamespace } from "./namespace.ts";
import { createDocumentReader, type ReaderOptions } from "./reader.ts";

const crashes: Error[] = [];
const reader = (options: Partial<ReaderOptions> = {}) =>
  createDocumentReader({ onCrash: (error) => void crashes.push(error), ...options });
const document = (bytes: Uint8Array, timeoutMs = 120_000) => ({ bytes, fileName: "a.pdf", timeoutMs });
/** A process in place of the one that reads. */
const script = (text: string) => {
  const path = join(folder, `${text.length}.mjs`);
  writeFileSync(path, text);
  return pathToFileURL(path);
};
const folder = mkdtempSync(join(tmpdir(), "reader-"));
afterAll(() => rmSync(folder, { recursive: true }));
const MIB = 1024 ** 2;

describe("the reader", () => {
  it("reads a document in a process of its own", async () => {
    const { bytes, expected } = GOLDEN.find(({ what }) => what === "Spanish PDF: electricity")!;
    expect(await reader().read(document(bytes))).toMatchObject({ result: expected });
    expect(bytes.length).toBeGreaterThan(0);
  });

  it("stops a PDF that inflates to gigabytes", async () => {
    const bomb = pdfOf([], { operators: Buffer.alloc(64 * MIB, " ") });
    expect(bomb.length).toBeLessThan(MIB);
    const outcome = await reader({ memoryMib: 160 }).read(document(bomb));
    expect(outcome).toMatchObject({
      failure: { code: "READING_TOO_COMPLEX", message: expect.stringContaining("MiB of memory") },
    });
  });

  it.each([
    ["a crash", "process.once('message', () => process.send({ crash: { message: 'broken', stack: '' } }))", ["broken"]],
    ["an error", "throw new Error('broken parser')", []],
    ["an exit", "process.exit(0)", []],
    ["a signal", "process.kill(process.pid, 'SIGKILL')", []],
  ])("fails the document of a process that ends with %s", async (_, text, reported) => {
    crashes.length = 0;
    const outcome = await reader({ script: script(text) }).read(document(Buffer.of(1)));
    expect(outcome).toMatchObject({ failure: { code: "READING_UNREADABLE" } });
    expect(crashes.map(({ message }) => message)).toEqual(reported);
  });

  it("reads in a process that may read no file but code", async () => {
    crashes.length = 0;
    const text = `import { readFileSync } from "node:fs";
      const codeOf = (path) => { try { readFileSync(path); } catch ({ code }) { return code; } };
      const codes = ["/etc/passwd", "/proc/self/environ", ${JSON.stringify(join(folder, "other"))}].map(codeOf);
      process.once("message", () => process.send({ crash: { message: codes.join(), stack: "" } }));`;
    await reader({ script: script(text) }).read(document(Buffer.of(1)));
    expect(crashes.map(({ message }) => message)).toEqual([Array(3).fill("ERR_ACCESS_DENIED").join()]);
  });

  it("reads in a process that reaches no server, with or without a network namespace", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const socket = dgram.createSocket("udp4");
    socket.on("message", () => void connections++).bind(port, "127.0.0.1");
    const attempts = script(`import ${JSON.stringify(new URL("./no-network.ts", import.meta.url).href)};
      import dgram from "node:dgram"; import dns from "node:dns/promises"; import net from "node:net";
      const attempts = [
        () => fetch("http://127.0.0.1:${port}"),
        () => new Promise((resolve, reject) => net.connect(${port}, "127.0.0.1", resolve).on("error", reject)),
        () => dgram.createSocket("udp4").send("a", ${port}, "127.0.0.1"),
        () => dns.lookup("localhost"),
        () => net.createServer().listen(0),
        () => process.binding("tcp_wrap"),
      ];
      const codes = [];
      for (const attempt of attempts) {
        try { await attempt(); codes.push("reached"); } catch (error) { codes.push((error.cause ?? error).code); }
      }
      process.once("message", () => process.send({ crash: { message: codes.join(), stack: "" } }));`);
    for (const namespace of [undefined, Promise.resolve(null)]) {
      crashes.length = 0;
      await reader({ script: attempts, ...(namespace && { namespace }) }).read(document(Buffer.of(1)));
      expect(crashes.map(({ message }) => message)).toEqual([Array(6).fill("ERR_ACCESS_DENIED").join()]);
    }
    server.close();
    socket.close();
    expect(connections).toBe(0);
  });

  it("reads in a network namespace of its own where the platform permits it", async () => {
    crashes.length = 0;
    const text = `import { networkInterfaces } from "node:os";
      const names = Object.keys(networkInterfaces());
      process.once("message", () => process.send({ crash: { message: names.join(), stack: "" } }));`;
    await reader({ script: script(text) }).read(document(Buffer.of(1)));
    const expected = (await findNamespace()) === null ? Object.keys(networkInterfaces()).join() : "";
    expect(crashes.map(({ message }) => message)).toEqual([expected]);
  });

  it("stops a process that takes too long", async () => {
    const endless = reader({ script: script("for (;;);") });
    expect(await endless.read(document(Buffer.of(1), 100))).toMatchObject({
      failure: { code: "READING_TOO_COMPLEX", message: expect.stringContaining("seconds") },
    });
  });

  it("stops a process whose heap is full", async () => {
    const greedy = reader({
      heapMib: 16,
      script: script("const all = []; for (;;) all.push(new Array(1000).fill({}));"),
    });
    expect(await greedy.read(document(Buffer.of(1)))).toMatchObject({
      failure: { code: "READING_TOO_COMPLEX", message: expect.stringContaining("MiB of heap") },
    });
  });
});
