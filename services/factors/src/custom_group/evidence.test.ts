import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FileDeletedSchema } from "@emissions/proto/imports/v1/file_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { evidenceConsumer } from "../custom_record/consumers.ts";
import { organization, PUBLIC_URL } from "../factors.fixture.ts";
import { refusalOf, startGroups } from "./group.fixture.ts";

let groups: Awaited<ReturnType<typeof startGroups>>;
let us: Principal;
let id: string;

beforeAll(async () => {
  groups = await startGroups();
});
afterAll(() => groups.drop());
beforeEach(async () => {
  us = organization();
  id = (await groups.group(us)).id;
});

const file = (name = "proof.pdf", sizeKb = 12) => groups.store.add(us.organizationId, name, sizeKb);
const attach = async (...fileIds: string[]) => (await groups.as(us).attachGroupEvidence({ id, fileIds })).group!;
const detach = (fileId: string) => groups.as(us).detachGroupEvidence({ id, fileId });
const stored = async (by = us) => (await groups.as(by).getCustomGroup({ id })).group!;
const namesOf = ({ evidence }: Awaited<ReturnType<typeof stored>>) => evidence.map(({ fileName }) => fileName);

describe("the evidence of a group", () => {
  it("is shown in the order of attachment, by get, list and change, and is part of no revision", async () => {
    expect(await stored()).toMatchObject({ evidence: [] });
    const [one, two] = [file("one.pdf", 1), file("two.csv", 2)];
    await attach(two);
    const group = await attach(two.toUpperCase(), one, two);
    const url = (fileId: string) => `${PUBLIC_URL}/v1/files/${fileId}/content`;
    expect(group).toMatchObject({
      additionalDocs: url(two),
      evidence: [
        { fileId: two, fileName: "two.csv", fileUrl: url(two), sizeKb: 2 },
        { fileId: one, fileName: "one.pdf", fileUrl: url(one), sizeKb: 1 },
      ],
      revision: 1,
      updatedAt: expect.anything(),
    });
    expect(await stored()).toEqual(group);
    expect((await groups.as(us).listCustomGroups({ page: 1, size: 10 })).groups).toEqual([group]);
    const change = { id, description: "Of our mill", updateMask: { paths: ["description"] } };
    const { group: changed } = await groups.as(us).updateCustomGroup(change);
    expect(changed).toMatchObject({ evidence: group.evidence, additionalDocs: url(two), revision: 2 });
    expect(await attach(one)).toEqual(changed);
  });

  it("is shown to organizations below, which cannot change it", async () => {
    const below = organization(us);
    const [one] = (await attach(file())).evidence;
    expect((await stored(below)).evidence).toEqual([one]);
    for (const [by, code] of [
      [organization(us), "CUSTOM_GROUP_NOT_OWNER"],
      [organization(), "CUSTOM_GROUP_NOT_FOUND"],
    ] as const) {
      const { attachGroupEvidence, detachGroupEvidence } = groups.as(by);
      expect(await refusalOf(attachGroupEvidence({ id, fileIds: [newId()] }))).toEqual([code]);
      expect(await refusalOf(detachGroupEvidence({ id, fileId: one!.fileId }))).toEqual([code]);
    }
    expect(namesOf(await stored())).toEqual(["proof.pdf"]);
  });

  it("is at most 20 files of the own organization", async () => {
    const invalid = (violation: string) => ["REQUEST_VALIDATION_FAILED", `body.${violation}`];
    const foreign = groups.store.add(organization().organizationId, "theirs.pdf");
    for (const strange of [foreign, newId()]) {
      expect(await refusalOf(attach(file(), strange))).toEqual(invalid("file_ids.1 value_error.not_found"));
    }
    expect(await refusalOf(attach("none"))).toEqual(invalid("file_ids.0 type_error.uuid"));
    expect(await refusalOf(attach())).toEqual(invalid("file_ids value_error.list.min_items"));
    const all = Array.from({ length: 20 }, () => file());
    await attach(...all);
    expect(await refusalOf(attach(file()))).toEqual(invalid("file_ids value_error.list.max_items"));
    expect((await attach(...all)).evidence).toHaveLength(20);
  });

  it("is added once for requests at the same time", async () => {
    const [one, two] = [file("one.pdf"), file("two.pdf")];
    await Promise.all([attach(one), attach(two), attach(one)]);
    expect(namesOf(await stored()).sort()).toEqual(["one.pdf", "two.pdf"]);
  });

  it("and the factors are counted when the group is deleted", async () => {
    await attach(file(), file());
    await groups.factor(us, id);
    const { id: factorId } = await groups.factor(us, id);
    await groups.as(us).deleteGroupFactor({ id, factorId });
    expect((await groups.as(us).deleteCustomGroup({ id })).deletedWith).toMatchObject([
      { kind: "factors", count: 1 },
      { kind: "evidence", count: 2 },
    ]);
  });

  it("keeps its files from deletion, until it is detached or the group is deleted", async () => {
    const [one, two] = [file(), file()];
    await attach(one, two);
    const service = groups.fileUses(us);
    const uses = async (...fileIds: string[]) =>
      Promise.all(fileIds.map(async (fileId) => (await service.countFileUses({ fileId })).factors));
    expect(await uses(one, two)).toEqual([1, 1]);
    await detach(one);
    expect(await uses(one, two)).toEqual([0, 1]);
    await groups.as(us).deleteCustomGroup({ id });
    expect(await uses(one, two)).toEqual([0, 0]);
  });

  it("is removed once, and when its file is deleted", async () => {
    const [one, two] = [file("one.pdf"), file("two.pdf")];
    await attach(one, two);
    await detach(one);
    expect(await refusalOf(detach(one))).toEqual(["EVIDENCE_NOT_FOUND"]);
    expect(namesOf(await stored())).toEqual(["two.pdf"]);
    const deleted = (org: string) =>
      groups.db.asService(org, (write) => evidenceConsumer.handle(write, [create(FileDeletedSchema, { fileId: two })]));
    await deleted(newId());
    expect(namesOf(await stored())).toEqual(["two.pdf"]);
    await deleted(us.organizationId);
    expect(namesOf(await stored())).toEqual([]);
  });
});
