import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Options } from "./s3.ts";

const CREDENTIALS = {
  bucket: "evidence",
  region: "eu-south-2",
  accessKey: "AKID",
  secretKey: "the secret of the store",
};

const NO_SUCH_KEY = "<Error><Code>NoSuchKey</Code></Error>";
/** The manual of AWS allows this difference between the clocks. */
const SKEW_MS_MAX = 15 * 60 * 1000;

/** The same variables as of the service: its store, and the end-to-end tests use it, too. */
const {
  FILE_STORE_URL: url = "",
  FILE_STORE_BUCKET: bucket = "",
  FILE_STORE_REGION: region = "us-east-1",
  FILE_STORE_ACCESS_KEY: accessKey = "",
  FILE_STORE_SECRET_KEY: secretKey = "",
} = process.env;

/** The store that the environment names, or a stand-in. */
export async function testStore(): Promise<{ options: S3Options; close(): void }> {
  if (url === "") return s3Server();
  return { options: { url, bucket, region, keys: () => ({ accessKey, secretKey }) }, close: () => {} };
}

/** A stand-in for an S3 server. It checks signatures by itself, as version 4 of the AWS manual says. */
export async function s3Server() {
  const objects = new Map<string, Buffer>();
  const state = {
    /** Answers every request with this status. */
    failWith: 0,
    /** Answers 404 to the deletion of a missing object, as some servers do. */
    missesKeys: false,
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const { method, url = "" } = request;
    const answer = (status: number, content: Uint8Array | string = "") => response.writeHead(status).end(content);
    if (state.failWith > 0) return answer(state.failWith);
    if (!isSigned(request, body) || isSkewed(request)) return answer(403);
    if (!url.startsWith(`/${CREDENTIALS.bucket}/`)) return answer(404, "<Error><Code>NoSuchBucket</Code></Error>");
    if (method === "PUT") {
      objects.set(url, body);
      return answer(200);
    }
    if (method === "DELETE") {
      const deleted = objects.delete(url);
      return deleted || !state.missesKeys ? answer(204) : answer(404, NO_SUCH_KEY);
    }
    const object = objects.get(url);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (object === undefined || range === null) return answer(404, NO_SUCH_KEY);
    return answer(206, object.subarray(Number(range[1]), Number(range[2]) + 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { bucket, region, ...keys } = CREDENTIALS;
  const options: S3Options = { url, bucket, region, keys: () => keys };
  return { options, objects, state, close: () => server.close() };
}

const hex = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

function isSkewed({ headers }: IncomingMessage): boolean {
  const date = String(headers["x-amz-date"]).replace(/(....)(..)(..)T(..)(..)(..)Z/, "$1-$2-$3T$4:$5:$6Z");
  // A test may have replaced Date.now().
  return !(Math.abs(performance.timeOrigin + performance.now() - Date.parse(date)) < SKEW_MS_MAX);
}

function isSigned({ method, url = "", headers }: IncomingMessage, body: Buffer): boolean {
  const sent = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? "");
  const [, credential = "", signed = "", signature] = sent ?? [];
  const payload = String(headers["x-amz-content-sha256"]);
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== hex(body)) return false;
  const [accessKey, day = "", ...scope] = credential.split("/");
  if (accessKey !== CREDENTIALS.accessKey || scope[0] !== CREDENTIALS.region) return false;
  const lines = signed.split(";").map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, url, "", lines.join(""), signed, payload].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], [day, ...scope].join("/"), hex(canonical)].join("\n");
  const key = [day, ...scope].reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretKey}`);
  return hmac(key, text).toString("hex") === signature;
}
