import { newId } from "@emissions/kit/process/id";
import { GroupCategory } from "@emissions/proto/factors/v1/custom_group_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { organization } from "../factors.fixture.ts";
import { type InvalidCase, type NewGroup, refusalOf, simple, startGroups } from "./group.fixture.ts";
import { GROUPS_MAX } from "./rules.ts";

let groups: Awaited<ReturnType<typeof startGroups>>;
beforeAll(async () => {
  groups = await startGroups();
});
afterAll(() => groups.drop());

const mask = (...paths: string[]) => ({ updateMask: { paths } });

describe("a group", () => {
  it("is stored as sent, belongs to its creator, and has revision 1", async () => {
    const us = organization();
    const sent = { name: "Papier", description: "Büro", startDate: "2024-01-01", endDate: "2024-12-31" };
    const { group } = await groups.as(us).createCustomGroup({ ...sent, category: GroupCategory.PURCHASES });
    const owned = { organizationId: us.organizationId, isOwner: true, uploadedBy: us.userId };
    expect([group!.parent, group!.updatedAt]).toEqual([undefined, undefined]);
    expect(group).toMatchObject({ ...sent, ...owned, revision: 1, units: [], factors: [] });
    expect((await groups.as(us).getCustomGroup({ id: group!.id })).group).toEqual(group);
  });

  it("changes name and description only, with a new revision", async () => {
    const us = organization();
    const { id } = await groups.group(us);
    const change = (values: object, ...paths: string[]) =>
      groups.as(us).updateCustomGroup({ id, ...values, ...mask(...paths) });
    expect((await change({ name: "Card" }, "name")).group).toMatchObject({ name: "Card", revision: 2 });
    expect((await change({ name: "Card" }, "name")).group).toMatchObject({ revision: 2 });
    expect((await change({ description: "x" }, "description")).group).toMatchObject({ description: "x", revision: 3 });
    expect(await refusalOf(change({}, "category"))).toEqual([
      "REQUEST_VALIDATION_FAILED",
      "body.category value_error.extra",
    ]);
  });

  it.each<InvalidCase<NewGroup>>([
    { what: "no name", sent: { name: "" }, expected: "body.name value_error.missing" },
    { what: "a long name", sent: { name: "x".repeat(256) }, expected: "body.name value_error.any_str.max_length" },
    { what: "no category", sent: { category: 0 }, expected: "body.category value_error.missing" },
    { what: "an unknown category", sent: { category: 99 as GroupCategory }, expected: "body.category type_error.enum" },
    {
      what: "a description that is too long",
      sent: { description: "x".repeat(501) },
      expected: "body.description value_error.any_str.max_length",
    },
    { what: "an invalid day", sent: { startDate: "2024-02-30" }, expected: "body.start_date value_error.date" },
    {
      what: "an end before the start",
      sent: { startDate: "2024-02-02", endDate: "2024-02-01" },
      expected: "body.end_date end_date_before_start_date",
    },
  ])("is refused with $what", async ({ sent, expected }) => {
    const values = { name: "Paper", category: GroupCategory.PURCHASES, ...sent };
    const refused = await refusalOf(groups.as(organization()).createCustomGroup(values));
    expect(refused).toEqual(["REQUEST_VALIDATION_FAILED", expected]);
  });

  it("is found by a part of its name without case and accents, and by category", async () => {
    const us = organization();
    await groups.group(us, { name: "Café Größe" });
    await groups.group(us, { name: "Water", category: GroupCategory.WATER });
    const found = async (request: object) => {
      const { groups: some, total } = await groups.as(us).listCustomGroups(request);
      return [total, ...some.map(({ name }) => name)];
    };
    expect(await found({})).toEqual([2, "Café Größe", "Water"]);
    expect(await found({ search: "CAFE g" })).toEqual([1, "Café Größe"]);
    expect(await found({ search: "%" })).toEqual([0]);
    expect(await found({ category: [GroupCategory.WATER] })).toEqual([1, "Water"]);
    expect(await found({ page: 2, size: 1 })).toEqual([2, "Water"]);
  });

  it("has a limit of 1,000 per organization, even for concurrent requests", async () => {
    const us = organization();
    await groups.db.asService(us.organizationId, ({ tx, org }) =>
      tx`insert into custom_groups (organization_id, id, name, category)
        select ${org}, gen_random_uuid(), 'Group', 'water' from generate_series(1, ${GROUPS_MAX - 2})`.then(() => {}),
    );
    const added = await Promise.allSettled(Array.from({ length: 6 }, () => groups.group(us)));
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await refusalOf(groups.group(us))).toEqual(["CUSTOM_GROUP_LIMIT_REACHED"]);
  });
});

describe("ancestor and descendant organizations", () => {
  const root = organization();
  const middle = organization(root);
  const leaf = organization(middle, root);
  let ofRoot: string;
  let ofMiddle: string;
  beforeAll(async () => {
    ofRoot = (await groups.group(root, { name: "A of the root" })).id;
    ofMiddle = (await groups.group(middle, { name: "Z of the middle" })).id;
    await groups.group(leaf, { name: "M of the leaf" });
    await groups.factor(root, ofRoot);
  });

  it("lists own groups first, then those of the nearest ancestor", async () => {
    const { groups: shown } = await groups.light(leaf, "purchases");
    expect(shown.map(({ name, parent }) => [name, parent?.id])).toEqual([
      ["M of the leaf", undefined],
      ["Z of the middle", middle.organizationId],
      ["A of the root", root.organizationId],
    ]);
    expect(shown[2]).toMatchObject({
      parent: { name: leaf.ancestors[1]!.name },
      units: [{ id: groups.unit("kg"), name: "kilogram_(kg)", type: "solid" }],
    });
    expect((await groups.light(root, "")).groups.map(({ name }) => name)).toEqual(["A of the root"]);
  });

  it("lists no group for an unknown category", async () => {
    for (const category of ["wastes", "PURCHASES", "unspecified", "' or 1=1"]) {
      expect((await groups.light(leaf, category)).groups).toEqual([]);
    }
  });

  it("returns an inherited group with its owner, but rejects changes", async () => {
    const { group } = await groups.as(leaf).getCustomGroup({ id: ofRoot });
    expect(group).toMatchObject({ isOwner: false, parent: leaf.ancestors[1], organizationId: root.organizationId });
    const factorId = group!.factors[0]!.id;
    const attempts = [
      groups.as(leaf).updateCustomGroup({ id: ofRoot, name: "x", ...mask("name") }),
      groups.as(leaf).deleteCustomGroup({ id: ofRoot }),
      groups.factor(leaf, ofRoot),
      groups.as(leaf).updateGroupFactor({ id: ofRoot, factorId, name: "x", ...mask("name") }),
      groups.as(leaf).deleteGroupFactor({ id: ofRoot, factorId }),
    ];
    for (const refused of await Promise.all(attempts.map(refusalOf)))
      expect(refused).toEqual(["CUSTOM_GROUP_NOT_OWNER"]);
    expect((await groups.as(root).getCustomGroup({ id: ofRoot })).group).toMatchObject({ revision: 2 });
  });

  it("finds no group of a descendant or a sibling, and none for an invalid id", async () => {
    const stranger = organization();
    for (const [who, id] of [
      [root, ofMiddle],
      [stranger, ofRoot],
      [root, newId()],
      [root, "x"],
    ] as const) {
      const attempts = [
        groups.as(who).getCustomGroup({ id }),
        groups.as(who).updateCustomGroup({ id, name: "x", ...mask("name") }),
        groups.as(who).deleteCustomGroup({ id }),
        groups.factor(who, id),
        groups.as(who).updateGroupFactor({ id, factorId: newId(), name: "x", ...mask("name") }),
        groups.as(who).deleteGroupFactor({ id, factorId: newId() }),
      ];
      for (const refused of await Promise.all(attempts.map(refusalOf)))
        expect(refused).toEqual(["CUSTOM_GROUP_NOT_FOUND"]);
    }
  });

  it("looks up groups in the order of the ids, without those of other organizations", async () => {
    const foreign = await groups.group(organization());
    const groupIds = [foreign.id, ofRoot.toUpperCase(), "x", ofMiddle, ofRoot];
    const { groups: states } = await groups.as(middle).lookUpCustomGroups({ groupIds });
    expect(states).toMatchObject([
      { found: false, name: "", organizationId: "" },
      { found: true, organizationId: root.organizationId, revision: 2, parent: middle.ancestors[0], deleted: false },
      { found: false },
      { found: true, name: "Z of the middle", unitIds: [], category: GroupCategory.PURCHASES },
      { found: true, unitIds: [groups.unit("kg")] },
    ]);
    const holding = { ...root, descendants: [middle.organizationId] };
    const below = async (forNames: boolean) =>
      (await groups.as(holding).lookUpCustomGroups({ groupIds: [ofMiddle, foreign.id], forNames })).groups;
    expect(await below(false)).toMatchObject([{ found: false, name: "" }, { found: false }]);
    expect(await below(true)).toMatchObject([{ found: true, name: "Z of the middle" }, { found: false }]);
    const many = groups.as(middle).lookUpCustomGroups({ groupIds: Array.from({ length: 501 }, () => ofRoot) });
    expect(await refusalOf(many)).toEqual(["REQUEST_VALIDATION_FAILED", "body.group_ids value_error.list.max_items"]);
  });
});

describe("a deleted group", () => {
  it("is found only by the look-up of names", async () => {
    const us = organization();
    const { id } = await groups.group(us, { name: "Former" });
    const factor = await groups.factor(us, id, simple("1"));
    await groups.as(us).deleteCustomGroup({ id });
    const attempts = [
      groups.as(us).getCustomGroup({ id }),
      groups.as(us).deleteCustomGroup({ id }),
      groups.factor(us, id),
      groups.as(us).deleteGroupFactor({ id, factorId: factor.id }),
    ];
    for (const refused of await Promise.all(attempts.map(refusalOf)))
      expect(refused).toEqual(["CUSTOM_GROUP_NOT_FOUND"]);
    expect((await groups.light(us, "purchases")).groups).toEqual([]);
    expect((await groups.as(us).listCustomGroups({})).total).toBe(0);
    const { groups: states } = await groups.as(us).lookUpCustomGroups({ groupIds: [id] });
    expect(states).toMatchObject([{ found: true, deleted: true, name: "Former", revision: 3 }]);
  });
});
