import { newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessChangedSchema, AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { ApiKeyService } from "@emissions/proto/activity/v1/api_key_service";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { MemberService, MemberStatus } from "@emissions/proto/activity/v1/member_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";

eachTest();

const members = (by: Principal = us, headers = {}) => activity.as(by, MemberService, headers);
/** Calls like the gateway for a link: as a service of the organization. */
const byLink = (org = us.organizationId, headers = {}) => members(servicePrincipal(org), headers);
const invite = async (values: { email?: string; role?: Role; firstName?: string } = {}, by: Principal = us) =>
  (await members(by).inviteMember({ email: `${newId()}@example.com`, role: Role.EDITOR, ...values })).memberInvitation!;
const access = (org = us.organizationId) => activity.as(servicePrincipal(org), AccessService);
const roleOf = async (email: string, org = us.organizationId) => {
  const reply = await access(org).authenticate({ organizationId: org, credential: { case: "email", value: email } });
  return reply.membership!.role;
};
const PASSWORD = "correct horse battery";
const TOO_LONG = "body.email value_error.any_str.max_length";

/** A member who accepted an invitation, as a caller. */
async function member(role: Role = Role.EDITOR) {
  const { email, token } = await invite({ role });
  await byLink().acceptMemberInvitation({ token: token! });
  const { members: all } = await members().listMembers({ size: 100 });
  const { userId } = all.find((one) => one.email === email)!;
  return { ...us, userId, email };
}
const change = (userId: string, values: { role?: Role; status?: MemberStatus }, by: Principal = us) =>
  members(by).updateMember({ userId, ...values, updateMask: { paths: Object.keys(values) } });

describe("an invitation", () => {
  it("makes a new person a member, once, who signs in with the chosen password", async () => {
    const email = `New.${newId()}@Example.com`;
    const { token, id } = await invite({ email, role: Role.VIEWER, firstName: "Ana" });
    const { form } = await byLink().getMemberInvitation({ token: token! });
    expect(form).toMatchObject({ organizationName: "Organization", email: email.toLowerCase(), role: Role.VIEWER });
    const accepting = { token: token!, password: PASSWORD };
    const { joined } = await byLink(us.organizationId, { "idempotency-key": "k" }).acceptMemberInvitation(accepting);
    expect(joined).toMatchObject({ organizationId: us.organizationId, role: Role.VIEWER });
    expect(await access().login({ email, password: PASSWORD })).toMatchObject({ email: email.toLowerCase() });
    expect(await roleOf(email.toLowerCase())).toBe(Role.VIEWER);
    // A replay of the same request has the first answer; another one finds no link.
    const again = await byLink(us.organizationId, { "idempotency-key": "k" }).acceptMemberInvitation(accepting);
    expect(again.joined).toEqual(joined);
    expect(await refusalOf(byLink().acceptMemberInvitation(accepting))).toMatchObject({ code: "LINK_NOT_FOUND" });
    expect((await members().listMemberInvitations({})).memberInvitations.map((one) => one.id)).not.toContain(id);
    const { members: all } = await members().listMembers({});
    expect(all.find((one) => one.email === email.toLowerCase())).toMatchObject({ firstName: "Ana" });
  });

  it("is accepted by one of two requests at once", async () => {
    const { token } = await invite();
    const accept = () => byLink().acceptMemberInvitation({ token: token! });
    const outcomes = await Promise.allSettled([accept(), accept()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("never changes the password or the name of a known person, who confirms with it", async () => {
    const email = `${newId()}@example.com`;
    const elsewhere = await activity.organization();
    const first = await invite({ email, firstName: "Ana" }, elsewhere);
    await byLink(elsewhere.organizationId).acceptMemberInvitation({ token: first.token!, password: PASSWORD });
    const { token } = await invite({ email, firstName: "Eve" });
    for (const password of [undefined, "a password of the link's maker", "x".repeat(2_000)])
      expect(
        await refusalOf(byLink().acceptMemberInvitation({ token: token!, ...(password && { password }) })),
      ).toMatchObject({ code: "INVALID_CREDENTIALS" });
    await byLink().acceptMemberInvitation({ token: token!, password: PASSWORD });
    await access().login({ email, password: PASSWORD });
    const { members: all } = await members().listMembers({});
    expect(all.find((one) => one.email === email)!.firstName).toBe("Ana");
  });

  it("ends after ten attempts, so that a link does not serve to guess passwords", async () => {
    const { token } = await invite();
    const tooShort = () => refusalOf(byLink().acceptMemberInvitation({ token: token!, password: "short" }));
    for (let n = 0; n < 10; n++) expect(await tooShort()).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
    expect(await refusalOf(byLink().acceptMemberInvitation({ token: token! }))).toMatchObject({
      code: "LINK_NOT_FOUND",
    });
  });

  it("does not work when it is withdrawn, expired, replaced, of another organization, or of a former admin", async () => {
    const admin = await member(Role.ADMIN);
    const email = `${newId()}@example.com`;
    const [withdrawn, expired, replaced] = [await invite(), await invite(), await invite({ email })];
    const [ofFormer, other] = [await invite({}, admin), await activity.organization()];
    await members().withdrawMemberInvitation({ id: withdrawn.id });
    const past = (id: string) =>
      activity.db.asService(
        us.organizationId,
        ({ tx }) => tx`update member_invitations set expires_at = now() where id = ${id}`,
      );
    await past(expired.id);
    await invite({ email });
    await change(admin.userId, { role: Role.EDITOR });
    for (const { token } of [withdrawn, expired, replaced, ofFormer]) {
      const refused = byLink().acceptMemberInvitation({ token: token! });
      expect(await refusalOf(refused)).toMatchObject({ code: "LINK_NOT_FOUND" });
      expect(await refusalOf(byLink().getMemberInvitation({ token: token! }))).toMatchObject({
        code: "LINK_NOT_FOUND",
      });
    }
    const { token } = await invite();
    const elsewhere = byLink(other.organizationId).acceptMemberInvitation({ token: token! });
    expect(await refusalOf(elsewhere)).toMatchObject({ code: "LINK_NOT_FOUND" });
  });

  it("is stored as a hash, shown once, and not for members", async () => {
    const { email } = await member();
    expect(await refusalOf(invite({ email }))).toMatchObject({ code: "MEMBER_ALREADY_EXISTS" });
    const headers = { "idempotency-key": "k" };
    const request = { email: "once@example.com", role: Role.VIEWER };
    const { memberInvitation: first } = await members(us, headers).inviteMember(request);
    const { memberInvitation: replayed } = await members(us, headers).inviteMember(request);
    expect([replayed!.id, replayed!.token]).toEqual([first!.id, undefined]);
    for (const table of ["member_invitations", "idempotency_keys", "audit_log", "outbox"])
      expect(JSON.stringify(await activity.rows(us, table)), table).not.toContain(first!.token);
  });

  it.each([
    ["no address", { email: "ana" }, "body.email value_error.email"],
    ["an address that is too long in lower case", { email: `${"\u0130".repeat(130)}@example.com` }, TOO_LONG],
    ["no role", { role: Role.UNSPECIFIED }, "body.role value_error.missing"],
  ])("is refused with %s", async (_, values, problem) => {
    expect(await refusalOf(invite(values))).toMatchObject({ violations: [problem] });
  });
});

describe("a member", () => {
  it("has the new role at once, and the change is logged and announced", async () => {
    const { userId, email } = await member();
    await change(userId, { role: Role.VIEWER });
    expect(await roleOf(email)).toBe(Role.VIEWER);
    const log = await activity.rows<Record<string, unknown>>(us, "audit_log");
    expect(log.find(({ action }) => action === "UpdateMember")).toMatchObject({
      actorId: us.userId,
      entityId: userId,
      changes: { role: { old: "editor", new: "viewer" } },
    });
    // By acceptance and change.
    expect(await activity.events(us, AccessChangedSchema)).toHaveLength(2);
  });

  it("is refused with all keys while disabled, and works again afterwards", async () => {
    const { userId, email } = await member();
    await change(userId, { status: MemberStatus.DISABLED });
    expect(await refusalOf(roleOf(email))).toMatchObject({ code: "LOGGED_USER_NOT_MEMBER" });
    await change(userId, { status: MemberStatus.ACTIVE });
    expect(await roleOf(email)).toBe(Role.EDITOR);
  });

  it("is not found after removal, keeps its name on records, and returns without its keys", async () => {
    const admin = await member(Role.ADMIN);
    const { key } = (await activity.as(admin, ApiKeyService).createApiKey({ name: "Import" })).apiKey!;
    await members().removeMember({ userId: admin.userId });
    expect(await refusalOf(roleOf(admin.email))).toMatchObject({ code: "LOGGED_USER_NOT_MEMBER" });
    for (const attempt of [members().getMember, members().removeMember])
      expect(await refusalOf(attempt({ userId: admin.userId }))).toMatchObject({ code: "MEMBER_NOT_FOUND" });
    expect((await members().listMembers({})).total).toBe(1);
    const users = await activity.rows<{ id: string }>(us, "users");
    expect(users.map(({ id }) => id)).toContain(admin.userId);
    const { token } = await invite({ email: admin.email, role: Role.ADMIN });
    await byLink().acceptMemberInvitation({ token: token! });
    expect(await roleOf(admin.email)).toBe(Role.ADMIN);
    const credential = { case: "apiKey", value: key! } as const;
    const withKey = access().authenticate({ organizationId: us.organizationId, credential });
    expect(await refusalOf(withKey)).toMatchObject({ code: "INVALID_API_KEY" });
  });

  it.each(["role", "status", "removal"])("who is the last admin stays one: two requests at once, by %s", async (by) => {
    const other = await member(Role.ADMIN);
    const end = (userId: string) => {
      if (by === "removal") return members().removeMember({ userId });
      return change(userId, by === "role" ? { role: Role.EDITOR } : { status: MemberStatus.DISABLED });
    };
    const outcomes = await Promise.allSettled([end(us.userId), end(other.userId)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(await refusalOf(Promise.reject(refused.reason))).toMatchObject({ code: "LAST_ADMIN" });
    const { members: left } = await members().listMembers({});
    expect(left.filter(({ role, status }) => role === Role.ADMIN && status === MemberStatus.ACTIVE)).toHaveLength(1);
  });
});

it("an API key gives nobody access: it disables and removes only", async () => {
  const { userId } = await member();
  const byKey: Principal = { ...us, kind: "api_key", apiKeyId: newId() };
  for (const attempt of [
    () => invite({}, byKey),
    () => change(userId, { role: Role.ADMIN }, byKey),
    () => change(userId, { status: MemberStatus.ACTIVE }, byKey),
    () => activity.as(byKey, GroupService).createGroupInvitation({}),
  ])
    expect(await refusalOf(attempt())).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  await change(userId, { status: MemberStatus.DISABLED }, byKey);
  await members(byKey).removeMember({ userId });
});

it("members and invitations of other organizations do not exist, and lists have pages", async () => {
  const [{ userId }, { id }] = [await member(), await invite()];
  const them = members(await activity.organization());
  for (const wrong of [userId, newId(), "no id"]) {
    for (const attempt of [them.getMember, them.updateMember, them.removeMember])
      expect(await refusalOf(attempt({ userId: wrong }))).toMatchObject({ code: "MEMBER_NOT_FOUND" });
  }
  for (const wrong of [id, newId(), "no id"])
    expect(await refusalOf(them.withdrawMemberInvitation({ id: wrong }))).toMatchObject({
      code: "MEMBER_INVITATION_NOT_FOUND",
    });
  const page = await members().listMembers({ page: 2, size: 1 });
  expect([page.members.length, page.total]).toEqual([1, 2]);
});
