import { readFileSync } from "node:fs";
import { request } from "node:https";
import { createSecureContext } from "node:tls";

/** The minimum work of a delivery: a TLS connection, one request, and its response. */
const { POST_URL, POST_CA, POST_COUNT, POST_AT_ONCE } = process.env;
const secureContext = createSecureContext({ ca: readFileSync(POST_CA!, "utf8") });
const body = "x".repeat(700);
let left = Number(POST_COUNT);

const post = () =>
  new Promise<void>((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const options = { method: "POST", agent: false, headers, secureContext, timeout: 10_000 };
    const sent = request(POST_URL!, options, (answer) => answer.resume().once("end", resolve));
    sent.once("error", reject).end(body);
  });

const worker = async () => {
  while (left-- > 0) await post();
};
await Promise.all(Array.from({ length: Number(POST_AT_ONCE) }, worker));
