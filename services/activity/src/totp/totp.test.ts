import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { TotpService } from "@emissions/proto/activity/v1/totp_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { putMember } from "../access/members.ts";
import { activity, allTests } from "../activity.fixture.ts";
import { isSignedIn, OLD, person, signIn } from "../password/password.fixture.ts";
import { codeOf, login, personWithApp, totpOf, useAtSignIn } from "./totp.fixture.ts";

allTests();

// A step of 30 s must not end between two lines of a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const INVALID = { code: "TOTP_INVALID" };
const auditOf = async (of: Principal) =>
  (await activity.rows<Record<string, unknown>>(of, "audit_log")).filter(({ entityKind }) => entityKind === "totp");

describe("turning codes on", () => {
  it("asks for the password, and for no code at sign-ins before a code is confirmed", async () => {
    const ana = await person();
    const [here, elsewhere] = [await signIn(ana), await signIn(ana)];
    const totp = totpOf(ana, here);
    expect(await refusalOf(totp.beginTotp({ password: "guess" }))).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(await refusalOf(totp.confirmTotp({ code: "123456" }))).toMatchObject({ code: "TOTP_NOT_STARTED" });
    const replaced = (await totp.beginTotp({ password: OLD })).totpSecret!;
    const { secret, uri } = (await totp.beginTotp({ password: OLD })).totpSecret!;
    expect(uri).toContain(`secret=${secret}&`);
    expect(secret).not.toBe(replaced.secret);
    await useAtSignIn(ana, "");
    expect((await totp.getTotp({})).totp).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    for (const code of [codeOf(replaced.secret), codeOf(secret, 2), codeOf(secret, -2), "", "12345", "x", "\0"])
      expect(await refusalOf(totp.confirmTotp({ code }))).toMatchObject(INVALID);

    const { recoveryCodes } = (await totp.confirmTotp({ code: codeOf(secret) })).totpRecoveryCodes!;
    expect(recoveryCodes).toHaveLength(10);
    expect((await totp.getTotp({})).totp).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect([await isSignedIn(ana, here), await isSignedIn(ana, elsewhere)]).toEqual([true, false]);
    expect(await refusalOf(totp.beginTotp({ password: OLD }))).toMatchObject({ code: "TOTP_ENABLED" });
    expect(await refusalOf(totp.confirmTotp({ code: codeOf(secret, 1) }))).toMatchObject({ code: "TOTP_ENABLED" });
    expect(await refusalOf(useAtSignIn(ana, ""))).toMatchObject({ code: "TOTP_REQUIRED" });
  });

  it("is not for API keys", async () => {
    const byKey: Principal = { ...(await person()), kind: "api_key", apiKeyId: newId() };
    const totp = activity.as(byKey, TotpService);
    const calls = [totp.getTotp, totp.beginTotp, totp.confirmTotp, totp.disableTotp];
    for (const call of calls) expect(await refusalOf(call({}))).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  });
});

describe("Login of a person with an app", () => {
  it("tells only those who know the password that a code is missing or wrong", async () => {
    const ana = await personWithApp();
    const code = codeOf(ana.secret);
    expect(await refusalOf(login(ana, code, "guess"))).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(await refusalOf(login(ana, " - "))).toMatchObject({ code: "TOTP_REQUIRED" });
    for (const given of ["12345", "x", "\0", "MFRG-GZDF-MZTW-Q2LK", codeOf(ana.secret, 2)])
      expect(await refusalOf(useAtSignIn(ana, given))).toMatchObject(INVALID);
    expect(await login(ana, code)).toMatchObject({ userId: ana.userId });
  });
});

describe("a sign-in with the right password", () => {
  it("takes each code once, also that of the confirmation, and none of earlier steps", async () => {
    const ana = await personWithApp();
    expect(await refusalOf(useAtSignIn(ana, codeOf(ana.secret, -1)))).toMatchObject(INVALID);
    await useAtSignIn(ana, codeOf(ana.secret, 1));
    for (const steps of [1, 0])
      expect(await refusalOf(useAtSignIn(ana, codeOf(ana.secret, steps)))).toMatchObject(INVALID);
    const off = ana.totp.disableTotp({ password: OLD, code: codeOf(ana.secret) });
    expect(await refusalOf(off)).toMatchObject(INVALID);
  });

  it.each(["a code of the app", "a recovery code"])("admits one of two at once with %s", async (what) => {
    const ana = await personWithApp();
    const code = what === "a recovery code" ? ana.recoveryCodes[0]! : codeOf(ana.secret);
    const outcomes = await Promise.allSettled([useAtSignIn(ana, code), useAtSignIn(ana, code)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("takes a recovery code once, in any case", async () => {
    const ana = await personWithApp();
    const [first] = ana.recoveryCodes as [string];
    await useAtSignIn(ana, first.toLowerCase().replaceAll("-", " "));
    expect(await refusalOf(useAtSignIn(ana, first))).toMatchObject(INVALID);
    expect((await ana.totp.getTotp({})).totp).toMatchObject({ enabled: true, recoveryCodesLeft: 9 });
  });
});

describe("turning codes off", () => {
  it("asks for the password and a code or a recovery code", async () => {
    const [ana, eve] = [await personWithApp(), await personWithApp()];
    const code = codeOf(ana.secret);
    const off = (password: string, given: string) => ana.totp.disableTotp({ password, code: given });
    expect(await refusalOf(off("guess", code))).toMatchObject({ code: "INVALID_CREDENTIALS" });
    for (const given of ["", "000000", eve.recoveryCodes[0]!, codeOf(ana.secret, -1)])
      expect(await refusalOf(off(OLD, given))).toMatchObject(INVALID);
    await off(OLD, code);
    expect((await ana.totp.getTotp({})).totp).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    expect(await refusalOf(off(OLD, code))).toMatchObject({ code: "TOTP_NOT_ENABLED" });
    await eve.totp.disableTotp({ password: OLD, code: eve.recoveryCodes[9]! });
    await useAtSignIn(eve, "");
  });
});

it("both changes are in the audit log of each organization of the person", async () => {
  const other = await activity.organization();
  const ana = await personWithApp();
  await activity.db.asService(other.organizationId, ({ tx, org }) => putMember(tx, org, ana.userId, "viewer"));
  await ana.totp.disableTotp({ password: OLD, code: codeOf(ana.secret) });
  const row = { actorKind: "user", actorId: ana.userId, entityId: ana.userId };
  const off = { ...row, action: "DisableTotp", changes: { enabled: { old: true, new: false } } };
  expect(await auditOf(ana)).toMatchObject([{ ...row, action: "ConfirmTotp" }, off]);
  expect(await auditOf(other)).toMatchObject([off]);
});

it("no table has a secret or a recovery code, and no other person or organization sees the rows", async () => {
  const [ana, eve] = [await personWithApp(), await person()];
  const tables = await activity.owner<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'activity' and table_type = 'BASE TABLE'`;
  const texts = [];
  for (const { name } of tables) {
    await activity.owner`alter table ${activity.owner(name)} no force row level security`;
    const rows = await activity.owner<{ text: string }[]>`select t::text as text from ${activity.owner(name)} t`;
    await activity.owner`alter table ${activity.owner(name)} force row level security`;
    texts.push(...rows.map(({ text }) => text));
  }
  const all = texts.join("\n");
  expect(all).toContain(ana.userId);
  for (const hidden of [ana.secret, ...ana.recoveryCodes, ana.recoveryCodes[0]!.replaceAll("-", "")])
    expect(all).not.toContain(hidden);

  for (const table of ["totp_secrets", "totp_recovery_codes"]) {
    const seenAs = (user: string) =>
      activity.db.asService(ana.organizationId, async ({ tx }) => {
        await tx`select set_config('app.user', ${user}, true)`;
        return (await tx`select from ${tx(table)}`).length;
      });
    expect([await seenAs(""), await seenAs(NIL_ID), await seenAs(eve.userId)]).toEqual([0, 0, 0]);
    expect(await seenAs(ana.userId)).toBeGreaterThan(0);
  }
});
