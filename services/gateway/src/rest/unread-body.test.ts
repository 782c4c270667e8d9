import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dropRest } from "./unread-body.ts";

const LIMITS = { bytes: 4 * 1024 * 1024, ms: 500 };

const server = createServer((request, response) => {
  dropRest(request, LIMITS);
  response.end("refused");
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

/** Writes the whole body before it reads. Tells what it read, or that the connection was lost. */
async function writeThenRead(sent: number, declared = sent) {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  let [text, isLost] = ["", false];
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => {
      isLost = true;
      resolve();
    });
  });
  await once(socket, "connect");
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${declared}\r\n\r\n`);
  await new Promise((resolve) => socket.write(Buffer.alloc(sent), resolve));
  await Promise.race([closed, pause(2 * LIMITS.ms)]);
  socket.on("data", (data) => {
    text += data;
  });
  await Promise.race([closed, pause(100)]);
  socket.destroy();
  return { isAnswered: text.includes("refused"), isLost };
}

describe("the rest of a refused body", () => {
  it("is dropped, so that a client that writes first reads the answer on an open connection", async () => {
    expect(await writeThenRead(LIMITS.bytes)).toEqual({ isAnswered: true, isLost: false });
  });

  it("is dropped up to a limit of bytes", async () => {
    expect(await writeThenRead(8 * LIMITS.bytes)).toMatchObject({ isLost: true });
  });

  it("is awaited up to a limit of time", async () => {
    expect(await writeThenRead(1, 2)).toMatchObject({ isLost: true });
  });
});
