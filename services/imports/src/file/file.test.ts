import { createHash, randomBytes } from "node:crypto";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FileDeletedSchema, FileService } from "@emissions/proto/imports/v1/file_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Imports, newEditor, PUBLIC_URL, startImports } from "../imports.fixture.ts";
import { CHUNK_BYTES_MAX, CHUNK_STEP_BYTES, FILE_BYTES_MAX, LOOKUP_IDS_MAX, UPLOADS_MAX } from "./limits.ts";
import { sweepUploads } from "./sweep.ts";

let imports: Imports;
let us: Principal;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());
beforeEach(() => {
  us = newEditor();
});

const files = (principal = us) => imports.as(principal, FileService);
const text = Buffer.from("invoice 17\n");
/** Random bytes behind the signature of a PDF. */
const pdf = (size: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(size - 9)]);

async function read(id: string, principal = us): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let position = 0; ; position += chunks.at(-1)!.length) {
    const { content } = await files(principal).readFileChunk({ id, position: BigInt(position) });
    if (content.length === 0) return Buffer.concat(chunks);
    chunks.push(content);
  }
}

describe("a file", () => {
  it.each([10, CHUNK_BYTES_MAX, CHUNK_BYTES_MAX + 1])(
    "returns the uploaded content of %i bytes unchanged",
    async (size) => {
      const content = pdf(size);
      const file = await imports.upload(us, " Factura nº 17.pdf ", content);
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
    },
  );

  it("accepts exactly 25 MiB and refuses one chunk more", async () => {
    const id = await imports.beginUpload(us, "a.pdf", pdf(FILE_BYTES_MAX));
    const more = { id, position: BigInt(FILE_BYTES_MAX), content: text };
    expect(await refusalOf(files().appendFileChunk(more))).toMatchObject({ code: "FILE_TOO_LARGE" });
    expect((await files().finishFile({ id })).file).toMatchObject({
      sizeBytes: BigInt(FILE_BYTES_MAX),
      sizeKb: 25_600,
    });
  });

  it("can be read from any position", async () => {
    const content = pdf(CHUNK_BYTES_MAX + 100);
    const { id } = await imports.upload(us, "a.pdf", content);
    const at = async (position: number) => (await files().readFileChunk({ id, position: BigInt(position) })).content;
    expect(Buffer.from(await at(CHUNK_BYTES_MAX - 5))).toEqual(content.subarray(CHUNK_BYTES_MAX - 5, CHUNK_BYTES_MAX));
    expect(Buffer.from(await at(CHUNK_BYTES_MAX + 5))).toEqual(content.subarray(CHUNK_BYTES_MAX + 5));
    expect(await at(content.length)).toHaveLength(0);
    expect(await at(Number.MAX_SAFE_INTEGER)).toHaveLength(0);
    expect(await refusalOf(at(-1))).toMatchObject({ violations: ["query.position value_error.number.not_ge"] });
  });

  it("is not visible and not readable before it is finished", async () => {
    const id = await imports.beginUpload(us, "a.txt", text);
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

  it("limits the unfinished uploads of an organization, also for concurrent calls", async () => {
    const attempts = Array.from({ length: UPLOADS_MAX + 5 }, () => files().beginFile({ fileName: "a.txt" }));
    const refused = (await Promise.allSettled(attempts)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(5);
    expect(await refusalOf(files().beginFile({ fileName: "a.txt" }))).toMatchObject({ code: "TOO_MANY_UPLOADS" });
    const [one] = await imports.rows<{ id: string }>(us, "files");
    await files().deleteFile({ id: one!.id });
    await files().beginFile({ fileName: "a.txt" });
    await files(newEditor()).beginFile({ fileName: "a.txt" });
  });
});

describe("AppendFileChunk", () => {
  it("accepts a repeated chunk, but no different content at the same position", async () => {
    const { id } = await files().beginFile({ fileName: "a.txt" });
    const chunk = { id, position: 0n, content: text };
    expect(await files().appendFileChunk(chunk)).toMatchObject({ sizeBytes: BigInt(text.length) });
    expect(await files().appendFileChunk(chunk)).toMatchObject({ sizeBytes: BigInt(text.length) });
    const others = [
      { ...chunk, content: Buffer.from("other") },
      { ...chunk, content: text.subarray(1) },
    ];
    for (const other of [...others, { ...chunk, position: BigInt(CHUNK_STEP_BYTES) }]) {
      expect(await refusalOf(files().appendFileChunk(other))).toMatchObject({ code: "FILE_CHUNK_OUT_OF_ORDER" });
    }
    expect(Buffer.from((await imports.rows<{ content: Buffer }>(us, "file_chunks"))[0]!.content)).toEqual(text);
  });

  it("stores only one of two concurrent chunks for the same position", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await files().beginFile({ fileName: "a.txt" });
      const outcomes = await Promise.allSettled(
        ["one", "two"].map((word) => files().appendFileChunk({ id, position: 0n, content: Buffer.from(word) })),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it.each([
    { what: "an empty chunk", chunk: { content: new Uint8Array() }, refused: "body.content value_error.missing" },
    {
      what: "a chunk that is too large",
      chunk: { content: new Uint8Array(CHUNK_BYTES_MAX + 1) },
      refused: "body.content value_error.any_str.max_length",
    },
    { what: "an unaligned position", chunk: { position: 11n }, refused: "body.position value_error.position" },
    { what: "a negative position", chunk: { position: -65_536n }, refused: "body.position value_error.position" },
  ])("refuses $what", async ({ chunk, refused }) => {
    const { id } = await files().beginFile({ fileName: "a.txt" });
    const call = files().appendFileChunk({ id, position: 0n, content: text, ...chunk });
    expect((await refusalOf(call)).violations).toEqual([refused]);
  });

  it("refuses to append to a finished file", async () => {
    const { id } = await imports.upload(us, "a.pdf", pdf(CHUNK_STEP_BYTES));
    const call = files().appendFileChunk({ id, position: BigInt(CHUNK_STEP_BYTES), content: text });
    expect(await refusalOf(call)).toMatchObject({ code: "FILE_CHUNK_OUT_OF_ORDER" });
  });
});

describe("FinishFile", () => {
  it("refuses an empty file and content that does not match the extension", async () => {
    const empty = await imports.beginUpload(us, "a.txt", new Uint8Array());
    expect(await refusalOf(files().finishFile({ id: empty }))).toMatchObject({ code: "FILE_EMPTY" });
    const program = await imports.beginUpload(us, "a.pdf", Buffer.from("MZ\x90\0"));
    expect(await refusalOf(files().finishFile({ id: program }))).toMatchObject({ code: "FILE_TYPE_MISMATCH" });
    expect((await files().listFiles({})).total).toBe(0);
  });

  it("returns the same file when it is called again", async () => {
    const file = await imports.upload(us, "a.txt", text);
    expect((await files().finishFile({ id: file.id })).file).toEqual(file);
    expect(await imports.rows(us, "file_totals")).toMatchObject([{ storedBytes: String(text.length) }]);
  });
});

describe("the storage quota of an organization", () => {
  let small: Imports;
  beforeAll(async () => {
    small = await startImports({ fileQuotaBytes: 25 });
  });
  afterAll(() => small.drop());

  it("is not exceeded by concurrent calls, and deleting a file frees its bytes", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => small.beginUpload(us, "a.txt", text)));
    const { finishFile, deleteFile } = small.as(us, FileService);
    const outcomes = await Promise.allSettled(ids.map((id) => finishFile({ id })));
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(1);
    const left = ids[outcomes.findIndex(({ status }) => status === "rejected")]!;
    expect(await refusalOf(finishFile({ id: left }))).toMatchObject({ code: "FILE_QUOTA_EXCEEDED" });
    await deleteFile({ id: ids.find((id) => id !== left)! });
    await finishFile({ id: left });
    expect(await small.rows(us, "file_totals")).toMatchObject([{ storedBytes: String(2 * text.length) }]);
  });

  it("refuses to begin an upload when it is used up", async () => {
    await small.upload(us, "a.txt", Buffer.alloc(25, "a"));
    const call = small.as(us, FileService).beginFile({ fileName: "a.txt" });
    expect(await refusalOf(call)).toMatchObject({ code: "FILE_QUOTA_EXCEEDED" });
  });
});

describe("ListFiles", () => {
  it("lists own files, newest first, and searches names without regard to case and accents", async () => {
    await imports.upload(newEditor(), "Energía.txt", text);
    for (const name of ["Energía.txt", "agua.txt", "ENERGIA 100%.txt"]) await imports.upload(us, name, text);
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
  it("returns only own finished files", async () => {
    const ours = await imports.upload(us, "a.txt", text);
    const theirs = await imports.upload(newEditor(), "a.txt", text);
    const { files: found } = await files().lookUpFiles({ ids: [theirs.id, ours.id, newId(), "no id"] });
    expect(found).toEqual([ours]);
    const many = Array.from({ length: LOOKUP_IDS_MAX + 1 }, newId);
    expect(await refusalOf(files().lookUpFiles({ ids: many }))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
  });
});

describe("a file of another organization", () => {
  it("gives the same error as a missing file", async () => {
    const theirs = newEditor();
    const { id } = await imports.upload(theirs, "a.txt", text);
    const unfinished = await imports.beginUpload(theirs, "a.txt", text);
    for (const call of [
      (of: string) => files().getFile({ id: of }),
      (of: string) => files().readFileChunk({ id: of }),
      (of: string) => files().deleteFile({ id: of }),
      (of: string) => files().finishFile({ id: of }),
      (of: string) => files().appendFileChunk({ id: of, position: 0n, content: text }),
    ]) {
      const missing = await refusalOf(call(newId()));
      expect(missing).toMatchObject({ code: "FILE_NOT_FOUND", violations: [] });
      for (const of of [id, unfinished, "no id"]) expect(await refusalOf(call(of))).toEqual(missing);
    }
    expect((await read(id, theirs)).equals(text)).toBe(true);
  });
});

describe("DeleteFile", () => {
  it("removes the file with its content and publishes one FileDeleted event", async () => {
    const { id } = await imports.upload(us, "a.txt", text);
    await files().deleteFile({ id });
    for (const table of ["files", "file_chunks", "file_uploads"]) expect(await imports.rows(us, table)).toEqual([]);
    expect(await imports.rows(us, "file_totals")).toMatchObject([{ storedBytes: "0" }]);
    expect(await imports.events(us, FileDeletedSchema)).toMatchObject([{ fileId: id }]);
    expect(await refusalOf(files().deleteFile({ id }))).toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  it("publishes no event for an unfinished file", async () => {
    await files().deleteFile({ id: await imports.beginUpload(us, "a.txt", text) });
    expect(await imports.rows(us, "file_chunks")).toEqual([]);
    expect(await imports.events(us, FileDeletedSchema)).toEqual([]);
  });
});

describe("the sweep for unfinished uploads", () => {
  it("removes only expired uploads, of all organizations", async () => {
    const them = newEditor();
    const old = await imports.beginUpload(them, "old.txt", text);
    await imports.beginUpload(us, "recent.txt", text);
    await imports.upload(us, "finished.txt", text);
    await imports.db.asService(
      them.organizationId,
      ({ tx }) => tx`update file_uploads set since = now() - interval '61 minutes' where file_id = ${old}`,
    );
    await sweepUploads(imports, new AbortController().signal);
    for (const table of ["files", "file_chunks", "file_uploads"]) expect(await imports.rows(them, table)).toEqual([]);
    expect(await imports.rows(us, "files")).toHaveLength(2);
  });
});

it("check constraints of the tables enforce the same limits as the handlers", async () => {
  const id = await imports.beginUpload(us, "a.txt", text);
  const org = us.organizationId;
  const violating: ((write: Write) => Promise<unknown>)[] = [
    ({ tx }) => tx`update files set size_bytes = ${FILE_BYTES_MAX + 1} where id = ${id}`,
    ({ tx }) => tx`update files set state = 'stored' where id = ${id}`,
    ({ tx }) => tx`update files set file_name = ${"a/b.txt"} where id = ${id}`,
    ({ tx }) => tx`update files set file_name = ${"a\u202eb.txt"} where id = ${id}`,
    ({ tx }) => tx`update files set file_name = ${"a\nb.txt"} where id = ${id}`,
    ({ tx }) => tx`
        insert into file_chunks (organization_id, file_id, position, content) values (${org}, ${id}, 7, ${text})`,
    ({ tx }) => tx`update file_chunks set content = ${Buffer.alloc(CHUNK_BYTES_MAX + 1)}`,
  ];
  for (const work of violating) {
    await expect(imports.db.asService(org, work)).rejects.toMatchObject({ code: "23514" });
  }
});

describe("a file of human_resources", () => {
  const of = (role: Principal["role"]): Principal => ({ ...us, role });
  const seenBy = async (role: Principal["role"], id: string) => {
    const { files: listed } = await files(of(role)).listFiles({});
    const { files: found } = await files(of(role)).lookUpFiles({ ids: [id] });
    const shown = await files(of(role))
      .getFile({ id })
      .then(
        () => 1,
        async (error) => ((await refusalOf(Promise.reject(error))).code === "FILE_NOT_FOUND" ? 0 : -1),
      );
    return [listed.length, found.length, shown];
  };

  it("is hidden from viewers, and that role sees no other files", async () => {
    const people = await imports.upload(of("human_resources"), "salaries.csv", text);
    expect([await seenBy("human_resources", people.id), await seenBy("viewer", people.id)]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    const invoice = await imports.upload(us, "invoice.csv", text);
    expect([await seenBy("human_resources", invoice.id), await seenBy("viewer", invoice.id)]).toEqual([
      [1, 0, 0],
      [1, 1, 1],
    ]);
    for (const role of ["editor", "admin"] as const) expect(await seenBy(role, people.id)).toEqual([2, 1, 1]);
  });

  it("is deleted by that role, which deletes no other files", async () => {
    const [people, invoice] = [
      await imports.upload(of("human_resources"), "salaries.csv", text),
      await imports.upload(us, "invoice.csv", text),
    ];
    imports.users.records.set(invoice.id, 1);
    const refused = files(of("human_resources")).deleteFile({ id: invoice.id });
    expect((await refusalOf(refused)).code).toBe("FILE_NOT_FOUND");
    await files(of("human_resources")).deleteFile({ id: people.id });
    expect((await files().listFiles({})).files.map(({ id }) => id)).toEqual([invoice.id]);
  });

  it("is read by no viewer or auditor, chunk by chunk", async () => {
    const { id } = await imports.upload(of("human_resources"), "salaries.csv", text);
    for (const role of ["viewer", "auditor"] as const)
      expect((await refusalOf(read(id, of(role)))).code).toBe("FILE_NOT_FOUND");
    expect((await read(id, of("human_resources"))).equals(text)).toBe(true);
  });
});
