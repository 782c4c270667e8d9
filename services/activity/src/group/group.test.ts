import { newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessChangedSchema, AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { ApiKeyService } from "@emissions/proto/activity/v1/api_key_service";
import { GroupService, OrganizationStatus } from "@emissions/proto/activity/v1/group_service";
import { GwpSet, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { Group } from "./limits.ts";

eachTest();

const group = (by: Principal = us) => activity.as(by, GroupService);
/** Creates an organization below, as its admin. */
async function child(name = "Child", parent: Principal = us): Promise<Principal & { userId: string }> {
  const { organization } = await group(parent).createChildOrganization({ name, country: "SE" });
  return { ...us, organizationId: organization!.id };
}
const treeOf = async (by: Principal) => (await activity.as(by, OrganizationService).getOrganizationTree({})).tree!;
/** The membership of the admin, as the gateway reads it. */
const membership = async ({ organizationId }: Principal) => {
  const credential = { case: "email", value: `${us.userId}@example.com` } as const;
  const access = activity.as(servicePrincipal(organizationId), AccessService);
  return (await access.authenticate({ organizationId, credential })).membership!;
};
const update = (id: string, values: { name?: string; parentId?: string }, by: Principal = us) => {
  const paths = Object.keys(values).map((key) => (key === "parentId" ? "parent_id" : key));
  return group(by).updateChildOrganization({ id, ...values, updateMask: { paths } });
};
const invitation = async (by: Principal = us) =>
  (await group(by).createGroupInvitation({ note: "Iberia" })).groupInvitation!;
const announced = async (by: Principal) => (await activity.events(by, AccessChangedSchema)).length;

describe("an organization below", () => {
  it("is created with an admin, a place and the settings of its parent", async () => {
    const settings = activity.as(us, OrganizationService);
    await settings.updateOrganization({
      id: us.organizationId,
      gwpSet: GwpSet.AR4,
      updateMask: { paths: ["gwp_set"] },
    });
    const north = await child("North");
    expect(await membership(north)).toMatchObject({ role: Role.ADMIN, ancestors: [{ id: us.organizationId }] });
    expect((await membership(us)).descendantIds).toEqual([north.organizationId]);
    expect(await treeOf(north)).toMatchObject({ id: us.organizationId, children: [{ name: "North" }] });
    const own = await activity.as(north, OrganizationService).getOrganization({ id: north.organizationId });
    expect(own.organization).toMatchObject({ name: "North", country: "SE", gwpSet: GwpSet.AR4 });
    expect(await announced(us)).toBe(1);
    expect(await activity.rows(north, "audit_log")).toMatchObject([{ action: "CreateChildOrganization" }]);
  });

  it("is renamed and moved by admins above, which is announced on both sides", async () => {
    const [north, south] = [await child("North"), await child("South")];
    const depot = await child("Depot", north);
    const { organization } = await update(depot.organizationId, { name: "Harbour", parentId: south.organizationId });
    expect(organization).toMatchObject({ name: "Harbour", parentId: south.organizationId });
    expect((await membership(depot)).ancestors.map(({ name }) => name)).toEqual(["South", "Organization"]);
    expect((await membership(north)).descendantIds).toEqual([]);
    for (const one of [depot, south]) expect(await announced(one)).toBeGreaterThan(0);
    const [, log] = await activity.rows<{ changes: unknown }>(depot, "audit_log");
    expect(log!.changes).toEqual({
      name: { old: "Depot", new: "Harbour" },
      parent_id: { old: north.organizationId, new: south.organizationId },
    });
  });

  it("is never below itself, also after two moves at once", async () => {
    const [north, south] = [await child("North"), await child("South")];
    for (const parentId of [north.organizationId, (await child("Depot", north)).organizationId])
      expect(await refusalOf(update(north.organizationId, { parentId }))).toMatchObject({
        code: "ORGANIZATION_BELOW_ITSELF",
      });
    const outcomes = await Promise.allSettled([
      update(north.organizationId, { parentId: south.organizationId }),
      update(south.organizationId, { parentId: north.organizationId }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await group().listChildOrganizations({})).total).toBe(3);
  });

  it("is archived: it is read, its changes are refused, its keys can be revoked, and it can be restored", async () => {
    const north = await child("North");
    const id = north.organizationId;
    const key = (await activity.as(north, ApiKeyService).createApiKey({ name: "Import" })).apiKey!;
    const suppliers = (by: Principal) => activity.as(by, SupplierService);
    const create = (by: Principal) => suppliers(by).createSupplier({ businessName: "Acme", country: "DE" });
    await create(north);
    const { organization } = await group().archiveChildOrganization({ id });
    expect(organization).toMatchObject({ status: OrganizationStatus.ARCHIVED, archivedAt: expect.anything() });
    const { archived } = await membership(north);
    expect(archived).toBe(true);
    const caller = { ...north, archived };
    expect(await refusalOf(create(caller))).toMatchObject({ code: "ORGANIZATION_ARCHIVED" });
    expect((await suppliers(caller).listSuppliers({})).total).toBe(1);
    await activity.as(caller, ApiKeyService).revokeApiKey({ id: key.id });
    await group().restoreChildOrganization({ id });
    expect((await membership(north)).archived).toBe(false);
    await create(north);
  });

  it("does not exist for others, and lists have pages", async () => {
    const north = await child("North");
    await child("South");
    const [id, stranger] = [north.organizationId, await activity.organization()];
    for (const [by, wrong] of [
      [stranger, id],
      [us, stranger.organizationId],
      [us, us.organizationId],
      [us, "no id"],
    ] as const) {
      const call = group(by);
      const { getChildOrganization, archiveChildOrganization, restoreChildOrganization, releaseChildOrganization } =
        call;
      const calls = [
        getChildOrganization,
        archiveChildOrganization,
        restoreChildOrganization,
        releaseChildOrganization,
      ];
      for (const attempt of calls)
        expect(await refusalOf(attempt({ id: wrong }))).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
      expect(await refusalOf(update(wrong, { name: "x" }, by))).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
    }
    // Whether the organization of others is archived stays unknown, too.
    await activity.db.asService(stranger.organizationId, ({ tx }) => tx`update organizations set archived_at = now()`);
    for (const parentId of [stranger.organizationId, newId()])
      expect(await refusalOf(update(id, { parentId }))).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
    const page = await group().listChildOrganizations({ page: 2, size: 1 });
    expect([page.organizations.map(({ name }) => name), page.total]).toEqual([["South"], 2]);
  });

  it("is refused below ten levels, and where a group is full", async () => {
    let last: Principal = us;
    for (let level = 2; level <= 10; level++) last = await child(`Level ${level}`, last);
    expect(await refusalOf(child("Level 11", last))).toMatchObject({ code: "GROUP_TOO_DEEP" });
    // With the ten above: 201.
    await fill(191);
    expect(await refusalOf(child())).toMatchObject({ code: "GROUP_FULL" });
  });

  it("is refused where organizations made at once would be too many, and not because of another group", async () => {
    const north = await child("North");
    const stranger = await activity.organization();
    await fill(198);
    const outcomes = await Promise.allSettled([child("A"), child("B", north), child("C", north), child("D")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
    expect((await group().listChildOrganizations({})).total).toBe(200);
    await group(stranger).createChildOrganization({ name: "Child", country: "SE" });
  });
});

/** Inserts organizations below ours. Row-level security lets each be inserted only for itself. */
const fill = (count: number) =>
  activity.db.asService(us.organizationId, ({ tx, org }) =>
    tx.unsafe(`
      do $$ begin
        for n in 1..${count} loop
          perform set_config('app.organization', gen_random_uuid()::text, true);
          insert into organizations (id, parent_id, accepted, name, slug, country)
          values (current_organization(), '${org}', true, 'One of many', 'n-' || current_organization(), 'ES');
        end loop;
      end $$`),
  );

describe("an invitation of an organization", () => {
  it("places the other one below, once, and is logged and announced on both sides", async () => {
    const them = await activity.organization({ name: "Iberia" });
    const { token, id } = await invitation();
    const { joined } = await group(them).acceptGroupInvitation({ token: token! });
    expect(joined).toMatchObject({ parentId: us.organizationId, parentName: "Organization" });
    expect(await treeOf(us)).toMatchObject({ children: [{ name: "Iberia" }] });
    expect((await group().listChildOrganizations({})).organizations).toMatchObject([{ managed: false }]);
    for (const one of [us, them]) expect(await announced(one)).toBe(1);
    const log = await activity.rows<Record<string, unknown>>(us, "audit_log");
    expect(log).toContainEqual(
      expect.objectContaining({ action: "AcceptGroupInvitation", entityId: id, actorId: them.userId }),
    );
    const third = group(await activity.organization()).acceptGroupInvitation({ token: token! });
    expect(await refusalOf(third)).toMatchObject({ code: "LINK_NOT_FOUND" });
  });

  it("does not work when it is withdrawn, and not for organizations in a group, above, or the same", async () => {
    const withdrawn = await invitation();
    await group().withdrawGroupInvitation({ id: withdrawn.id });
    const other = await activity.organization();
    const accept = (token: string | undefined, by: Principal) => group(by).acceptGroupInvitation({ token: token! });
    expect(await refusalOf(accept(withdrawn.token, other))).toMatchObject({ code: "LINK_NOT_FOUND" });
    expect(await refusalOf(accept("no token", other))).toMatchObject({ code: "LINK_NOT_FOUND" });
    const below = await child();
    const { token } = await invitation(below);
    expect(await refusalOf(accept(token, us))).toMatchObject({ code: "ORGANIZATION_BELOW_ITSELF" });
    expect(await refusalOf(accept((await invitation()).token, us))).toMatchObject({
      code: "ORGANIZATION_BELOW_ITSELF",
    });
    expect(await refusalOf(accept((await invitation(other)).token, below))).toMatchObject({
      code: "ORGANIZATION_HAS_PARENT",
    });
    // A refused acceptance does not use the link.
    await accept(token, other);
  });

  it("leaves the other one in charge: it is not renamed, moved or archived from above, and leaves when it wants", async () => {
    const them = await activity.organization();
    const { token } = await invitation();
    await group(them).acceptGroupInvitation({ token: token! });
    const id = them.organizationId;
    for (const attempt of [() => update(id, { name: "Ours" }), () => group().archiveChildOrganization({ id })])
      expect(await refusalOf(attempt())).toMatchObject({ code: "ORGANIZATION_NOT_MANAGED" });
    await group(them).leaveGroup({});
    expect((await group().listChildOrganizations({})).total).toBe(0);
    expect(await refusalOf(group(them).leaveGroup({}))).toMatchObject({ code: "ORGANIZATION_HAS_NO_PARENT" });
    const managed = await child();
    expect(await refusalOf(group(managed).leaveGroup({}))).toMatchObject({ code: "ORGANIZATION_MANAGED" });
    await group().releaseChildOrganization({ id: managed.organizationId });
    expect(await treeOf(managed)).toMatchObject({ id: managed.organizationId, children: [] });
  });

  it("of another organization does not exist, and its token is stored as a hash", async () => {
    const { id, token } = await invitation();
    const them = group(await activity.organization());
    for (const wrong of [id, newId(), "no id"])
      expect(await refusalOf(them.withdrawGroupInvitation({ id: wrong }))).toMatchObject({
        code: "GROUP_INVITATION_NOT_FOUND",
      });
    expect((await them.listGroupInvitations({})).total).toBe(0);
    for (const table of ["group_invitations", "audit_log", "outbox"])
      expect(JSON.stringify(await activity.rows(us, table)), table).not.toContain(token);
  });
});

it("levels and heights of a group follow from its tree", () => {
  const nodes = [
    ["a", null],
    ["b", "a"],
    ["c", "a"],
    ["d", "c"],
  ] as const;
  const tree = new Group(nodes.map(([id, parentId]) => ({ id, parentId, name: id })));
  expect(nodes.map(([id]) => [tree.levelOf(id), tree.heightOf(id)])).toEqual([
    [1, 3],
    [2, 1],
    [2, 2],
    [3, 1],
  ]);
  expect([tree.isIn("d", "a"), tree.isIn("b", "c")]).toEqual([true, false]);
});
