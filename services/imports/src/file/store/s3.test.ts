import { createHash, randomBytes } from "node:crypto";
import { newId } from "@emissions/kit/process/id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { s3Server } from "./s3.fixture.ts";
import { type S3Options, s3Store } from "./s3.ts";

/** Another server in place of the stand-in: its URL, with the bucket and both keys. */
const {
  S3_TEST_URL: url,
  S3_TEST_BUCKET: bucket,
  S3_TEST_ACCESS_KEY: accessKey,
  S3_TEST_SECRET_KEY: secretKey,
} = process.env;

let standIn: Awaited<ReturnType<typeof s3Server>>;
let options: S3Options;

beforeAll(async () => {
  standIn = await s3Server();
  const isReal = url && bucket && accessKey && secretKey;
  options = isReal ? { url, bucket, keys: () => ({ accessKey, secretKey }), region: "us-east-1" } : standIn.options;
});
afterAll(() => standIn.close());

const newContent = (size: number) => {
  const bytes = randomBytes(size);
  return { org: newId(), id: newId(), bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
};
const refused = { rawMessage: expect.stringMatching(/^The file store /) };

describe("a content in an S3-compatible store", () => {
  it.each([1, 25 * 1024 * 1024])("of %i bytes comes back, whole and in ranges", async (size) => {
    const store = s3Store(options);
    const content = newContent(size);
    await store.put(content);
    await store.put(content);
    const last = { position: size - 1, bytes: 1 };
    expect(Buffer.from(await store.read(content, last))).toEqual(content.bytes.subarray(-1));
    const whole = await store.read(content, { position: 0, bytes: size });
    expect(content.bytes.equals(whole)).toBe(true);
    await store.delete(content);
    await store.delete(content);
    await expect(store.read(content, last)).rejects.toMatchObject(refused);
  });

  it("is not written under a wrong hash or a wrong key", async () => {
    const content = newContent(10);
    let keys = { ...options.keys(), secretKey: "wrong" };
    const store = s3Store({ ...options, keys: () => keys });
    await expect(store.put(content)).rejects.toMatchObject(refused);
    // The keys of the next request may be others.
    keys = options.keys();
    await store.put(content);
    await store.delete(content);
    await expect(s3Store(options).put({ ...content, sha256: "0".repeat(64) })).rejects.toMatchObject(refused);
    await expect(s3Store(options).read(content, { position: 0, bytes: 10 })).rejects.toMatchObject(refused);
  });

  it("is unavailable while the store is away", async () => {
    const away = s3Store({ ...options, url: "http://127.0.0.1:9" });
    await expect(away.read(newContent(1), { position: 0, bytes: 1 })).rejects.toMatchObject(refused);
  });

  it("is refused when the store answers with other bytes than asked for", async () => {
    const content = newContent(10);
    await s3Store(options).put(content);
    await expect(s3Store(options).read(content, { position: 5, bytes: 10 })).rejects.toMatchObject(refused);
  });
});
