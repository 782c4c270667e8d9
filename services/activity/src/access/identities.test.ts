import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { activity, allTests } from "../activity.fixture.ts";

allTests();

let us: Principal;
// A user is linked once for each issuer.
beforeEach(async () => {
  us = await activity.organization();
});

const ISSUER = "https://issuer.example";
const NOT_MEMBER = { code: "LOGGED_USER_NOT_MEMBER" };
const ourAddress = () => `${us.userId}@example.com`;

interface Claims {
  issuer?: string;
  subject: string;
  verifiedEmail?: string;
}

const login = ({ issuer = ISSUER, subject, verifiedEmail = "" }: Claims) =>
  activity.as(servicePrincipal(NIL_ID), AccessService).loginWithIdentity({
    identity: { issuer, subject, verifiedEmail },
  });

const authenticate = ({ issuer = ISSUER, subject, verifiedEmail = "" }: Claims, org = us.organizationId) =>
  activity.as(servicePrincipal(org), AccessService).authenticate({
    organizationId: org,
    credential: { case: "identity", value: { issuer, subject, verifiedEmail } },
  });

describe.each([
  ["LoginWithIdentity", async (claims: Claims) => (await login(claims)).userId],
  ["Authenticate", async (claims: Claims) => (await authenticate(claims)).membership?.userId],
])("%s", (_, userOf) => {
  it("links a verified address once, and then knows the subject whatever its address is", async () => {
    const subject = newId();
    expect(await userOf({ subject, verifiedEmail: ourAddress() })).toBe(us.userId);
    expect(await userOf({ subject })).toBe(us.userId);
    const them = await activity.organization();
    expect(await userOf({ subject, verifiedEmail: `${them.userId}@example.com` })).toBe(us.userId);
  });

  it("refuses another subject of the issuer with the address of a linked user", async () => {
    await userOf({ subject: newId(), verifiedEmail: ourAddress() });
    const second = { subject: newId(), verifiedEmail: ourAddress() };
    expect(await refusalOf(userOf(second))).toMatchObject(NOT_MEMBER);
    expect(await refusalOf(userOf(second))).toMatchObject(NOT_MEMBER);
  });

  it("links a user at each issuer, and tells issuers apart", async () => {
    const subject = newId();
    await userOf({ subject, verifiedEmail: ourAddress() });
    const issuer = "https://issuer.example/";
    expect(await refusalOf(userOf({ issuer, subject }))).toMatchObject(NOT_MEMBER);
    expect(await userOf({ issuer, subject, verifiedEmail: ourAddress() })).toBe(us.userId);
  });

  it("gives concurrent first calls the same user", async () => {
    const subject = newId();
    const users = await Promise.all(Array.from({ length: 5 }, () => userOf({ subject, verifiedEmail: ourAddress() })));
    expect(new Set(users)).toEqual(new Set([us.userId]));
  });

  it.each([
    ["an unknown subject without a verified address", { subject: "unknown" }],
    ["an address of nobody", { subject: "unknown", verifiedEmail: "nobody@example.com" }],
    ["an empty subject", { subject: "", verifiedEmail: "nobody@example.com" }],
    ["a subject that is too long", { subject: "s".repeat(256) }],
    ["a subject with NUL", { subject: "a\0b" }],
    ["an address with NUL", { subject: "unknown", verifiedEmail: "a\0b@example.com" }],
    ["an issuer with NUL", { issuer: "a\0b", subject: "unknown" }],
  ])("refuses %s", async (_, claims) => {
    expect(await refusalOf(userOf(claims))).toMatchObject(NOT_MEMBER);
  });
});

it("an identity opens no organization whose member its user is not", async () => {
  const [subject, them] = [newId(), await activity.organization()];
  await login({ subject, verifiedEmail: ourAddress() });
  expect(await refusalOf(authenticate({ subject }, them.organizationId))).toMatchObject(NOT_MEMBER);
});

it("a link is in the audit log, and later calls are not", async () => {
  const subject = newId();
  for (const claims of [{ subject, verifiedEmail: ourAddress() }, { subject }]) await authenticate(claims);
  const rows = await activity.rows<{ action: string; entityId: string; actorKind: string }>(us, "audit_log");
  expect(rows.filter(({ action }) => action === "Authenticate")).toMatchObject([
    { entityId: us.userId, actorKind: "service" },
  ]);
});

it("the ordinary role of the service neither reads nor changes links by itself", async () => {
  const { organizationId: org, userId } = us;
  await login({ subject: newId(), verifiedEmail: ourAddress() });
  const seen = await activity.db.asService(org, async ({ tx }) => [...(await tx`select from user_identities`)]);
  expect(seen).toEqual([]);
  const insert = activity.db.asService(
    org,
    ({ tx }) => tx`insert into user_identities (issuer, subject, user_id) values (${ISSUER}, 'forged', ${userId})`,
  );
  await expect(insert).rejects.toThrow(/row-level security/);
});
