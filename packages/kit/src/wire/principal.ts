import { createHmac, timingSafeEqual } from "node:crypto";
import { createContextKey, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { forbidden, unauthenticated } from "./errors.ts";

/** Call metadata with the signed principal. */
export const PRINCIPAL_HEADER = "principal";
const LIFETIME_S = 60;
/** A token is renewed when less than this is left, so that none expires in transit. */
const RENEW_S = 30;
const CACHE_MAX = 10_000;

/** The caller, its organization, and the group that it may see. */
const Principal = z.object({
  /** In the form of a UUID of any version, as callers send it. */
  organizationId: z.guid(),
  kind: z.enum(["user", "api_key", "service"]),
  /** The user, or the owner of the API key. Null for services. */
  userId: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  role: z.enum(["admin", "editor", "viewer", "human_resources", "service"]),
  /** Ids of accepted organizations below, without the organization itself. */
  descendants: z.array(z.uuid()).max(200),
  /** From the parent up to the root. */
  ancestors: z.array(z.object({ id: z.uuid(), name: z.string().max(255) })).max(50),
});
export type Principal = Readonly<z.output<typeof Principal>>;

const Claims = z.object({ iss: z.string(), exp: z.number(), principal: Principal });

/** Context key of the principal of a call. */
export const principalKey = createContextKey<Principal | null>(null, { description: "principal" });

export function principalOf(call: Pick<HandlerContext, "values">): Principal {
  const principal = call.values.get(principalKey);
  if (principal === null) throw unauthenticated("UNAUTHENTICATED", "The call carries no principal.");
  return principal;
}

/** For calls that only services may make, such as authentication. */
export function requireService(call: Pick<HandlerContext, "values">): void {
  if (principalOf(call).kind !== "service") throw forbidden("FORBIDDEN", "Only services make this call.");
}

const servicePrincipals = new LRUCache<string, Principal>({
  max: CACHE_MAX,
  memoMethod: (organizationId) => ({
    organizationId,
    kind: "service",
    userId: null,
    apiKeyId: null,
    role: "service",
    descendants: [],
    ancestors: [],
  }),
});

/**
 * The principal of a service that works without a caller: events, sweeps, authentication. One object for each
 * organization, because signatures are cached for each object.
 */
export const servicePrincipal = (organizationId: string): Principal => servicePrincipals.memo(organizationId);

/** Signs and verifies principals: compact JWS with HS256, under a secret that only the services share. */
export class PrincipalSigner {
  readonly #secret: string;
  readonly #issuer: string;
  readonly #signed = new WeakMap<Principal, { token: string; exp: number }>();
  readonly #verified = new LRUCache<string, z.output<typeof Claims>>({ max: CACHE_MAX });

  constructor(secret: string, issuer: string) {
    this.#secret = secret;
    this.#issuer = issuer;
  }

  /** Tokens are cached per principal object, so that a busy caller needs one signature a minute. */
  sign(principal: Principal, nowS = Date.now() / 1000): string {
    const earlier = this.#signed.get(principal);
    if (earlier !== undefined && earlier.exp - nowS > RENEW_S) return earlier.token;
    const exp = Math.floor(nowS) + LIFETIME_S;
    const body = `${HEADER}.${encode({ iss: this.#issuer, exp, principal })}`;
    const token = `${body}.${this.#mac(body).toString("base64url")}`;
    this.#signed.set(principal, { token, exp });
    return token;
  }

  verify(token: string, nowS = Date.now() / 1000): Principal {
    const claims = this.#verified.get(token) ?? this.#check(token);
    if (claims.exp < nowS) throw unauthenticated("UNAUTHENTICATED", "The principal has expired.");
    return claims.principal;
  }

  /** The call metadata with the principal. */
  headers(principal: Principal): Record<string, string> {
    return { [PRINCIPAL_HEADER]: this.sign(principal) };
  }

  #check(token: string): z.output<typeof Claims> {
    const end = token.lastIndexOf(".");
    const [header, payload] = token.slice(0, Math.max(end, 0)).split(".");
    const mac = Buffer.from(token.slice(end + 1), "base64url");
    const right = this.#mac(token.slice(0, Math.max(end, 0)));
    const genuine = header === HEADER && mac.length === right.length && timingSafeEqual(mac, right);
    const claims = genuine
      ? Claims.safeParse(JSON.parse(Buffer.from(payload ?? "", "base64url").toString()))
      : undefined;
    if (!claims?.success) throw unauthenticated("UNAUTHENTICATED", "The principal is not genuine.");
    this.#verified.set(token, claims.data);
    return claims.data;
  }

  #mac(text: string): Buffer {
    return createHmac("sha256", this.#secret).update(text).digest();
  }
}

/** Server side: refuses a call without a valid principal before its handler. */
export const verifyPrincipal =
  (signer: PrincipalSigner): Interceptor =>
  (next) =>
  (request) => {
    const token = request.header.get(PRINCIPAL_HEADER);
    if (token === null) throw unauthenticated("UNAUTHENTICATED", "The call carries no principal.");
    request.contextValues.set(principalKey, signer.verify(token));
    return next(request);
  };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = encode({ alg: "HS256", typ: "JWT" });
