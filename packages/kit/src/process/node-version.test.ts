import { once } from "node:events";
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";

const REQUESTS = 50;

/**
 * Node 24.20, 24.21 and 26.3 to 26.10 end the iteration over an http2 body that
 * is already buffered with ERR_STREAM_PREMATURE_CLOSE (nodejs/node 65677). gRPC
 * clients of other makes read that way. Whoever raises the pin of Node sees it here.
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
    // The answer to a ping comes after the body: then all of it is here, and only then the reading begins.
    await new Promise((resolve) => session.ping(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    try {
      let length = 0;
      for await (const chunk of stream) length += chunk.length;
      if (length === 100) read++;
    } catch {
      // Not read, so not counted.
    }
  }
  session.close();
  server.close();
  expect(read).toBe(REQUESTS);
});
