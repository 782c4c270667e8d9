import { once } from "node:events";
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";

const REQUESTS = 50;

/**
 * In Node 24.20, 24.21 and 26.3 to 26.10, iterating over a buffered http2 body ends with ERR_STREAM_PREMATURE_CLOSE
 * (nodejs/node 65677). gRPC clients of other makers read that way. This test fails if the pinned Node is raised to such
 * a version.
 */
it(`runs on a Node that reads ${REQUESTS} buffered http2 answers of ${REQUESTS}`, async () => {
  const server = createServer((_, response) => response.end("x".repeat(100)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  let read = 0;
  for (let i = 0; i < REQUESTS; i++) {
    const stream = session.request({ ":path": "/" });
    await once(stream, "response");
    // The answer to a ping arrives after the body. Reading begins only when the whole body is buffered.
    await new Promise((resolve) => session.ping(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    try {
      let length = 0;
      for await (const chunk of stream) length += chunk.length;
      if (length === 100) read++;
    } catch {}
  }
  session.close();
  server.close();
  expect(read).toBe(REQUESTS);
});
