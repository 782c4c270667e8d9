import { create } from "@bufbuild/protobuf";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { FileDeletedSchema } from "@emissions/proto/imports/v1/file_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Factors, organization, PUBLIC_URL, startFactors } from "../factors.fixture.ts";
import { evidenceConsumer } from "./consumers.ts";
import { version } from "./record.fixture.ts";

let factors: Factors;
let ours: Awaited<ReturnType<typeof version>>;
let recordId: string;

beforeAll(async () => {
  factors = await startFactors();
});
afterAll(() => factors.drop());
beforeEach(async () => {
  ours = await version(factors);
  recordId = (await ours.add()).id;
});

const file = (name = "proof.pdf", sizeKb = 12) => factors.store.add(ours.us.organizationId, name, sizeKb);
const attach = async (...fileIds: string[]) =>
  (await ours.databases.attachEvidence({ ...ours.path, recordId, fileIds })).record!;
const stored = async () => (await ours.databases.getCustomRecord({ ...ours.path, recordId })).record!;
const names = (record: Awaited<ReturnType<typeof stored>>) => record.evidence.map(({ fileName }) => fileName);

describe("AttachEvidence", () => {
  it("appends files in the order of the request", async () => {
    const [one, two, three] = [file("one.pdf", 1), file("two.csv", 2), file("three.txt", 3)];
    await attach(two);
    const record = await attach(three, two.toUpperCase(), one, three);
    expect(record.evidence).toMatchObject([
      { fileId: two, fileName: "two.csv", fileUrl: `${PUBLIC_URL}/v1/files/${two}/content`, sizeKb: 2 },
      { fileId: three, fileName: "three.txt", sizeKb: 3 },
      { fileId: one, fileName: "one.pdf", sizeKb: 1 },
    ]);
    expect(record.additionalDocs).toBe(`${PUBLIC_URL}/v1/files/${two}/content`);
    expect(record.updatedAt).toBeDefined();
    expect(record.revision).toBe(1);
    expect(await stored()).toEqual(record);
    const { records } = await ours.databases.listCustomRecords(ours.path);
    expect(records).toEqual([record]);
  });

  it("changes nothing for the same files", async () => {
    const id = file();
    const first = await attach(id);
    expect(await attach(id)).toEqual(first);
  });

  it("rejects unknown files and those of other organizations alike, and adds none", async () => {
    const foreign = factors.store.add(organization().organizationId, "theirs.pdf");
    for (const strange of [foreign, newId()]) {
      expect((await refusalOf(attach(file(), strange))).violations).toEqual(["body.file_ids.1 value_error.not_found"]);
    }
    expect((await refusalOf(attach("no id", file()))).violations).toEqual(["body.file_ids.0 type_error.uuid"]);
    expect((await refusalOf(attach())).violations).toEqual(["body.file_ids value_error.list.min_items"]);
    expect((await stored()).evidence).toEqual([]);
  });

  it("accepts at most 20 files", async () => {
    const tooMany = ["body.file_ids value_error.list.max_items"];
    expect((await refusalOf(attach(...Array.from({ length: 21 }, () => file())))).violations).toEqual(tooMany);
    const all = Array.from({ length: 20 }, () => file());
    await attach(...all);
    expect((await refusalOf(attach(file()))).violations).toEqual(tooMany);
    expect((await attach(...all)).evidence).toHaveLength(20);
  });

  it("adds each file once for concurrent requests", async () => {
    const [one, two] = [file("one.pdf"), file("two.pdf")];
    await Promise.all([attach(one), attach(two), attach(one)]);
    expect(names(await stored()).sort()).toEqual(["one.pdf", "two.pdf"]);
  });
});

describe("DetachEvidence", () => {
  it("removes a file, once", async () => {
    const [one, two] = [file("one.pdf"), file("two.pdf")];
    await attach(one, two);
    const detach = () => ours.databases.detachEvidence({ ...ours.path, recordId, fileId: one });
    await detach();
    expect(names(await stored())).toEqual(["two.pdf"]);
    expect((await stored()).additionalDocs).toContain(two);
    expect(await refusalOf(detach())).toMatchObject({ code: "EVIDENCE_NOT_FOUND" });
    expect(names(await attach(one))).toEqual(["two.pdf", "one.pdf"]);
  });
});

describe("a file that is being deleted", () => {
  const uses = async (fileId: string, deletionAttempt = 0) => {
    const service = factors.as(servicePrincipal(ours.us.organizationId), FileUseService);
    return (await service.countFileUses({ fileId, deletionAttempt })).factors;
  };

  it("is refused as evidence, also when the deletion begins after the lookup", async () => {
    const [id, other] = [file(), file()];
    factors.store.hooks.afterLookUp = async () => {
      factors.store.hooks.afterLookUp = async () => {};
      expect(await uses(id, 1)).toBe(0);
      factors.store.attempts.set(id, 1);
    };
    expect((await refusalOf(attach(other, id))).violations).toEqual(["body.file_ids.1 value_error.not_found"]);
    expect((await stored()).evidence).toEqual([]);
    // The deletion was given up. A lookup from after it is valid.
    await attach(id);
    expect(await uses(id, 2)).toBe(1);
  });

  it("is counted as evidence of each record, for its organization alone", async () => {
    const id = file();
    await attach(id);
    const second = await ours.add();
    await ours.databases.attachEvidence({ ...ours.path, recordId: second.id, fileIds: [id] });
    expect(await uses(id)).toBe(2);
    const theirs = factors.as(servicePrincipal(organization().organizationId), FileUseService);
    expect((await theirs.countFileUses({ fileId: id })).factors).toBe(0);
    const byUser = factors.as(ours.us, FileUseService).countFileUses({ fileId: id });
    expect(await refusalOf(byUser)).toMatchObject({ code: "FORBIDDEN" });
  });
});

it("is removed when its file is deleted, only in that organization", async () => {
  const id = file();
  await attach(id);
  const deleted = (org: string) =>
    factors.db.asService(org, (write: Write) =>
      evidenceConsumer.handle(write, [create(FileDeletedSchema, { fileId: id })]),
    );
  await deleted(newId());
  expect(names(await stored())).toEqual(["proof.pdf"]);
  await deleted(ours.us.organizationId);
  await deleted(ours.us.organizationId);
  expect((await stored()).evidence).toEqual([]);
});
