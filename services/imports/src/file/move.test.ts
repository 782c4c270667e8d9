import { randomBytes } from "node:crypto";
import type { Principal } from "@emissions/kit/wire/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import { readFile } from "./content.ts";
import { CHUNK_BYTES_MAX } from "./limits.ts";
import { deleteUnused, moveContents } from "./move.ts";
import type { ContentStore } from "./store/content-store.ts";
import { s3Server } from "./store/s3.fixture.ts";
import { s3Store } from "./store/s3.ts";

const SIGNAL = new AbortController().signal;

let imports: Imports;
let server: Awaited<ReturnType<typeof s3Server>>;
let store: ContentStore;
let us: Principal;

beforeAll(async () => {
  server = await s3Server();
  store = s3Store(server.options);
  imports = await startImports({ store });
});
afterAll(async () => {
  await imports.drop();
  server.close();
});
beforeEach(() => {
  server.objects.clear();
  us = newEditor();
});

const SIZE = CHUNK_BYTES_MAX + 1_000;
const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(SIZE - 9)]);
const upload = () => imports.upload(us, "a.pdf", content);
const move = (options: Partial<ContentStore> = {}) =>
  moveContents({ db: imports.db, store: { ...store, ...options } }, SIGNAL);
const removeUnused = (unusedS = 0) => deleteUnused({ db: imports.db, store, unusedS }, SIGNAL);
const rows = (table: string) => imports.rows(us, table);
const remove = (id: string) => imports.as(us, FileService).deleteFile({ id });
const whole = (id: string) => readFile(imports.context, { org: us.organizationId, id });
const chunkAt = async (id: string, position: number) =>
  Buffer.from((await imports.as(us, FileService).readFileChunk({ id, position: BigInt(position) })).content);

describe("the content of a file", () => {
  it("is the same before and after it was moved to the store", async () => {
    const { id } = await upload();
    expect((await whole(id))?.equals(content)).toBe(true);
    await move();
    expect(await rows("file_chunks")).toEqual([]);
    expect([...server.objects.keys()]).toEqual([`/evidence/${us.organizationId}/${id}`]);
    expect((await whole(id))?.equals(content)).toBe(true);
    expect(await chunkAt(id, SIZE - 10)).toEqual(content.subarray(-10));
    expect(await chunkAt(id, SIZE)).toHaveLength(0);
  });

  it("stays in the database while the store is away, and is readable", async () => {
    const { id } = await upload();
    server.state.failWith = 503;
    await expect(move()).rejects.toThrow("The file store answered 503");
    server.state.failWith = 0;
    expect((await whole(id))?.equals(content)).toBe(true);
    expect(server.objects.size).toBe(0);
    await move();
    expect(server.objects.size).toBe(1);
  });

  it("is moved after a process was killed between the write and the commit", async () => {
    const { id } = await upload();
    const killed = vi.fn(async (one: Parameters<ContentStore["put"]>[0]) => {
      await store.put(one);
      throw new Error("killed");
    });
    await expect(move({ put: killed })).rejects.toThrow("killed");
    expect(await rows("file_chunks")).toHaveLength(2);
    await move();
    expect(await rows("file_chunks")).toEqual([]);
    expect((await whole(id))?.equals(content)).toBe(true);
  });

  it("is not moved when it is damaged", async () => {
    const { id } = await upload();
    await imports.db.asService(
      us.organizationId,
      ({ tx }) => tx`update file_chunks set content = '\\x25504446'::bytea where file_id = ${id} and position > 0`,
    );
    await expect(move()).rejects.toThrow("does not match its hash");
    expect(server.objects.size).toBe(0);
    await remove(id);
  });
});

describe("the object of a deleted file", () => {
  it("is deleted after the time of grace", async () => {
    const { id } = await upload();
    await move();
    await remove(id);
    expect(await whole(id)).toBeNull();
    await removeUnused(60);
    expect(server.objects.size).toBe(1);
    await removeUnused();
    expect([server.objects.size, await rows("file_objects")]).toEqual([0, []]);
  });

  it("is deleted when it was written after the deletion", async () => {
    const { id } = await upload();
    await move({
      put: async (one) => {
        await remove(id);
        await store.put(one);
      },
    });
    expect(server.objects.size).toBe(1);
    await removeUnused();
    expect([server.objects.size, await rows("file_objects")]).toEqual([0, []]);
  });

  it("is deleted later when the store is away", async () => {
    const { id } = await upload();
    await move();
    await remove(id);
    server.state.failWith = 500;
    await expect(removeUnused()).rejects.toThrow("The file store answered 500");
    server.state.failWith = 0;
    await removeUnused();
    expect(server.objects.size).toBe(0);
  });
});
