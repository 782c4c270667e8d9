import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ReceiverFiles, receiverFiles } from "./certificates.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "emissions-certificates-"));
});
afterEach(() => rmSync(state, { recursive: true }));

const read = (file: string) => readFileSync(file, "utf8");

/** Whether a client that trusts only the authority accepts the certificate. */
async function isTrusted({ ca_file, certificate_file, key_file }: ReceiverFiles, servername: string): Promise<boolean> {
  const server = createServer({ key: read(key_file), cert: read(certificate_file) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", servername, ca: read(ca_file) });
  const [outcome] = await Promise.race([
    once(socket, "secureConnect").then(() => [true]),
    new Promise<[boolean]>((resolve) => socket.on("error", () => resolve([false]))),
  ]);
  socket.destroy();
  server.close();
  return outcome;
}

it("issues a certificate that is valid for this machine only", async () => {
  const files = await receiverFiles(state);
  expect(await isTrusted(files, "localhost")).toBe(true);
  expect(await isTrusted(files, "emissions.example")).toBe(false);
  expect(statSync(files.key_file).mode & 0o777).toBe(0o600);
});

it("keeps the certificate over restarts, and replaces it before it expires", async () => {
  const first = read((await receiverFiles(state)).certificate_file);
  expect(read((await receiverFiles(state)).certificate_file)).toBe(first);
  const soon = Date.now() + 340 * 86_400_000;
  expect(read((await receiverFiles(state, soon)).certificate_file)).not.toBe(first);
});
