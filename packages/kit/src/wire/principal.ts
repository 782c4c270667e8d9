import { createHmac, timingSafeEqual } from "node:crypto";
import { createContextKey, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { forbidden, unauthenticated } from "./errors.ts";

/** Name of the call metadata that carries the signed principal. */
export const PRINCIPAL_HEADER = "principal";
const LIFETIME_S = 60;
/** A token is signed anew when less than this is left of it, so that none expires on its way. */
const RENEW_S = 30;
const CACHE_MAX = 10_000;

/** Who is calling, for which organization, and what they may see of its group. */
const Principal = z.object({
  organizationId: z.uuid(),
  kind: z.enum(["user", "api_key", "service"]),
  /** The person, or the owner of the key; null for services. */
  userId: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  role: z.enum(["admin", "editor", "viewer", "human_resources", "service"]),
  /** Accepted organizations below, the organization itself not included. */
  descendants: z.array(z.uuid()).max(200),
  /** From the parent up to the root. */
  ancestors: z.array(z.object({ id: z.uuid(), name: z.string().max(255) })).max(50),
});
export type Principal = Readonly<z.output<typeof Principal>>;

const Claims = z.object({ iss: z.string(), exp: z.number(), principal: Principal });

/** Where a handler finds the principal of its call. */
export const principalKey = createContextKey<Principal | null>(null, { description: "principal" });

export function principalOf(call: Pick<HandlerContext, "values">): Principal {
  const principal = call.values.get(principalKey);
  if (principal === null) throw unauthenticated("UNAUTHENTICATED", "The call carries no principal.");
  return principal;
}

/** For calls that only another service makes, such as authentication. */
export function requireService(call: Pick<HandlerContext, "values">): void {
  if (principalOf(call).kind !== "service") throw forbidden("FORBIDDEN", "Only services make this call.");
}

/** The principal of a service that works without a caller: events, sweeps, authentication. */
export const servicePrincipal = (organizationId: string): Principal => ({
  organizationId,
  kind: "service",
  userId: null,
  apiKeyId: null,
  role: "service",
  descendants: [],
  ancestors: [],
});

/** Signs and verifies principals: compact JWS, HS256 under a secret that only the services share. */
export class PrincipalSigner {
  readonly #secret: string;
  readonly #issuer: string;
  readonly #signed = new WeakMap<Principal, { token: string; exp: number }>();
  readonly #verified = new LRUCache<string, z.output<typeof Claims>>({ max: CACHE_MAX });

  constructor(secret: string, issuer: string) {
    this.#secret = secret;
    this.#issuer = issuer;
  }

  /** The same object gives the same token for a while, so that a busy caller costs one signature a minute. */
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

  /** The metadata of a call on behalf of the principal. */
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

/** Serving side: a call without a genuine principal never reaches a handler. */
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
