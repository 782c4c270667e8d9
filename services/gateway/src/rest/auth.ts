import { Code, ConnectError } from "@connectrpc/connect";
import { exhausted, forbidden, invalid, unauthenticated } from "@emissions/kit/errors";
import { isId, NIL_ID } from "@emissions/kit/id";
import { type Principal, servicePrincipal } from "@emissions/kit/principal";
import type { FastifyRequest } from "fastify";
import type { Failures } from "./failures.ts";
import type { Role, Route } from "./route.ts";

export type Credential = { case: "apiKey"; value: string } | { case: "email"; value: string };

/** What the guard needs from the outside. */
export interface Identity {
  /** The caller as a member of the organization; refuses what does not fit together. */
  lookUp(credential: Credential, organizationId: string): Promise<Principal>;
  /** True when this credential was right a while ago: it is never held back for the mistakes of others. */
  isKnown(credential: Credential, organizationId: string): boolean;
  isCached(credential: Credential, organizationId: string): boolean;
  /** The address in a genuine token; refuses with INVALID_TOKEN. */
  verifyToken(token: string): Promise<string>;
}

type Incoming = Pick<FastifyRequest, "headers" | "ip">;

export interface Guard {
  admit(route: Route, request: Incoming): Promise<Principal | null>;
  /** Counts wrong passwords against the address that sent them. */
  watch<R>(route: Route, request: Incoming, work: () => Promise<R>): Promise<R>;
  /** For routes that anybody may call. */
  nobody: Principal;
}

/**
 * Decides in the order of the contract: organization header, credentials
 * present, credentials right (as a pair with the organization), role.
 */
export function createGuard(identity: Identity, failures: Failures): Guard {
  const counting = async <R>(address: string, work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ConnectError && error.code === Code.Unauthenticated) failures.count(address);
      throw error;
    }
  };
  const refuseTooMany = (address: string) => {
    if (failures.exceeded(address)) throw exhausted("TOO_MANY_REQUESTS", "Too many failed attempts.");
  };

  return {
    nobody: servicePrincipal(NIL_ID),
    async admit(route, { headers, ip }) {
      if (route.spec.auth === "none") {
        refuseTooMany(ip);
        return null;
      }
      const organizationId = organizationOf(headers);
      const key = one(headers["x-api-key"]);
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
      if (key === undefined && token === undefined) throw unauthenticated("AUTH_REQUIRED", "Authentication required");

      // A key counts before a token.
      const credential: Credential =
        key !== undefined
          ? { case: "apiKey", value: key }
          : { case: "email", value: await counting(ip, () => verified(identity, failures, ip, token ?? "")) };
      if (!identity.isCached(credential, organizationId) && !identity.isKnown(credential, organizationId)) {
        refuseTooMany(ip);
      }
      const principal = await (identity.isCached(credential, organizationId)
        ? identity.lookUp(credential, organizationId)
        : counting(ip, () => identity.lookUp(credential, organizationId)));
      if (!route.spec.roles.includes(principal.role as Role)) {
        throw forbidden("FORBIDDEN", "Your role does not allow this.");
      }
      return principal;
    },
    watch: (route, { ip }, work) => (route.spec.auth === "none" ? counting(ip, work) : work()),
  };
}

async function verified(identity: Identity, failures: Failures, address: string, token: string): Promise<string> {
  try {
    return await identity.verifyToken(token);
  } catch (error) {
    // Genuine tokens pass whatever their neighbours do; guessing is what is slowed down.
    if (failures.exceeded(address)) throw exhausted("TOO_MANY_REQUESTS", "Too many failed attempts.");
    throw error;
  }
}

function organizationOf(headers: Incoming["headers"]): string {
  const organizationId = one(headers["x-organization-id"]);
  const loc = ["header", "x-organization-id"];
  if (organizationId === undefined) throw invalid([{ loc, msg: "field required", type: "value_error.missing" }]);
  if (!isId(organizationId)) throw invalid([{ loc, msg: "value is not a valid uuid", type: "type_error.uuid" }]);
  return organizationId.toLowerCase();
}

/** An empty header is an absent one. */
const one = (header: string | string[] | undefined): string | undefined =>
  header === undefined || header.length === 0 ? undefined : String(header);
