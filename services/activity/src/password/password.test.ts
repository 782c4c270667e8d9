import { NIL_ID, newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { putMember } from "../access/members.ts";
import { isPassword, OPERATOR } from "../access/passwords.ts";
import { activity, allTests } from "../activity.fixture.ts";
import { hashOf, isSignedIn, NEW, OLD, type Person, person, signIn } from "./password.fixture.ts";
import { changeHash } from "./queries.ts";

allTests();

describe("ChangePassword", () => {
  const change = async ({ userId }: Person, sessionId: string, currentPassword: string, newPassword: string) => {
    const principal = { ...servicePrincipal(NIL_ID), kind: "user", role: "viewer", userId, sessionId } as const;
    return activity.as(principal, PasswordService).changePassword({ currentPassword, newPassword });
  };

  it("changes the password of the person alone, and ends all sessions but the own one", async () => {
    const [ana, eve] = [await person(), await person()];
    const [here, elsewhere, hers] = [await signIn(ana), await signIn(ana), await signIn(eve)];
    await change(ana, here, OLD, NEW);
    expect(await isPassword(NEW, await hashOf(ana), OPERATOR)).toBe(true);
    expect(await isPassword(OLD, await hashOf(eve), OPERATOR)).toBe(true);
    expect(await isSignedIn(ana, here)).toBe(true);
    expect(await isSignedIn(ana, elsewhere)).toBe(false);
    expect(await isSignedIn(eve, hers)).toBe(true);
  });

  it("refuses a wrong present password, and changes nothing", async () => {
    const ana = await person();
    const [here, elsewhere, before] = [await signIn(ana), await signIn(ana), await hashOf(ana)];
    for (const wrong of ["wrong horse", "", "x".repeat(10_000)])
      expect(await refusalOf(change(ana, here, wrong, NEW))).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(await hashOf(ana)).toBe(before);
    expect(await isSignedIn(ana, elsewhere)).toBe(true);
  });

  it("refuses a short or long new password, and the address of the person", async () => {
    const ana = await person();
    const here = await signIn(ana);
    const email = `${ana.userId}@EXAMPLE.com`;
    for (const [password, type] of [
      ["eleven char", "value_error.any_str.min_length"],
      ["🐎".repeat(11), "value_error.any_str.min_length"],
      ["x".repeat(1_025), "value_error.any_str.max_length"],
      [email, "value_error.password"],
    ] as const)
      expect(await refusalOf(change(ana, here, OLD, password))).toMatchObject({
        violations: [`body.new_password ${type}`],
      });
  });

  it("refuses when another request has changed the password meanwhile", async () => {
    const { userId: id, organizationId } = await person();
    const stale = { id, email: "", passwordHash: "a former hash" };
    const late = activity.db.asService(organizationId, ({ tx }) => changeHash(tx, stale, "a new hash"));
    expect(await refusalOf(late)).toMatchObject({ code: "RECORD_CHANGED_MEANWHILE" });
  });

  it("has a row in the audit log of each organization of the person, without the password", async () => {
    const [ana, other, left] = [await person(), await activity.organization(), await activity.organization()];
    for (const one of [other, left])
      await activity.db.asService(one.organizationId, ({ tx, org }) => putMember(tx, org, ana.userId, "viewer"));
    await activity.as(left, MemberService).removeMember({ userId: ana.userId });
    await change(ana, await signIn(ana), OLD, NEW);
    const row = {
      action: "ChangePassword",
      entityKind: "password",
      entityId: ana.userId,
      actorKind: "user",
      actorId: ana.userId,
      changes: { password: {} },
    };
    expect(await activity.rows(ana, "audit_log")).toMatchObject([row]);
    expect(await activity.rows(other, "audit_log")).toMatchObject([row]);
    expect(await activity.rows(left, "audit_log")).toMatchObject([{ action: "RemoveMember" }]);
    expect(await activity.rows(ana, "audit_queue")).toHaveLength(1);
  });

  it("is not for API keys", async () => {
    const byKey: Principal = { ...(await person()), kind: "api_key", apiKeyId: newId() };
    const refused = activity.as(byKey, PasswordService).changePassword({ currentPassword: OLD, newPassword: NEW });
    expect(await refusalOf(refused)).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  });
});
