import { createHash, randomBytes } from "node:crypto";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FileDeletedSchema, FileService } from "@emissions/proto/imports/v1/file_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Imports, PUBLIC_URL, somebody, startImports } from "../imports.fixture.ts";
import { CHUNK_BYTES_MAX, CHUNK_STEP_BYTES, FILE_BYTES_MAX, UPLOADS_MAX } from "./limits.ts";
import { sweepUploads } from "./sweep.ts";

let imports: Imports;
let us: Principal;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());
beforeEach(() => {
  us = somebody();
});

const files = (principal = us) => imports.as(principal, FileService);
const words = Buffer.from("invoice 17\n");
/** A PDF by its first bytes. */
const pdf = (size: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(size - 9)]);

async function read(id: string, principal = us): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; ; at += chunks.at(-1)!.length) {
    const { content } = await files(principal).readFileChunk({ id, position: BigInt(at) });
    if (content.length === 0) return Buffer.concat(chunks);
    chunks.push(content);
  }
}

describe("a file", () => {
  it.each([10, CHUNK_BYTES_MAX, CHUNK_BYTES_MAX + 1])("of %i bytes comes back as it was", async (size) => {
    const content = pdf(size);
    const file = await imports.added(us, " Factura nº 17.pdf ", content);
    expect(file).toMatchObject({
      fileName: "Factura nº 17.pdf",
      contentType: "application/pdf",
      sizeBytes: BigInt(size),
      sizeKb: Math.ceil(size / 1024),
      sha256: createHash("sha256").update(content).digest("hex"),
      fileUrl: `${PUBLIC_URL}/v1/files/${file.id}/content`,
      uploadedBy: us.userId,
    });
    expect((await read(file.id)).equals(content)).toBe(true);
    expect((await files().getFile({ id: file.id })).file).toEqual(file);
  });

  it("has at most 25 MiB, exactly", async () => {
    const id = await imports.begun(us, "a.pdf", pdf(FILE_BYTES_MAX));
    const more = { id, position: BigInt(FILE_BYTES_MAX), content: words };
    expect(await refusalOf(files().appendFileChunk(more))).toMatchObject({ code: "FILE_TOO_LARGE" });
    expect((await files().finishFile({ id })).file).toMatchObject({
      sizeBytes: BigInt(FILE_BYTES_MAX),
      sizeKb: 25_600,
    });
  });

  it("is read from any position on", async () => {
    const content = pdf(CHUNK_BYTES_MAX + 100);
    const { id } = await imports.added(us, "a.pdf", content);
    const at = async (position: number) => (await files().readFileChunk({ id, position: BigInt(position) })).content;
    expect(Buffer.from(await at(CHUNK_BYTES_MAX - 5))).toEqual(content.subarray(CHUNK_BYTES_MAX - 5, CHUNK_BYTES_MAX));
    expect(Buffer.from(await at(CHUNK_BYTES_MAX + 5))).toEqual(content.subarray(CHUNK_BYTES_MAX + 5));
    expect(await at(content.length)).toHaveLength(0);
    expect(await at(Number.MAX_SAFE_INTEGER)).toHaveLength(0);
    expect(await refusalOf(at(-1))).toMatchObject({ violations: ["query.position value_error.number.not_ge"] });
  });

  it("that is not finished is neither seen nor read", async () => {
    const id = await imports.begun(us, "a.txt", words);
    expect((await files().listFiles({})).total).toBe(0);
    expect((await files().lookUpFiles({ ids: [id] })).files).toEqual([]);
    expect(await refusalOf(files().getFile({ id }))).toMatchObject({ code: "FILE_NOT_FOUND" });
    expect(await refusalOf(files().readFileChunk({ id }))).toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

describe("BeginFile", () => {
  it.each([
    { name: "a.exe", code: "FILE_TYPE_NOT_ALLOWED", violations: [] },
    { name: "a.pdf.html", code: "FILE_TYPE_NOT_ALLOWED", violations: [] },
    { name: "  ", code: "REQUEST_VALIDATION_FAILED", violations: ["body.file value_error.missing"] },
    { name: "../a.pdf", code: "REQUEST_VALIDATION_FAILED", violations: ["body.file value_error.file_name"] },
  ])("refuses $name with $code", async ({ name, code, violations }) => {
    expect(await refusalOf(files().beginFile({ fileName: name }))).toMatchObject({ code, violations });
    expect(await imports.rows(us, "files")).toEqual([]);
  });

  it("lets an organization have a number of unfinished uploads, also at the same moment", async () => {
    const attempts = Array.from({ length: UPLOADS_MAX + 5 }, () => files().beginFile({ fileName: "a.txt" }));
    const refused = (await Promise.allSettled(attempts)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(5);
    expect(await refusalOf(files().beginFile({ fileName: "a.txt" }))).toMatchObject({ code: "TOO_MANY_UPLOADS" });
    const [one] = await imports.rows<{ id: string }>(us, "files");
    await files().deleteFile({ id: one!.id });
    await files().beginFile({ fileName: "a.txt" });
    await files(somebody()).beginFile({ fileName: "a.txt" });
  });
});

describe("AppendFileChunk", () => {
  it("takes the same chunk twice, and no other in its place", async () => {
    const { id } = await files().beginFile({ fileName: "a.txt" });
    const chunk = { id, position: 0n, content: words };
    expect(await files().appendFileChunk(chunk)).toMatchObject({ sizeBytes: BigInt(words.length) });
    expect(await files().appendFileChunk(chunk)).toMatchObject({ sizeBytes: BigInt(words.length) });
    const others = [
      { ...chunk, content: Buffer.from("other") },
      { ...chunk, content: words.subarray(1) },
    ];
    for (const other of [...others, { ...chunk, position: BigInt(CHUNK_STEP_BYTES) }]) {
      expect(await refusalOf(files().appendFileChunk(other))).toMatchObject({ code: "FILE_CHUNK_OUT_OF_ORDER" });
    }
    expect(Buffer.from((await imports.rows<{ content: Buffer }>(us, "file_chunks"))[0]!.content)).toEqual(words);
  });

  it("keeps one of two that come at the same moment", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await files().beginFile({ fileName: "a.txt" });
      const outcomes = await Promise.allSettled(
        ["one", "two"].map((word) => files().appendFileChunk({ id, position: 0n, content: Buffer.from(word) })),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it.each([
    { what: "nothing", chunk: { content: new Uint8Array() }, refused: "body.content value_error.missing" },
    {
      what: "more than a chunk",
      chunk: { content: new Uint8Array(CHUNK_BYTES_MAX + 1) },
      refused: "body.content value_error.any_str.max_length",
    },
    { what: "a crumb", chunk: { position: 11n }, refused: "body.position value_error.position" },
    { what: "a place before all", chunk: { position: -65_536n }, refused: "body.position value_error.position" },
  ])("refuses $what", async ({ chunk, refused }) => {
    const { id } = await files().beginFile({ fileName: "a.txt" });
    const call = files().appendFileChunk({ id, position: 0n, content: words, ...chunk });
    expect((await refusalOf(call)).violations).toEqual([refused]);
  });

  it("adds nothing to a finished file", async () => {
    const { id } = await imports.added(us, "a.pdf", pdf(CHUNK_STEP_BYTES));
    const call = files().appendFileChunk({ id, position: BigInt(CHUNK_STEP_BYTES), content: words });
    expect(await refusalOf(call)).toMatchObject({ code: "FILE_CHUNK_OUT_OF_ORDER" });
  });
});

describe("FinishFile", () => {
  it("refuses what is empty, and what is not what its name says", async () => {
    const empty = await imports.begun(us, "a.txt", new Uint8Array());
    expect(await refusalOf(files().finishFile({ id: empty }))).toMatchObject({ code: "FILE_EMPTY" });
    const program = await imports.begun(us, "a.pdf", Buffer.from("MZ\x90\0"));
    expect(await refusalOf(files().finishFile({ id: program }))).toMatchObject({ code: "FILE_TYPE_MISMATCH" });
    expect((await files().listFiles({})).total).toBe(0);
  });

  it("changes nothing the second time", async () => {
    const file = await imports.added(us, "a.txt", words);
    expect((await files().finishFile({ id: file.id })).file).toEqual(file);
    expect(await imports.rows(us, "file_totals")).toMatchObject([{ storedBytes: String(words.length) }]);
  });
});

describe("the quota of an organization", () => {
  let small: Imports;
  beforeAll(async () => {
    small = await startImports({ fileQuotaBytes: 25 });
  });
  afterAll(() => small.drop());

  it("is never exceeded, and what is deleted makes room", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => small.begun(us, "a.txt", words)));
    const { finishFile, deleteFile } = small.as(us, FileService);
    const outcomes = await Promise.allSettled(ids.map((id) => finishFile({ id })));
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(1);
    const left = ids[outcomes.findIndex(({ status }) => status === "rejected")]!;
    expect(await refusalOf(finishFile({ id: left }))).toMatchObject({ code: "FILE_QUOTA_EXCEEDED" });
    await deleteFile({ id: ids.find((id) => id !== left)! });
    await finishFile({ id: left });
    expect(await small.rows(us, "file_totals")).toMatchObject([{ storedBytes: String(2 * words.length) }]);
  });

  it("refuses further uploads when it is used up", async () => {
    await small.added(us, "a.txt", Buffer.alloc(25, "a"));
    const call = small.as(us, FileService).beginFile({ fileName: "a.txt" });
    expect(await refusalOf(call)).toMatchObject({ code: "FILE_QUOTA_EXCEEDED" });
  });
});

describe("ListFiles", () => {
  it("shows ours, the newest first, by parts of their names whatever case and accents", async () => {
    await imports.added(somebody(), "Energía.txt", words);
    for (const name of ["Energía.txt", "agua.txt", "ENERGIA 100%.txt"]) await imports.added(us, name, words);
    const names = async (request: object) => (await files().listFiles(request)).files.map(({ fileName }) => fileName);
    expect(await names({})).toEqual(["ENERGIA 100%.txt", "agua.txt", "Energía.txt"]);
    expect(await names({ search: "energÍa" })).toEqual(["ENERGIA 100%.txt", "Energía.txt"]);
    expect(await names({ search: "%" })).toEqual(["ENERGIA 100%.txt"]);
    expect(await names({ page: 2, size: 2 })).toEqual(["Energía.txt"]);
    expect(await files().listFiles({ page: 9, size: 1 })).toMatchObject({ files: [], total: 3 });
    expect(await refusalOf(names({ size: 101 }))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
  });
});

describe("LookUpFiles", () => {
  it("finds ours among the ids", async () => {
    const ours = await imports.added(us, "a.txt", words);
    const theirs = await imports.added(somebody(), "a.txt", words);
    const { files: found } = await files().lookUpFiles({ ids: [theirs.id, ours.id, newId(), "no id"] });
    expect(found).toEqual([ours]);
    const many = Array.from({ length: 101 }, newId);
    expect(await refusalOf(files().lookUpFiles({ ids: many }))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
  });
});

describe("the file of another organization", () => {
  it("looks like one that does not exist", async () => {
    const theirs = somebody();
    const { id } = await imports.added(theirs, "a.txt", words);
    const unfinished = await imports.begun(theirs, "a.txt", words);
    for (const call of [
      (of: string) => files().getFile({ id: of }),
      (of: string) => files().readFileChunk({ id: of }),
      (of: string) => files().deleteFile({ id: of }),
      (of: string) => files().finishFile({ id: of }),
      (of: string) => files().appendFileChunk({ id: of, position: 0n, content: words }),
    ]) {
      const missing = await refusalOf(call(newId()));
      expect(missing).toMatchObject({ code: "FILE_NOT_FOUND", violations: [] });
      for (const of of [id, unfinished, "no id"]) expect(await refusalOf(call(of))).toEqual(missing);
    }
    expect((await read(id, theirs)).equals(words)).toBe(true);
  });
});

describe("DeleteFile", () => {
  it("removes content and file, and announces it once", async () => {
    const { id } = await imports.added(us, "a.txt", words);
    await files().deleteFile({ id });
    for (const table of ["files", "file_chunks", "file_uploads"]) expect(await imports.rows(us, table)).toEqual([]);
    expect(await imports.rows(us, "file_totals")).toMatchObject([{ storedBytes: "0" }]);
    expect(await imports.events(us, FileDeletedSchema)).toMatchObject([{ fileId: id }]);
    expect(await refusalOf(files().deleteFile({ id }))).toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  it("announces nothing of what was never finished", async () => {
    await files().deleteFile({ id: await imports.begun(us, "a.txt", words) });
    expect(await imports.rows(us, "file_chunks")).toEqual([]);
    expect(await imports.events(us, FileDeletedSchema)).toEqual([]);
  });
});

describe("the sweep", () => {
  it("removes old uploads of all organizations, and nothing else", async () => {
    const them = somebody();
    const old = await imports.begun(them, "old.txt", words);
    await imports.begun(us, "young.txt", words);
    await imports.added(us, "finished.txt", words);
    await imports.db.asService(
      them.organizationId,
      ({ tx }) => tx`update file_uploads set since = now() - interval '61 minutes' where file_id = ${old}`,
    );
    await sweepUploads(imports, new AbortController().signal);
    for (const table of ["files", "file_chunks", "file_uploads"]) expect(await imports.rows(them, table)).toEqual([]);
    expect(await imports.rows(us, "files")).toHaveLength(2);
  });
});

it("the tables refuse what the handlers would", async () => {
  const id = await imports.begun(us, "a.txt", words);
  const org = us.organizationId;
  const works: ((write: Write) => Promise<unknown>)[] = [
    ({ tx }) => tx`update files set size_bytes = ${FILE_BYTES_MAX + 1} where id = ${id}`,
    ({ tx }) => tx`update files set state = 'stored' where id = ${id}`,
    ({ tx }) => tx`update files set file_name = ${"a/b.txt"} where id = ${id}`,
    ({ tx }) => tx`update files set file_name = ${"a\u202eb.txt"} where id = ${id}`,
    ({ tx }) => tx`update files set file_name = ${"a\nb.txt"} where id = ${id}`,
    ({ tx }) => tx`
        insert into file_chunks (organization_id, file_id, position, content) values (${org}, ${id}, 7, ${words})`,
    ({ tx }) => tx`update file_chunks set content = ${Buffer.alloc(CHUNK_BYTES_MAX + 1)}`,
  ];
  for (const work of works) {
    await expect(imports.db.asService(org, work)).rejects.toMatchObject({ code: "23514" });
  }
});
