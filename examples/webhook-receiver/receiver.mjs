// Local webhook receiver. It verifies the signature of each event and prints one line per event.
//
//   WEBHOOK_SECRET=whsec_... node receiver.mjs <folder with receiver.key and receiver.pem>
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";

const PORT = Number(process.env.RECEIVER_PORT || 8443);
/** Events are a few hundred bytes long. */
const BODY_BYTES_MAX = 64 * 1024;
/** Delivery is at least once, so the receiver keeps the last event ids to detect duplicates. */
const SEEN_MAX = 10_000;

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? "");
const folder = process.argv[2] ?? ".";
const seen = new Set();

const server = createServer(
  { key: readFileSync(join(folder, "receiver.key")), cert: readFileSync(join(folder, "receiver.pem")) },
  async (request, response) => {
    const event = verify(await readBody(request), request.headers);
    response.writeHead(event === null ? 400 : 204).end();
    if (event !== null && isNew(event.id)) console.log(JSON.stringify(event));
  },
);
server.listen(PORT, "127.0.0.1");
await once(server, "listening");
console.log(`Listening on https://127.0.0.1:${PORT}`);

/**
 * Returns the event, or null if its signature or timestamp is invalid. The signature covers the exact bytes.
 * @param {string} body
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
function verify(body, headers) {
  try {
    return /** @type {{ id: string }} */ (webhook.verify(body, /** @type {Record<string, string>} */ (headers)));
  } catch {
    return null;
  }
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** @param {string} id */
function isNew(id) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (seen.size > SEEN_MAX) seen.delete(seen.values().next().value);
  return true;
}
