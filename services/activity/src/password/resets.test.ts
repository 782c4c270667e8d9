import { NIL_ID, newId } from "@emissions/kit/process/id";
import { newLinkToken } from "@emissions/kit/process/link-token";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { Role } from "@emissions/proto/activity/v1/access_service";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeAll, expect, it } from "vitest";
import { putMember } from "../access/members.ts";
import { isPassword, OPERATOR } from "../access/passwords.ts";
import { activity, allTests, us } from "../activity.fixture.ts";
import { hashOf, isSignedIn, NEW, OLD, type Person, person, signIn } from "./password.fixture.ts";

allTests();

const passwords = (by: Principal = us, headers = {}) => activity.as(by, PasswordService, headers);
const joins = ({ organizationId }: Principal, { userId }: Person, role = "editor") =>
  activity.db.asService(organizationId, ({ tx, org }) => putMember(tx, org, userId, role));
/** A person of our organization alone, who has a password. */
async function member(role = "editor"): Promise<Person> {
  const one = await person();
  await joins(us, one, role);
  await activity.db.asService(
    one.organizationId,
    ({ tx }) => tx`update members set enabled = false, removed_at = now() where user_id = ${one.userId}`,
  );
  return { ...us, userId: one.userId };
}
const link = async ({ userId }: Person, by: Principal = us, headers = {}) =>
  (await passwords(by, headers).createPasswordReset({ userId })).passwordReset!;
const use = (token: string | undefined, newPassword = NEW) =>
  passwords(servicePrincipal(NIL_ID)).resetPassword({ token: token!, newPassword });
const INVALID = { code: "PASSWORD_RESET_INVALID", violations: [] };

let ana: Person;
beforeAll(async () => {
  ana = await member();
});

it("sets the password of the person once, and ends all sessions", async () => {
  const eve = await member();
  const [first, second, hers] = [await signIn(ana), await signIn(ana), await signIn(eve)];
  const { token, expiresAt } = await link(ana);
  expect(Number(expiresAt!.seconds) - Date.now() / 1_000).toBeCloseTo(3_600, -2);
  expect(await refusalOf(use(token, "too short"))).toMatchObject({
    violations: ["body.new_password value_error.any_str.min_length"],
  });
  const outcomes = await Promise.allSettled([use(token), use(token)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await isPassword(NEW, await hashOf(ana), OPERATOR)).toBe(true);
  expect([await isSignedIn(ana, first), await isSignedIn(ana, second), await isSignedIn(eve, hers)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await refusalOf(use(token))).toMatchObject(INVALID);
});

it("refuses unknown, replaced and expired links, and those of a changed password, member or admin, alike", async () => {
  const [replaced, expired, changed, removed, ofFormer] = [
    await member(),
    await member(),
    await member(),
    await member(),
    await member(),
  ];
  const admin = { ...(await member("admin")), role: "admin" } as const;
  const links = [];
  for (const one of [replaced, expired, changed, removed]) links.push(await link(one));
  links.push(await link(ofFormer, admin));
  await link(replaced);
  await activity.db.asService(us.organizationId, async ({ tx }) => {
    await tx`update password_resets set expires_at = now() where user_id = ${expired.userId}`;
    await tx`update users set password_changed_at = now() where id = ${changed.userId}`;
  });
  await activity.as(us, MemberService).removeMember({ userId: removed.userId });
  const updateMask = { paths: ["role"] };
  await activity.as(us, MemberService).updateMember({ userId: admin.userId, role: Role.EDITOR, updateMask });
  const tokens = [...links.map(({ token }) => token), newLinkToken(us.organizationId), newLinkToken(newId()), "", "x"];
  for (const token of tokens) expect(await refusalOf(use(token))).toMatchObject(INVALID);
  expect(await isPassword(OLD, await hashOf(changed), OPERATOR)).toBe(true);
});

it("is only for people whose organizations the admin's one manages all, when it is made and when it is used", async () => {
  const elsewhere = await activity.organization();
  const managed = await activity.organization({ parentId: us.organizationId, accepted: true });
  const joined = await activity.organization({ parentId: us.organizationId, accepted: true });
  await activity.db.asService(joined.organizationId, ({ tx }) => tx`update organizations set managed = false`);
  const inManaged = await member();
  await joins(managed, inManaged);
  const { token } = await link(inManaged);
  for (const other of [elsewhere, joined]) {
    const one = await member();
    await joins(other, one);
    expect(await refusalOf(link(one))).toMatchObject({ code: "PERSON_IN_OTHER_ORGANIZATIONS" });
  }
  // An admin below does not take over a member of the organization above.
  const above: Person = { ...managed, userId: inManaged.userId };
  expect(await refusalOf(link(above, managed))).toMatchObject({ code: "PERSON_IN_OTHER_ORGANIZATIONS" });
  await joins(elsewhere, inManaged);
  expect(await refusalOf(use(token))).toMatchObject(INVALID);
});

it("is made by a signed-in admin, for another member of the own organization", async () => {
  const one = await member();
  const byKey: Principal = { ...us, kind: "api_key", apiKeyId: newId() };
  expect(await refusalOf(link(one, byKey))).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  expect(await refusalOf(link(one, { ...us, role: "editor" }))).toMatchObject({ code: "ORG_ADMIN_REQUIRED" });
  expect(await refusalOf(link(us))).toMatchObject({ code: "OWN_PASSWORD_RESET" });
  const other = await activity.organization();
  for (const userId of [one.userId, newId(), "no id"])
    expect(await refusalOf(passwords(other).createPasswordReset({ userId }))).toMatchObject({
      code: "MEMBER_NOT_FOUND",
    });
});

it("has a row in the audit log of each organization of the person when it is used", async () => {
  const managed = await activity.organization({ parentId: us.organizationId, accepted: true });
  const one = await member();
  await joins(managed, one);
  await use((await link(one)).token);
  const row = { action: "ResetPassword", actorKind: "service", actorId: null, changes: { password: {} } };
  for (const of of [us, managed]) {
    const rows = await activity.rows<Record<string, unknown>>(of, "audit_log");
    expect(rows.filter(({ entityId }) => entityId === one.userId).at(-1)).toMatchObject(row);
  }
});

it("is stored as a hash, and shown once", async () => {
  const headers = { "idempotency-key": "k" };
  const [first, replayed] = [await link(ana, us, headers), await link(ana, us, headers)];
  expect(first.token).toHaveLength(64);
  expect(replayed).toEqual({ ...first, token: undefined });
  for (const table of ["password_resets", "idempotency_keys", "audit_log", "outbox"])
    expect(JSON.stringify(await activity.rows(us, table)), table).not.toContain(first.token);
  const rows = await activity.db.asService(newId(), ({ tx }) => tx`select from password_resets`);
  expect(rows).toHaveLength(0);
});
