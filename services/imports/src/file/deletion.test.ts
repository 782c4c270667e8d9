import { Code, ConnectError } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FileDeletedSchema, FileService } from "@emissions/proto/imports/v1/file_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import { markFile } from "./deletion.ts";
import { sweepDeletions } from "./sweep.ts";

let imports: Imports;
let us: Principal;
let id: string;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());
beforeEach(async () => {
  imports.users.onCount = async () => {};
  us = newEditor();
  id = (await imports.upload(us, "a.txt", Buffer.from("proof\n"))).id;
});

const files = (headers: Record<string, string> = {}) => imports.as(us, FileService, headers);
const deletion = () => files().deleteFile({ id });
const lookedUp = async () => {
  const { files: found, deletionAttempts } = await files().lookUpFiles({ ids: [id] });
  return found.map((_, at) => deletionAttempts[at]);
};
const unavailable = () => Promise.reject(new ConnectError("nobody there", Code.Unavailable));
const marks = () => imports.rows(us, "file_deletions");
const events = () => imports.events(us, FileDeletedSchema);

describe("a file in use", () => {
  it.each([
    { records: 0, factors: 1, detail: "1 custom factor names the file." },
    { records: 1, factors: 0, detail: "1 record names the file." },
    { records: 1200, factors: 2, detail: "1200 records and 2 custom factors name the file." },
  ])("is not deleted: $detail", async ({ records, factors, detail }) => {
    imports.users.records.set(id, records);
    imports.users.factors.set(id, factors);
    expect(await refusalOf(deletion())).toMatchObject({ code: "FILE_IN_USE", detail });
    expect(await files().getFile({ id })).toMatchObject({ file: { id } });
    expect(await lookedUp()).toEqual([1]);
    expect([await marks(), await events()]).toEqual([[], []]);
    imports.users.records.delete(id);
    imports.users.factors.delete(id);
    await deletion();
    expect(await imports.rows(us, "files")).toEqual([]);
  });

  it("is not found for new rows while its uses are counted, and readers still see it", async () => {
    let asked = 0;
    imports.users.onCount = async ({ fileId, deletionAttempt }, principal) => {
      asked += 1;
      expect([fileId, deletionAttempt]).toEqual([id, 1]);
      expect(principal).toMatchObject({ kind: "service", organizationId: us.organizationId });
      expect(await lookedUp()).toEqual([]);
      expect(await files().getFile({ id })).toMatchObject({ file: { id } });
    };
    await deletion();
    expect(asked).toBe(1);
  });
});

describe("a deletion", () => {
  it("that cannot count the uses is refused, and leaves the file usable", async () => {
    imports.users.onCount = unavailable;
    await expect(deletion()).rejects.toMatchObject({ code: Code.Unavailable });
    expect([await marks(), await lookedUp()]).toEqual([[], [1]]);
  });

  it("that is overtaken by an end of its attempt deletes nothing", async () => {
    imports.users.onCount = async () => {
      imports.users.onCount = unavailable;
      // Joins the attempt, and ends it.
      await expect(deletion()).rejects.toMatchObject({ code: Code.Unavailable });
    };
    expect(await refusalOf(deletion())).toMatchObject({ code: "FILE_CHANGED_MEANWHILE" });
    expect(await lookedUp()).toEqual([1]);
  });

  it("that is requested ten times at once happens once", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, deletion));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        const { code } = await refusalOf(Promise.reject(outcome.reason));
        expect(["FILE_NOT_FOUND", "FILE_CHANGED_MEANWHILE"]).toContain(code);
      }
    }
    expect(await events()).toMatchObject([{ fileId: id }]);
  });

  it("that is repeated under its key is answered as the first time", async () => {
    const { deleteFile } = files({ "idempotency-key": newId() });
    await deleteFile({ id });
    expect(await deleteFile({ id })).toMatchObject({});
  });

  it("in a dry run only counts", async () => {
    const { deleteFile } = files({ "dry-run": "true" });
    await deleteFile({ id });
    imports.users.onCount = async ({ deletionAttempt }) => expect(deletionAttempt).toBe(0);
    imports.users.records.set(id, 1);
    expect(await refusalOf(deleteFile({ id }))).toMatchObject({ code: "FILE_IN_USE" });
    expect([await lookedUp(), await marks()]).toEqual([[0], []]);
    imports.users.records.delete(id);
  });

  it("of an unfinished upload asks nobody", async () => {
    imports.users.onCount = () => expect.unreachable();
    await files().deleteFile({ id: await imports.beginUpload(us, "b.txt", Buffer.from("1")) });
  });
});

describe("a deletion whose process was killed", () => {
  const killed = async (by = us, fileId = id) => {
    await markFile(imports, by.organizationId, fileId);
    await imports.db.asService(
      by.organizationId,
      ({ tx }) => tx`update file_deletions set since = now() - interval '61 seconds'`,
    );
  };
  const sweep = () => sweepDeletions(imports.context, new AbortController().signal);

  it("is ended by the sweep: the file is deleted", async () => {
    await killed();
    await sweep();
    expect([await imports.rows(us, "files"), await marks()]).toEqual([[], []]);
    expect(await events()).toMatchObject([{ fileId: id }]);
    expect(await imports.rows(us, "file_totals")).toMatchObject([{ storedBytes: "0" }]);
  });

  it("is ended by the sweep: the file is in use and stays", async () => {
    await killed();
    imports.users.records.set(id, 1);
    expect(await lookedUp()).toEqual([]);
    await sweep();
    expect([await lookedUp(), await marks(), await events()]).toEqual([[1], [], []]);
    imports.users.records.delete(id);
  });

  it("is ended by the next request", async () => {
    await killed();
    await deletion();
    expect(await imports.rows(us, "files")).toEqual([]);
  });

  it("waits while a service is unavailable, and does not hold up others", async () => {
    await killed();
    const them = newEditor();
    await killed(them, (await imports.upload(them, "a.txt", Buffer.from("1"))).id);
    imports.users.onCount = ({ fileId }) => (fileId === id ? unavailable() : Promise.resolve());
    await expect(sweep()).rejects.toMatchObject({ code: Code.Unavailable });
    expect(await imports.rows(them, "files")).toEqual([]);
    expect(await marks()).toHaveLength(1);
  });
});
