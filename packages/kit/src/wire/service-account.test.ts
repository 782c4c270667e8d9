import type { DescMethod } from "@bufbuild/protobuf";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { newPrincipalKey } from "@emissions/testkit/principal-keys.mjs";
import { adminOf } from "@emissions/testkit/principals";
import { importJWK, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { checkAccess } from "./access.ts";
import { servicePrincipal } from "./principal.ts";
import { PrincipalKeys } from "./principal-keys.ts";
import { CALLER_HEADER, PRINCIPAL_HEADER, PrincipalSigner } from "./signer.ts";

const [org, other] = [newId(), newId()];
const now = Math.floor(Date.now() / 1000);
const NAME = "account:reporting";
const RIGHTS = {
  scopes: ["emissions.activity.v1.PurchaseService/ListPurchases", "emissions.activity.v1.MemberService/*"],
  organizations: [org],
  role: "viewer",
  exp: now + 3600,
};
const { listPurchases, getPurchase } = PurchaseService.method;

const account = newPrincipalKey(NAME);
const [activity, calc, gateway] = ["activity", "calc", "gateway"].map(newPrincipalKey) as [Pair, Pair, Pair];
type Pair = ReturnType<typeof newPrincipalKey>;

const keysWith = (rights: object) => ({
  keys: [...[activity, calc, gateway].map(({ publicKey }) => publicKey), { ...account.publicKey, ...rights }],
});
const signerOf = ({ privateKey, publicKey }: Pair, rights: object = {}) =>
  new PrincipalSigner(new PrincipalKeys(publicKey.iss, { privateKey, publicKeys: keysWith({ ...RIGHTS, ...rights }) }));

/** A token as the account's own system signs it. */
async function token(typ: string, claims: object, { pair = account, aud = "activity" } = {}): Promise<string> {
  const key = await importJWK({ ...pair.privateKey }, "EdDSA");
  const jwt = new SignJWT({ iss: NAME, aud, iat: now, exp: now + 60, ...claims });
  return jwt.setProtectedHeader({ alg: "EdDSA", kid: pair.publicKey.kid, typ }).sign(key);
}
const callerToken = () => token("caller+jwt", {});

interface Attempt {
  method?: DescMethod;
  rights?: object;
  claims?: object;
  caller?: Promise<string>;
  nowS?: number;
}

/** The principal of a call, after all checks. */
async function admitted({
  method = listPurchases,
  rights,
  claims = { organization: org },
  caller,
  nowS = now,
}: Attempt) {
  const header = new Headers({
    [PRINCIPAL_HEADER]: await token("principal+jwt", claims),
    [CALLER_HEADER]: await (caller ?? callerToken()),
  });
  const identity = await signerOf(activity, rights).identify(header, nowS);
  checkAccess(method, identity);
  return identity.principal;
}

describe("a service account", () => {
  it("calls a method of its scopes for one of its organizations, with its role and name", async () => {
    expect(await admitted({})).toEqual({
      organizationId: org,
      kind: "service_account",
      userId: null,
      apiKeyId: NAME,
      role: "viewer",
      descendants: [],
      ancestors: [],
    });
  });

  it.each<[string, Attempt, string]>([
    ["a method outside its scopes", { method: getPurchase }, "not in the scopes"],
    ["a service with a longer name", { rights: { scopes: ["emissions.activity.v1.Purchase/*"] } }, "not in the scopes"],
    ["another organization", { claims: { organization: other } }, "not one of the service account"],
    ["no organization", { claims: {} }, "not genuine"],
    ["a principal of its own making", { claims: { principal: adminOf(org) } }, "not genuine"],
    ["the rights of a service", { claims: { principal: servicePrincipal(org) } }, "not genuine"],
    ["a role that the method does not admit", { rights: { role: "human_resources" } }, "role of the service account"],
    [
      "a method of writers",
      {
        method: PurchaseService.method.updatePurchase,
        rights: { scopes: ["emissions.activity.v1.PurchaseService/*"], role: "editor" },
      },
      "only read",
    ],
    ["a method for admins", { method: MemberService.method.listMembers }, "role of the service account"],
    [
      "a method that no user calls",
      { method: AccessService.method.login, rights: { scopes: ["emissions.activity.v1.AccessService/*"] } },
      "Only services",
    ],
    ["a time after its expiry", { rights: { exp: now - 1 } }, "has expired"],
    ["a token that is too old", { nowS: now + 120 }, "has expired"],
    ["another caller", { caller: token("caller+jwt", { iss: "calc" }, { pair: calc }) }, "for another service"],
    ["a caller that another key signed", { caller: token("caller+jwt", {}, { pair: calc }) }, "not genuine"],
  ])("is refused with %s", async (_, attempt, reason) => {
    await expect(admitted(attempt)).rejects.toThrow(reason);
  });

  it("expires although its token was accepted before", async () => {
    const signer = signerOf(activity, { exp: now + 10 });
    const header = new Headers({
      [PRINCIPAL_HEADER]: await token("principal+jwt", { organization: org }),
      [CALLER_HEADER]: await callerToken(),
    });
    await signer.identify(header, now);
    await expect(signer.identify(header, now + 11)).rejects.toThrow("has expired");
  });

  it("is passed on by a service with the same rights", async () => {
    const called = signerOf(calc);
    const header = new Headers({
      [PRINCIPAL_HEADER]: await token("principal+jwt", { organization: org, principal: adminOf(org) }),
      [CALLER_HEADER]: await signerOf(activity).signCaller("calc"),
    });
    const { principal, issuer, caller } = await called.identify(header, now);
    expect([principal.kind, principal.role, issuer, caller]).toEqual(["service_account", "viewer", NAME, "activity"]);
  });

  it("presents nobody else's principal", async () => {
    const header = new Headers({
      [PRINCIPAL_HEADER]: await signerOf(gateway).sign(adminOf(org), "activity"),
      [CALLER_HEADER]: await callerToken(),
    });
    await expect(signerOf(activity).identify(header, now)).rejects.toThrow("for another service");
  });
});

it("no service signs for a service account", async () => {
  const forged = { ...adminOf(org), kind: "service_account" } as const;
  const from = signerOf(gateway);
  const header = new Headers({
    [PRINCIPAL_HEADER]: await from.sign(forged, "activity"),
    [CALLER_HEADER]: await from.signCaller("activity"),
  });
  await expect(signerOf(activity).identify(header)).rejects.toThrow("not genuine");
});

it.each([
  ["an account without rights", { scopes: undefined }],
  ["an account without scopes", { scopes: [] }],
  ["a scope of all services", { scopes: ["*"] }],
  ["a scope with a pattern", { scopes: ["emissions.activity.v1.PurchaseService/List*"] }],
  ["an account for no organization", { organizations: [] }],
  ["an account for all organizations", { organizations: ["*"] }],
  ["a role of services", { role: "service" }],
  ["an account without an end", { exp: undefined }],
  ["a service with rights", { iss: "reporting" }],
  ["an account with the name of a service", { iss: "account:" }],
])("a set of keys with %s is refused", (_, rights) => {
  expect(() => signerOf(activity, rights)).toThrow("no valid keys");
});
