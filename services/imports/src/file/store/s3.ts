import { unavailable } from "@emissions/kit/db/run-transaction";
import { AwsClient } from "aws4fetch";
import type { ContentKey, ContentStore } from "./content-store.ts";

/** A file has at most 25 MiB. The sweep that deletes unused objects waits longer than this. */
export const PUT_TIMEOUT_MS = 60_000;
/** Shorter than the deadline of a call. */
const READ_TIMEOUT_MS = 5_000;
const DELETE_TIMEOUT_MS = 10_000;
/** Further attempts after an answer of 429 or 5xx. */
const RETRIES = 2;

export interface S3Options {
  url: string;
  bucket: string;
  region: string;
  /** The present keys. They are asked for at each request. */
  keys(): { accessKey: string; secretKey: string };
}

interface S3Request {
  method: "PUT" | "GET" | "DELETE";
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  timeoutMs: number;
}

/** Objects in a bucket of an S3-compatible store, with path-style addresses and the key `<organization>/<file id>`. */
export function s3Store({ url, bucket, region, keys }: S3Options): ContentStore {
  const client = () => {
    const { accessKey: accessKeyId, secretKey: secretAccessKey } = keys();
    return new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
  };
  const base = `${url.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}`;

  const send = ({ org, id }: ContentKey, { timeoutMs, ...init }: S3Request) =>
    client()
      .fetch(`${base}/${org}/${id}`, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) })
      .catch((error: unknown) => refuse("The file store does not answer.", error));

  return {
    async put({ bytes, sha256, ...key }) {
      const headers = { "content-type": "application/octet-stream", "x-amz-content-sha256": sha256 };
      const body = bytes as Uint8Array<ArrayBuffer>;
      const answer = await send(key, { method: "PUT", headers, body, timeoutMs: PUT_TIMEOUT_MS });
      await finish(answer, [200, 201, 204]);
    },
    async read(key, { position, bytes }) {
      const headers = { range: `bytes=${position}-${position + bytes - 1}` };
      const answer = await send(key, { method: "GET", headers, timeoutMs: READ_TIMEOUT_MS });
      if (answer.status !== 206) await finish(answer, [206]);
      const content = await answer.bytes().catch((error: unknown) => refuse("The file store broke off.", error));
      if (content.length !== bytes) refuse(`The file store answered ${content.length} bytes instead of ${bytes}.`);
      return content;
    },
    async delete(key) {
      const answer = await send(key, { method: "DELETE", timeoutMs: DELETE_TIMEOUT_MS });
      if (answer.status !== 404) return finish(answer, [200, 204]);
      // Some servers answer so for a missing object. A missing bucket would hide objects that stay.
      if (!(await answer.text()).includes("NoSuchKey")) refuse("The file store answered 404.");
    },
  };
}

/** Drops the body, so that its connection is free again. It may name the bucket, so it is not logged. */
async function finish(answer: Response, accepted: readonly number[]): Promise<void> {
  await answer.body?.cancel();
  if (!accepted.includes(answer.status)) refuse(`The file store answered ${answer.status}.`);
}

function refuse(detail: string, cause?: unknown): never {
  throw unavailable(detail, cause);
}
