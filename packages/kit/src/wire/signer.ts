import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { checkAccess, GATEWAY, type Identity } from "./access.ts";
import { CLOCK_TOLERANCE_S, type ClockCheck } from "./clock.ts";
import { refusalIn, unauthenticated } from "./errors.ts";
import { CLIENT_ADDRESS } from "./headers.ts";
import { peerKey } from "./peer.ts";
import { type Principal, PrincipalSchema, principalKey } from "./principal.ts";
import type { PrincipalKeys } from "./principal-keys.ts";
import { type AccountRights, accountPrincipal } from "./service-account.ts";

/** Call metadata with the signed principal. */
export const PRINCIPAL_HEADER = "principal";
/** Call metadata with the signed name of the calling service. */
export const CALLER_HEADER = "caller";
const ALGORITHM = "EdDSA";
/** The types of the tokens (RFC 8725): a principal, which services may pass on, never proves who calls. */
const PRINCIPAL_TYPE = "principal+jwt";
const CALLER_TYPE = "caller+jwt";
const UNTRUSTED = "UNAUTHENTICATED";
/** Type of the violation of a signature that is too old, or of the future. */
const WRONG_TIME = "signature_time_error";
const LIFETIME_S = 60;
/** A token is renewed when less than this is left, so that none expires in transit. */
const RENEW_S = 30;
const CACHE_MAX = 10_000;

const Claims = z
  .object({
    iss: z.string(),
    aud: z.string(),
    iat: z.number(),
    exp: z.number(),
    principal: PrincipalSchema.optional(),
    /** In place of the principal, for a service account. */
    organization: z.uuid().optional(),
  })
  .transform(({ iat, exp, ...claims }) => ({ ...claims, iat, exp: Math.min(exp, iat + LIFETIME_S) }));
type Claims = z.output<typeof Claims> & { account?: AccountRights };
interface Signed {
  kid: string;
  iat: number;
  exp: number;
  token: Promise<string>;
}
type Type = typeof PRINCIPAL_TYPE | typeof CALLER_TYPE;

/** Signs and verifies principals and callers: compact JWS with Ed25519. Each service has a key of its own. */
export class PrincipalSigner {
  #keys: PrincipalKeys;
  readonly #principals = new WeakMap<Principal, Map<string, Signed>>();
  readonly #callers = new Map<string, Signed>();
  readonly #verified = new LRUCache<string, Claims>({ max: CACHE_MAX });

  constructor(keys: PrincipalKeys) {
    this.#keys = keys;
  }

  get service(): string {
    return this.#keys.issuer;
  }

  /** Continues with other keys. Tokens of keys that are gone are refused from now on. */
  use(keys: PrincipalKeys): void {
    this.#keys = keys;
    this.#verified.clear();
  }

  /** Cached per principal object and audience, so that a busy caller needs one signature a minute. */
  sign(principal: Principal, audience: string, nowS = Date.now() / 1000): Promise<string> {
    const signed = this.#principals.get(principal) ?? new Map<string, Signed>();
    this.#principals.set(principal, signed);
    return this.#cached(signed, audience, nowS, { type: PRINCIPAL_TYPE, claims: { principal } });
  }

  /** Proves to the called service which service calls. It is never passed on. */
  signCaller(audience: string, nowS = Date.now() / 1000): Promise<string> {
    return this.#cached(this.#callers, audience, nowS, { type: CALLER_TYPE, claims: {} });
  }

  /** The caller of a call, from its metadata. */
  async identify(header: Headers, nowS = Date.now() / 1000): Promise<Identity> {
    const [token, proof] = [header.get(PRINCIPAL_HEADER), header.get(CALLER_HEADER)];
    if (token === null) throw untrusted("The call carries no principal.");
    if (proof === null) throw untrusted("The call does not say which service calls.");
    const { iss: caller, aud: called } = await this.#verify(proof, CALLER_TYPE, nowS);
    const { iss: issuer, aud, principal, organization, account } = await this.#verify(token, PRINCIPAL_TYPE, nowS);
    // A principal that is passed on was signed for the service that passes it on.
    const right = called === this.service && aud === (issuer === caller ? this.service : caller);
    if (!right) throw untrusted("The principal is for another service.");
    if (account !== undefined && organization !== undefined) {
      const call = { name: issuer, rights: account, organizationId: organization.toLowerCase(), nowS };
      return { principal: accountPrincipal(call), issuer, caller, account };
    }
    if (principal === undefined || account !== undefined) throw notGenuine();
    return { principal, issuer, caller };
  }

  #cached(signed: Map<string, Signed>, audience: string, nowS: number, content: Content): Promise<string> {
    const { kid, key } = this.#keys.own;
    const earlier = signed.get(audience);
    // A clock that was ahead and is right again makes a new token: the earlier one is of the future.
    const isUsable = earlier !== undefined && earlier.iat <= nowS && earlier.exp - nowS > RENEW_S;
    if (isUsable && earlier.kid === kid) return earlier.token;
    const iat = Math.floor(nowS);
    const exp = iat + LIFETIME_S;
    const token = new SignJWT({ ...content.claims, iss: this.service, aud: audience, iat, exp })
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: content.type })
      .sign(key);
    signed.set(audience, { kid, iat, exp, token });
    return token;
  }

  async #verify(token: string, type: Type, nowS: number): Promise<Claims> {
    const name = `${type} ${token}`;
    const claims = this.#verified.get(name) ?? (await this.#check(name, { token, type, nowS }));
    if (claims.exp <= nowS - CLOCK_TOLERANCE_S) throw expired();
    if (claims.iat > nowS + CLOCK_TOLERANCE_S) throw early();
    return claims;
  }

  async #check(name: string, { token, type, nowS }: { token: string; type: Type; nowS: number }): Promise<Claims> {
    const keys = this.#keys;
    const { payload, protectedHeader } = await jwtVerify(
      token,
      ({ kid = "" }) => {
        const accepted = keys.accepted(kid);
        if (accepted === undefined) throw notGenuine();
        return accepted.key;
      },
      {
        algorithms: [ALGORITHM],
        typ: type,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(nowS * 1000),
        maxTokenAge: LIFETIME_S,
        requiredClaims: ["iss", "aud", "exp"],
      },
    ).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) throw expired();
      throw isEarly(error) ? early() : notGenuine();
    });
    const parsed = Claims.safeParse(payload satisfies JWTPayload);
    const accepted = keys.accepted(protectedHeader.kid ?? "");
    if (!parsed.success || accepted?.issuer !== parsed.data.iss) throw notGenuine();
    const claims = { ...parsed.data, ...(accepted.account && { account: accepted.account }) };
    // The keys may have changed meanwhile.
    if (keys === this.#keys) this.#verified.set(name, claims);
    return claims;
  }
}

interface Content {
  type: Type;
  claims: { principal?: Principal };
}

const untrusted = (detail: string) => unauthenticated(UNTRUSTED, detail);
const notGenuine = () => untrusted("The principal is not genuine.");
const expired = () => wrongTime("The principal has expired.");
const early = () => wrongTime("The principal is of the future.");
const wrongTime = (detail: string) =>
  unauthenticated(UNTRUSTED, detail, [{ loc: ["principal"], msg: detail, type: WRONG_TIME }]);

/** The library compares the claim only if its type is right. */
const isEarly = (error: unknown) =>
  error instanceof errors.JWTClaimValidationFailed && error.claim === "iat" && error.reason === "check_failed";

const isWrongTime = (error: unknown) =>
  error instanceof ConnectError && refusalIn(error)?.violations.some(({ type }) => type === WRONG_TIME) === true;

/** Client side: signs the principal of `callAs` for the called service, and says which service calls. */
export const signCalls =
  (signer: PrincipalSigner, audience: string): Interceptor =>
  (next) =>
  async (request) => {
    const principal = request.contextValues.get(principalKey);
    if (principal !== null) request.header.set(PRINCIPAL_HEADER, await signer.sign(principal, audience));
    request.header.set(CALLER_HEADER, await signer.signCaller(audience));
    return next(request);
  };

/**
 * Client side: a service that refuses the signature cannot be used until both have the same keys, as during a rotation,
 * and the same time. Its caller's client is not at fault and may repeat the request.
 */
export const unavailableUntilTrusted =
  (service: string, log: { error(fields: object, line: string): void }, clock: ClockCheck): Interceptor =>
  (next) =>
  async (request) => {
    try {
      return await next(request);
    } catch (error) {
      if (!(error instanceof ConnectError) || refusalIn(error)?.code !== UNTRUSTED) throw error;
      const isLate = isWrongTime(error);
      if (isLate) clock.dispute();
      const what = isLate ? "clocks" : "keys";
      log.error({ err: error, service }, `a service refuses the signature of this one: their ${what} differ`);
      throw new ConnectError("Service unavailable", Code.Unavailable, undefined, undefined, error);
    }
  };

/** Server side: refuses a call without a valid principal, and one that the method does not admit. */
export const verifyCalls =
  (signer: PrincipalSigner, clock?: ClockCheck): Interceptor =>
  (next) =>
  async (request) => {
    const identity = await signer.identify(request.header).catch((error: unknown) => {
      if (isWrongTime(error)) clock?.dispute();
      throw error;
    });
    const peer = request.contextValues.get(peerKey);
    // Another service's caller token is of no use to a process with its own certificate.
    if (peer !== null && !peer.has(identity.caller)) {
      throw untrusted(`The certificate of the client is not that of ${identity.caller}.`);
    }
    checkAccess(request.method, identity);
    // A service that signs for itself has no client.
    if (identity.issuer !== GATEWAY) request.header.delete(CLIENT_ADDRESS);
    request.contextValues.set(principalKey, identity.principal);
    return next(request);
  };
