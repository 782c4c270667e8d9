import { createHash, randomBytes } from "node:crypto";
import { newId } from "@emissions/kit/process/id";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { s3Server, testStore } from "./s3.fixture.ts";
import { type S3Options, s3Store } from "./s3.ts";

/** S3 servers refuse requests whose time differs by more than 15 minutes. */
const SKEW_MS = 20 * 60 * 1000;
const AT_ONCE = 20;

let server: Awaited<ReturnType<typeof testStore>>;
let options: S3Options;

beforeAll(async () => {
  server = await testStore();
  options = server.options;
});
afterAll(() => server.close());

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

  it("is refused in a bucket that does not exist, also its deletion", async () => {
    const content = newContent(10);
    const absent = s3Store({ ...options, bucket: `absent-${newId()}` });
    await expect(absent.put(content)).rejects.toMatchObject(refused);
    await expect(absent.read(content, { position: 0, bytes: 10 })).rejects.toMatchObject(refused);
    await expect(absent.delete(content)).rejects.toMatchObject(refused);
  });

  it("counts as deleted when a server answers that it does not exist", async () => {
    const other = await s3Server();
    other.state.missesKeys = true;
    await s3Store(other.options).delete(newContent(1));
    other.close();
  });

  it("is refused when the request was signed too long ago", async () => {
    const content = newContent(10);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - SKEW_MS });
    try {
      await expect(s3Store(options).put(content)).rejects.toMatchObject(refused);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is the same for reads and writes at once", async () => {
    const store = s3Store(options);
    const contents = Array.from({ length: AT_ONCE }, () => newContent(1024 * 1024));
    await Promise.all(contents.map((content) => store.put(content)));
    const read = await Promise.all(contents.map((content) => store.read(content, { position: 1, bytes: 1024 })));
    expect(read.map((bytes) => Buffer.from(bytes))).toEqual(contents.map(({ bytes }) => bytes.subarray(1, 1025)));
    await Promise.all(contents.map((content) => store.delete(content)));
  });

  it("is unavailable while the store is away", async () => {
    const away = s3Store({ ...options, url: "http://127.0.0.1:9" });
    await expect(away.read(newContent(1), { position: 0, bytes: 1 })).rejects.toMatchObject(refused);
  });

  it("is refused when the store answers with other bytes than asked for", async () => {
    const content = newContent(10);
    await s3Store(options).put(content);
    await expect(s3Store(options).read(content, { position: 5, bytes: 10 })).rejects.toMatchObject(refused);
    await s3Store(options).delete(content);
  });
});
