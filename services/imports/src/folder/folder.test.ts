import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FileDeletedSchema, FileService } from "@emissions/proto/imports/v1/file_service";
import { FolderService } from "@emissions/proto/imports/v1/folder_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import { DELETED_FILES_MAX, DEPTH_MAX, FOLDERS_MAX } from "./limits.ts";

let imports: Imports;
let us: Principal;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());
beforeEach(() => {
  us = newEditor();
});

const folders = (principal = us) => imports.as(principal, FolderService);
const files = (principal = us) => imports.as(principal, FileService);
const create = async (name: string, parentId?: string, principal = us) =>
  (await folders(principal).createFolder({ name, ...(parentId && { parentId }) })).folder!;
const mask = (...paths: string[]) => ({ paths }) as FieldMask;
const move = (id: string, parentId: string | undefined) =>
  folders().updateFolder({ id, updateMask: mask("parent_id"), ...(parentId && { parentId }) });
const upload = async (folderId?: string, name = "a.txt", principal = us) => {
  const id = await imports.beginUpload(principal, name, Buffer.from("text"));
  return (await files(principal).finishFile({ id, ...(folderId && { folderId }) })).file!;
};
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const humanResources = (): Principal => ({ ...us, role: "human_resources" });
const viewer = (): Principal => ({ ...us, role: "viewer" });

describe("folders", () => {
  it("are listed in the order of their paths, in pages, and by the folder that contains them", async () => {
    const b = await create("b");
    const a = await create(" A ");
    const inner = await create("z", a.id);
    await create("y", inner.id);
    const { folders: all, total } = await folders().listFolders({});
    expect(all.map(({ path, depth }) => [path, depth])).toEqual([
      ["A", 1],
      ["A/z", 2],
      ["A/z/y", 3],
      ["b", 1],
    ]);
    expect(total).toBe(4);
    expect(all[1]).toMatchObject({ parentId: a.id, createdBy: us.userId });
    expect(await folders().listFolders({ size: 1, page: 4 })).toMatchObject({ folders: [{ id: b.id }], total: 4 });
    expect(await folders().listFolders({ size: 1, page: 5 })).toMatchObject({ folders: [], total: 4 });
    const names = async (request: object) => (await folders().listFolders(request)).folders.map(({ name }) => name);
    expect(await names({ parentId: NIL_ID })).toEqual(["A", "b"]);
    expect(await names({ parentId: a.id })).toEqual(["z"]);
    expect(await names({ search: "Y" })).toEqual(["y"]);
  });

  it("have names that are unique in the folder that contains them", async () => {
    const a = await create("a");
    await create("a", a.id);
    expect(await codeOf(create("A"))).toBe("FOLDER_NAME_TAKEN");
    const b = await create("b");
    expect(await codeOf(folders().updateFolder({ id: b.id, updateMask: mask("name"), name: "a" }))).toBe(
      "FOLDER_NAME_TAKEN",
    );
    expect(await codeOf(move((await folders().listFolders({ parentId: a.id })).folders[0]!.id, undefined))).toBe(
      "FOLDER_NAME_TAKEN",
    );
    const both = await Promise.allSettled([create("c"), create("c")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it.each(["", "a/b", "..", "a\u0000", "x".repeat(256), "a\u202eb"])("of the name %j are refused", async (name) => {
    expect(await refusalOf(create(name))).toMatchObject({ violations: [expect.stringMatching(/^body\.name /)] });
  });

  it("are moved with everything in them, and never into themselves", async () => {
    const a = await create("a");
    const b = await create("b", a.id);
    const c = await create("c", b.id);
    expect(await codeOf(move(a.id, a.id))).toBe("FOLDER_CYCLE");
    expect(await codeOf(move(a.id, c.id))).toBe("FOLDER_CYCLE");
    expect((await move(b.id, undefined)).folder).toMatchObject({ path: "b", depth: 1 });
    expect((await folders().getFolder({ id: c.id })).folder).toMatchObject({ path: "b/c" });
    // Each of these moves alone is allowed.
    const results = await Promise.allSettled([move(a.id, b.id), move(b.id, a.id)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("are nested ten levels deep at most, created or moved", async () => {
    let deepest: string | undefined;
    for (let depth = 1; depth <= DEPTH_MAX; depth++) deepest = (await create(`${depth}`, deepest)).id;
    expect(await codeOf(create("more", deepest))).toBe("FOLDER_TOO_DEEP");
    const other = await create("other");
    await create("inner", other.id);
    const eighth = (await folders().listFolders({ search: "9" })).folders[0]!;
    expect(await codeOf(move(other.id, eighth.id))).toBe("FOLDER_TOO_DEEP");
  });

  it("are limited in number", async () => {
    await imports.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into folders (organization_id, id, name, for_people)
        select ${org}, gen_random_uuid(), 'f' || n, false from generate_series(1, ${FOLDERS_MAX}) n`,
    );
    expect(await codeOf(create("one more"))).toBe("FOLDER_LIMIT_REACHED");
  });

  it("of another organization are answered like missing ones", async () => {
    const { id } = await create("a");
    const them = newEditor();
    const attempts = (of: string) => [
      folders(them).getFolder({ id: of }),
      folders(them).updateFolder({ id: of, updateMask: mask("name"), name: "b" }),
      folders(them).deleteFolder({ id: of, recursive: true }),
      create("b", of, them),
      upload(of, "a.txt", them),
    ];
    const said = (of: string) => Promise.all(attempts(of).map((one) => refusalOf(one)));
    expect(await said(id)).toEqual(await said(newId()));
    expect((await folders(them).listFolders({})).total).toBe(0);
  });

  it("of human_resources are hidden from viewers, and take files about people only", async () => {
    const people = await create("payroll", undefined, humanResources());
    const others = await create("payroll");
    expect((await folders(viewer()).listFolders({})).folders.map(({ id }) => id)).toEqual([others.id]);
    expect((await folders(humanResources()).listFolders({})).folders.map(({ id }) => id)).toEqual([people.id]);
    const file = await upload(people.id);
    expect(await codeOf(files(viewer()).getFile({ id: file.id }))).toBe("FILE_NOT_FOUND");
    const shift = (id: string, folderId: string) => files().updateFile({ id, updateMask: mask("folder_id"), folderId });
    expect(await codeOf(shift(file.id, others.id))).toBe("FOLDER_AUDIENCE_DIFFERS");
    expect(await codeOf(move(people.id, others.id))).toBe("FOLDER_AUDIENCE_DIFFERS");
  });
});

describe("files in folders", () => {
  it("are uploaded into them, moved and listed", async () => {
    const a = await create("a");
    const inA = await upload(a.id, "b.csv");
    const atTop = await upload(undefined, "c.txt");
    const ids = async (request: object) => (await files().listFiles(request)).files.map(({ id }) => id);
    expect([inA.folderId, await ids({ folderId: a.id }), await ids({ folderId: NIL_ID })]).toEqual([
      a.id,
      [inA.id],
      [atTop.id],
    ]);
    const moved = await files().updateFile({ id: atTop.id, updateMask: mask("folder_id"), folderId: a.id });
    expect(moved.file).toMatchObject({ id: atTop.id, folderId: a.id });
    expect(await ids({ folderId: a.id, sort: ["file_name"] })).toEqual([inA.id, atTop.id]);
    expect(await ids({ sort: ["-file_name"] })).toEqual([atTop.id, inA.id]);
    expect(await ids({ extension: ["CSV"] })).toEqual([inA.id]);
    expect(await ids({ uploadedBy: [newId()] })).toEqual([]);
    expect(await ids({ uploadedBy: [us.userId!] })).toHaveLength(2);
    expect(await ids({ createdAtTo: inA.createdAt })).toEqual([inA.id]);
    expect(await ids({ createdAtFrom: atTop.createdAt })).toEqual([atTop.id]);
    const refused = await refusalOf(files().listFiles({ sort: ["sha256"], folderId: "x" }));
    expect(refused).toMatchObject({ violations: ["query.folder_id type_error.uuid", "query.sort type_error.enum"] });
  });
});

describe("a deletion of a folder", () => {
  it("is refused while the folder contains something, unless it is recursive", async () => {
    const a = await create("a");
    const b = await create("b", a.id);
    const file = await upload(b.id);
    expect(await codeOf(folders().deleteFolder({ id: a.id }))).toBe("FOLDER_NOT_EMPTY");
    expect(await codeOf(folders().deleteFolder({ id: b.id }))).toBe("FOLDER_NOT_EMPTY");
    await folders().deleteFolder({ id: a.id, recursive: true });
    expect([await imports.rows(us, "folders"), await imports.rows(us, "files")]).toEqual([[], []]);
    expect(await imports.events(us, FileDeletedSchema)).toMatchObject([{ fileId: file.id }]);
    const empty = await create("empty");
    await folders().deleteFolder({ id: empty.id });
    expect(await codeOf(folders().deleteFolder({ id: empty.id }))).toBe("FOLDER_NOT_FOUND");
  });

  it("deletes nothing when one of its files is in use", async () => {
    const a = await create("a");
    const [used, unused] = [await upload(a.id), await upload(a.id)];
    imports.users.records.set(used.id, 3);
    const refused = await refusalOf(folders().deleteFolder({ id: a.id, recursive: true }));
    expect(refused).toMatchObject({ code: "FILE_IN_USE", detail: "3 records name files in the folder." });
    expect((await files().lookUpFiles({ ids: [used.id, unused.id] })).files).toHaveLength(2);
    imports.users.records.delete(used.id);
    await folders().deleteFolder({ id: a.id, recursive: true });
    expect(await imports.rows(us, "files")).toEqual([]);
  });

  it("refuses more files than a request can count", async () => {
    const { id } = await create("a");
    await imports.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into files (organization_id, id, file_name, content_type, folder_id)
        select ${org}, gen_random_uuid(), 'f.txt', 'text/plain', ${id} from generate_series(0, ${DELETED_FILES_MAX}) n`,
    );
    expect(await codeOf(folders().deleteFolder({ id, recursive: true }))).toBe("FOLDER_TOO_LARGE");
  });

  it("leaves no file without its folder when a file arrives at the same time", async () => {
    const { id } = await create("a");
    const [arrived] = await Promise.allSettled([upload(id), folders().deleteFolder({ id })]);
    const left = await imports.rows<{ folderId: string }>(us, "files");
    const stays = (await folders().listFolders({})).total === 1;
    expect([arrived.status, stays && left[0]?.folderId === id]).toEqual(
      stays ? ["fulfilled", true] : ["rejected", false],
    );
  });
});
