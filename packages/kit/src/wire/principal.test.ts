import { create } from "@bufbuild/protobuf";
import { Code, createClient, createRouterTransport } from "@connectrpc/connect";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import {
  RecordValidationService,
  ValidateRecordsRequestSchema,
} from "@emissions/proto/activity/v1/record_validation_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { PlaceService } from "@emissions/proto/factors/v1/place_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { newPrincipalKey } from "@emissions/testkit/principal-keys.mjs";
import { adminOf, between, newSigners } from "@emissions/testkit/principals";
import type { ServiceName } from "@emissions/testkit/roles";
import { importJWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { newId } from "../process/id.ts";
import { CLOCK_TOLERANCE_S, ClockCheck } from "./clock.ts";
import { unauthenticated } from "./errors.ts";
import { CLIENT_ADDRESS } from "./headers.ts";
import { callAs, type Principal, servicePrincipal } from "./principal.ts";
import { PrincipalKeys } from "./principal-keys.ts";
import {
  CALLER_HEADER,
  PRINCIPAL_HEADER,
  PrincipalSigner,
  signCalls,
  unavailableUntilTrusted,
  verifyCalls,
} from "./signer.ts";

const org = newId();
const user = adminOf(org, { descendants: [newId()] });
// Tokens of other test files may be about to expire.
const signerOf = newSigners();
const [gateway, activity] = [signerOf("gateway"), signerOf("activity")];
const now = Date.now() / 1000;

interface Presented {
  principal: Promise<string>;
  caller: Promise<string>;
}

/** The identity that a service reads from the metadata of a call. */
const identified = async (by: PrincipalSigner, { principal, caller }: Presented, nowS = now) =>
  by.identify(new Headers({ [PRINCIPAL_HEADER]: await principal, [CALLER_HEADER]: await caller }), nowS);

const direct = (from: PrincipalSigner, principal: Principal = user, audience = "activity"): Presented => ({
  principal: from.sign(principal, audience, now),
  caller: from.signCaller(audience, now),
});

describe("a principal", () => {
  it("is verified unchanged by the service that is called", async () => {
    expect(await identified(activity, direct(gateway))).toEqual({
      principal: user,
      issuer: "gateway",
      caller: "gateway",
    });
  });

  it("may be passed on by the service that got it", async () => {
    const passedOn = { principal: gateway.sign(user, "activity", now), caller: activity.signCaller("factors", now) };
    expect(await identified(signerOf("factors"), passedOn)).toMatchObject({ issuer: "gateway", caller: "activity" });
  });

  it("is signed once until it is about to expire, for each service", async () => {
    const first = await gateway.sign(user, "activity", now);
    expect(await gateway.sign(user, "activity", now + 20)).toBe(first);
    expect(await gateway.sign(user, "activity", now + 40)).not.toBe(first);
    expect(await gateway.sign(servicePrincipal(org), "calc", now)).toBe(
      await gateway.sign(servicePrincipal(org), "calc", now + 20),
    );
  });

  it("is signed again when the clock was ahead and is right again", async () => {
    for (const aheadS of [25 * 3600, 20]) {
      const signer = newSigners()("gateway");
      const ofFuture = await signer.sign(user, "activity", now + aheadS);
      const callerOfFuture = await signer.signCaller("activity", now + aheadS);
      expect(await signer.sign(user, "activity", now)).not.toBe(ofFuture);
      expect(await signer.signCaller("activity", now)).not.toBe(callerOfFuture);
    }
  });

  it("of the future is refused beyond the tolerance, even if a wrong clock has accepted it before", async () => {
    const aheadS = 25 * 3600;
    const ofFuture = {
      principal: gateway.sign(servicePrincipal(newId()), "activity", now + aheadS),
      caller: gateway.signCaller("activity", now + aheadS),
    };
    await identified(activity, ofFuture, now + aheadS);
    await expect(identified(activity, ofFuture)).rejects.toThrow("of the future");
    await identified(activity, ofFuture, now + aheadS - CLOCK_TOLERANCE_S);
  });

  it("is refused after a minute and the tolerance, even if it was accepted before", async () => {
    const presented = direct(gateway);
    await identified(activity, presented, now + 59 + CLOCK_TOLERANCE_S);
    await expect(identified(activity, presented, now + 61 + CLOCK_TOLERANCE_S)).rejects.toThrow("has expired");
  });
});

const jwk = newPrincipalKey("gateway");
const unknownKey = new PrincipalSigner(
  new PrincipalKeys("gateway", { privateKey: jwk.privateKey, publicKeys: { keys: [jwk.publicKey] } }),
);
const claims = { iss: "gateway", aud: "activity", iat: Math.floor(now), exp: Math.floor(now) + 60, principal: user };

/** A token with changed parts, signed with an unknown key of Ed25519 or a secret. */
async function forged(header: Partial<JWTHeaderParameters>, payload: JWTPayload = {}): Promise<string> {
  const key = header.alg?.startsWith("HS") ? Buffer.from(jwk.publicKey.x) : await importJWK(jwk.privateKey, "EdDSA");
  const jwt = new SignJWT({ ...claims, ...payload });
  return jwt.setProtectedHeader({ alg: "EdDSA", typ: "principal+jwt", ...header }).sign(key);
}

const kidOfGateway = async () =>
  JSON.parse(Buffer.from((await gateway.signCaller("x")).split(".")[0]!, "base64url").toString()).kid as string;

describe("a call is refused", () => {
  it.each<[string, () => Partial<Presented>, string]>([
    ["for another service", () => direct(gateway, user, "factors"), "for another service"],
    [
      "with a principal for another service",
      () => ({ principal: gateway.sign(user, "factors", now) }),
      "for another service",
    ],
    ["of an unknown key", () => direct(unknownKey), "not genuine"],
    ["with the id of a known key", () => ({ principal: kidOfGateway().then((kid) => forged({ kid })) }), "not genuine"],
    [
      "signed with HS256 under a public key",
      () => ({ principal: kidOfGateway().then((kid) => forged({ alg: "HS256", kid })) }),
      "not genuine",
    ],
    ["with a principal as the caller", () => ({ caller: gateway.sign(user, "activity", now) }), "not genuine"],
    ["with a caller as the principal", () => ({ principal: gateway.signCaller("activity", now) }), "not genuine"],
    [
      "that replays a principal which another service has passed on",
      // factors gets the principal with a call of activity.
      () => ({ caller: signerOf("factors").signCaller("activity", now) }),
      "for another service",
    ],
    [
      "with a changed principal",
      () => ({ principal: gateway.sign(user, "activity", now).then(changed) }),
      "not genuine",
    ],
    ["without text", () => ({ principal: Promise.resolve("") }), "not genuine"],
  ])("%s", async (_, change, reason) => {
    await expect(identified(activity, { ...direct(gateway), ...change() })).rejects.toThrow(reason);
  });
});

const changed = (token: string) => token.replace(/\.(.)/, (_, first) => `.${first === "a" ? "b" : "a"}`);

describe("the address of the client", () => {
  /** The address that a handler of activity sees. */
  const seen = async (caller: ServiceName) => {
    let address: string | null = null;
    const transport = createRouterTransport(
      (router) => {
        router.service(PurchaseService, {
          createPurchases: (_, { requestHeader }) => {
            address = requestHeader.get(CLIENT_ADDRESS);
            return {};
          },
        });
      },
      between(caller, "activity"),
    );
    await createClient(PurchaseService, transport).createPurchases(
      {},
      { ...callAs(user), headers: { [CLIENT_ADDRESS]: "192.0.2.7" } },
    );
    return address;
  };

  it("is that of a call of the gateway, and no other service names one", async () => {
    expect(await seen("gateway")).toBe("192.0.2.7");
    expect(await seen("imports")).toBeNull();
  });
});

/** Calls as a captured process makes them: with its own key alone. */
function captured(service: ServiceName) {
  const to = (called: ServiceName) =>
    createRouterTransport(
      (router) => {
        router.service(PurchaseService, { listPurchases: () => ({}) });
        router.service(WebhookEndpointService, { createWebhookEndpoint: () => ({}) });
        router.service(AccessService, { login: () => ({}), authenticate: () => ({}) });
        router.service(PlaceService, { listPlaces: () => ({}) });
        router.service(RecordValidationService, { validateRecords: () => ({}) });
      },
      between(service, called),
    );
  return {
    purchases: (as: Principal) => createClient(PurchaseService, to("activity")).listPurchases({}, callAs(as)),
    webhook: (as: Principal) =>
      createClient(WebhookEndpointService, to("notify")).createWebhookEndpoint({}, callAs(as)),
    login: (as: Principal) => createClient(AccessService, to("activity")).login({}, callAs(as)),
    validation: (as: Principal) =>
      createClient(RecordValidationService, to("activity")).validateRecords(
        create(ValidateRecordsRequestSchema),
        callAs(as),
      ),
  };
}

describe("a service that refuses the signature of its caller", () => {
  const suppliersFor = (signer: PrincipalSigner, failWith?: Error) => {
    const log = { error: vi.fn() };
    const clock = new ClockCheck();
    const router = createRouterTransport(
      ({ service }) =>
        service(SupplierService, {
          listSuppliers: () => {
            throw failWith;
          },
        }),
      {
        transport: { interceptors: [unavailableUntilTrusted("activity", log, clock), signCalls(signer, "activity")] },
        router: { interceptors: [verifyCalls(activity)] },
      },
    );
    return { log, listed: createClient(SupplierService, router).listSuppliers({}, callAs(user)) };
  };

  it("is unavailable, and the log says why", async () => {
    const { log, listed } = suppliersFor(unknownKey);
    await expect(listed).rejects.toMatchObject({ code: Code.Unavailable });
    expect(log.error.mock.calls).toMatchObject([[{ service: "activity" }, expect.stringContaining("keys differ")]]);
  });

  it("is not one that refuses the caller itself", async () => {
    const { log, listed } = suppliersFor(gateway, unauthenticated("INVALID_CREDENTIALS", "The key is wrong."));
    await expect(listed).rejects.toMatchObject({ code: Code.Unauthenticated });
    expect(log.error).not.toHaveBeenCalled();
  });
});

describe("the key of a service", () => {
  it("names no user and reads no records of any organization", async () => {
    const imports = captured("imports");
    for (const as of [user, servicePrincipal(org), { ...user, kind: "api_key", apiKeyId: newId() } as const]) {
      await expect(imports.purchases(as)).rejects.toThrow("does not make this call");
      await expect(imports.webhook(as)).rejects.toThrow("does not make this call");
      await expect(imports.login(as)).rejects.toThrow("does not make this call");
    }
  });

  it("signs in the name of no other service", async () => {
    const [imports, own] = [newPrincipalKey("imports"), newPrincipalKey("activity")];
    const keys = [own.publicKey, imports.publicKey];
    const called = new PrincipalSigner(
      new PrincipalKeys("activity", { privateKey: own.privateKey, publicKeys: { keys } }),
    );
    const posing = (iss: string) => {
      const publicKeys = { keys: [{ ...imports.publicKey, iss }] };
      return new PrincipalSigner(new PrincipalKeys(iss, { privateKey: imports.privateKey, publicKeys }));
    };
    expect(await identified(called, direct(posing("imports")))).toMatchObject({ caller: "imports" });
    await expect(identified(called, direct(posing("gateway")))).rejects.toThrow("not genuine");
    const half = { ...direct(posing("gateway")), caller: posing("imports").signCaller("activity", now) };
    await expect(identified(called, half)).rejects.toThrow("not genuine");
  });

  it("allows imports to name a user only where it creates the records of a file", async () => {
    await captured("imports").validation(user);
    for (const service of ["factors", "calc", "notify"] as const) {
      await expect(captured(service).validation(user)).rejects.toThrow("does not make this call for users");
    }
  });
});
