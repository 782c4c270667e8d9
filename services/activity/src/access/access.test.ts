import { NIL_ID, newId } from "@emissions/kit/process/id";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { describe, expect, it } from "vitest";
import { activity, allTests, EARLIER_PEPPER, us } from "../activity.fixture.ts";
import { ApiKeys } from "./keys.ts";
import { hashPassword, hashRandomPassword, OPERATOR } from "./passwords.ts";

allTests();

const keys = () => activity.context.keys;
/** Calls like the gateway: as a service, for the organization of the client. */
const access = (org = us.organizationId) => activity.as(servicePrincipal(org), AccessService);
const authenticate = (apiKey: string, org = us.organizationId) =>
  access(org).authenticate({ organizationId: org, credential: { case: "apiKey", value: apiKey } });

async function storedKey(
  { organizationId, userId }: Principal,
  values: { enabled?: boolean; expiresAt?: string; hashedBy?: ApiKeys } = {},
) {
  const { enabled = true, expiresAt = null, hashedBy = keys() } = values;
  const key = keys().newKey("test");
  await activity.db.asService(
    organizationId,
    ({ tx }) => tx`
      insert into api_keys (organization_id, id, user_id, name, prefix, key_hash, enabled, expires_at)
      values (${organizationId}, ${newId()}, ${userId}, 'key', ${keys().prefix(key)}, ${hashedBy.hash(key)}, ${enabled},
        ${expiresAt})`,
  );
  return key;
}

describe("an API key", () => {
  it("has 256 random bits and a checksum that detects every wrong character", () => {
    const key = keys().newKey("live");
    expect(key).toMatch(/^eas_live_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/);
    expect(keys().isWellFormed(key)).toBe(true);
    for (let index = 0; index < key.length; index++) {
      const wrong = key.slice(0, index) + (key[index] === "x" ? "y" : "x") + key.slice(index + 1);
      expect(keys().isWellFormed(wrong)).toBe(false);
    }
  });

  it("is a live key, unless its system is one for tests", () => {
    expect(keys().newKey()).toMatch(/^eas_live_/);
    const testKey = new ApiKeys(fixedSecrets("pepper"), "test").newKey();
    expect(testKey).toMatch(/^eas_test_/);
    expect(keys().isWellFormed(testKey)).toBe(true);
  });

  it("has a different hash with a different pepper", () => {
    const key = keys().newKey("test");
    expect(new ApiKeys(fixedSecrets("another pepper")).hash(key)).not.toEqual(keys().hash(key));
  });
});

describe("Authenticate", () => {
  it("returns the owner and role of a key, and the accepted group of the organization", async () => {
    const root = await activity.organization();
    const middle = await activity.organization({ parentId: root.organizationId, accepted: true });
    const leaf = await activity.organization({ parentId: middle.organizationId, accepted: true });
    await activity.organization({ parentId: middle.organizationId, accepted: false });
    const { membership } = await authenticate(await storedKey(middle), middle.organizationId);
    expect(membership).toMatchObject({
      organizationId: middle.organizationId,
      userId: middle.userId,
      role: Role.ADMIN,
      descendantIds: [leaf.organizationId],
      ancestors: [{ id: root.organizationId, name: expect.any(String) }],
    });
    expect(membership?.apiKeyId).not.toBe("");
  });

  it("finds a member by email address, and refuses members of other organizations", async () => {
    const them = await activity.organization();
    const { organizationId } = us;
    const as = ({ userId }: { userId: string }) =>
      access().authenticate({ organizationId, credential: { case: "email", value: `${userId}@example.com` } });
    expect((await as(us)).membership).toMatchObject({ userId: us.userId, apiKeyId: "" });
    expect(await refusalOf(as(them))).toMatchObject({ code: "LOGGED_USER_NOT_MEMBER" });
  });

  it("is only for services, and only for the organization that the call is signed for", async () => {
    const request = { organizationId: us.organizationId, credential: { case: "apiKey", value: "x" } } as const;
    expect(await refusalOf(activity.as(us, AccessService).authenticate(request))).toMatchObject({ code: "FORBIDDEN" });
    const credential = { case: "apiKey", value: await storedKey(us) } as const;
    const signedForOthers = access(newId()).authenticate({ ...request, credential });
    expect(await refusalOf(signedForOthers)).toMatchObject({ code: "INVALID_API_KEY" });
    const foreign = authenticate(await storedKey(await activity.organization()));
    expect(await refusalOf(foreign)).toMatchObject({ code: "INVALID_API_KEY" });
  });

  it("stores when a key was last used", async () => {
    const them = await activity.organization();
    await authenticate(await storedKey(them), them.organizationId);
    await until("the use is stored", async () => {
      const [row] = await activity.rows<{ lastUsedAt: Date | null }>(them, "api_keys");
      return row?.lastUsedAt !== null;
    });
  });

  it("stores no key in clear text", async () => {
    const key = await storedKey(us);
    const rows = await activity.db.asService(
      us.organizationId,
      ({ tx }) => tx<{ text: string }[]>`select k::text || encode(k.key_hash, 'escape') as text from api_keys k`,
    );
    expect(rows.length).toBeGreaterThan(0);
    // Only the prefix is stored.
    const secret = key.slice(keys().prefix(key).length);
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });
});

const identify = (apiKey: string) => access(NIL_ID).identifyKey({ apiKey });

describe.each([
  ["Authenticate", authenticate],
  ["IdentifyKey", identify],
])("%s", (_, look) => {
  it("refuses unknown, malformed, disabled and expired keys with the same error", async () => {
    const wrong = [
      keys().newKey("live"),
      "no key at all",
      "",
      await storedKey(us, { enabled: false }),
      await storedKey(us, { expiresAt: "2020-01-01T00:00:00Z" }),
    ];
    const refusals = await Promise.all(wrong.map((key) => refusalOf(look(key))));
    expect(refusals[0]).toMatchObject({ code: "INVALID_API_KEY", violations: [] });
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  });

  it("accepts a key of an earlier pepper, which then needs that pepper no longer", async () => {
    const them = await activity.organization();
    const key = await storedKey(them, { hashedBy: new ApiKeys(fixedSecrets(EARLIER_PEPPER)) });
    const unknown = await storedKey(them, { hashedBy: new ApiKeys(fixedSecrets("a pepper that nobody accepts")) });
    expect(await refusalOf(look(unknown, them.organizationId))).toMatchObject({ code: "INVALID_API_KEY" });
    await look(key, them.organizationId);
    await until("the new hash is stored", async () => {
      const rows = await activity.rows<{ keyHash: Buffer }>(them, "api_keys");
      return rows.some(({ keyHash }) => keys().hash(key).equals(keyHash));
    });
    expect((await look(key, them.organizationId)).membership).toMatchObject({ userId: them.userId });
  });

  it("refuses a key whose owner is no longer an enabled member", async () => {
    const them = await activity.organization();
    const key = await storedKey(them);
    await activity.db.asService(them.organizationId, ({ tx }) => tx`update members set enabled = false`);
    expect(await refusalOf(look(key, them.organizationId))).toMatchObject({ code: "LOGGED_USER_NOT_MEMBER" });
  });
});

describe("IdentifyKey", () => {
  it("finds organization, owner and role of a key without its organization", async () => {
    const { membership } = await identify(await storedKey(us));
    const { organizationId, userId } = us;
    expect(membership).toMatchObject({ organizationId, userId, role: Role.ADMIN, descendantIds: [], ancestors: [] });
  });

  it("is only for services", async () => {
    const refused = activity.as(us, AccessService).identifyKey({ apiKey: await storedKey(us) });
    expect(await refusalOf(refused)).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("GetLineage", () => {
  it("returns the accepted ancestors, the parent first", async () => {
    const root = await activity.organization();
    const middle = await activity.organization({ parentId: root.organizationId, accepted: true });
    const leaf = await activity.organization({ parentId: middle.organizationId, accepted: true });
    const waiting = await activity.organization({ parentId: root.organizationId, accepted: false });
    const idsAbove = async (org: string) => (await access(org).getLineage({})).ancestors.map(({ id }) => id);
    expect(await idsAbove(leaf.organizationId)).toEqual([middle.organizationId, root.organizationId]);
    expect(await idsAbove(waiting.organizationId)).toEqual([]);
    expect(await idsAbove(newId())).toEqual([]);
  });
});

describe("Login", () => {
  it("renews a hash of an earlier cost", async () => {
    const them = await activity.organization();
    const hash = await hashRandomPassword("correct horse");
    const users = () =>
      activity.db.asService(
        them.organizationId,
        ({ tx }) => tx<{ passwordHash: string }[]>`
      select password_hash from users where id = ${them.userId}`,
      );
    await activity.db.asService(
      them.organizationId,
      ({ tx }) => tx`update users set password_hash = ${hash} where id = ${them.userId}`,
    );
    await access().login({ email: `${them.userId}@example.com`, password: "correct horse" });
    expect((await users())[0]?.passwordHash).toMatch(/^scrypt\$131072\$8\$1\$/);
  });

  it("accepts the address in any case, and refuses all failures with the same error", async () => {
    const hash = await hashPassword("correct horse", OPERATOR);
    await activity.db.asService(
      us.organizationId,
      ({ tx }) => tx`update users set password_hash = ${hash} where id = ${us.userId}`,
    );
    const email = `${us.userId}@example.com`;
    const login = (address: string, password: string) => access().login({ email: address, password });
    expect(await login(email.toUpperCase(), "correct horse")).toMatchObject({ userId: us.userId, email });

    const withoutPassword = await activity.organization();
    for (const [address, password] of [
      [email, "wrong horse"],
      ["nobody@example.com", "correct horse"],
      [`${withoutPassword.userId}@example.com`, ""],
      [email, "x".repeat(10_000)],
      ["a\0b", "correct horse"],
    ] as const) {
      expect(await refusalOf(login(address, password))).toMatchObject({ code: "INVALID_CREDENTIALS", violations: [] });
    }
  });
});
