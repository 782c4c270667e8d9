import { Code, ConnectError } from "@connectrpc/connect";
import { isId, NIL_ID } from "@emissions/kit/process/id";
import { exhausted, forbidden, invalid, unauthenticated } from "@emissions/kit/wire/errors";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import type { FastifyRequest } from "fastify";
import type { FailedLoginLimiter } from "./failed-login-limiter.ts";
import type { LinkAccess } from "./link-access.ts";
import { LINK_PARAMETER, type Role, type Route } from "./route-spec.ts";

export type Credential = { case: "apiKey"; value: string } | { case: "email"; value: string };

interface AuthDependencies {
  members: {
    /** The caller as a member of the organization; for null, of the organization of the key. Refuses other pairs. */
    lookUp(credential: Credential, organizationId: string | null): Promise<Principal>;
    /** True when the answer is cached, or when this credential was valid within the hour. */
    isTrusted(credential: Credential, organizationId: string | null): boolean;
    /** Refuses with ORGANIZATION_NOT_FOUND if the credential is valid and the organization does not exist. */
    checkOrganization(credential: Credential, organizationId: string): Promise<void>;
  };
  tokens: {
    /** The email address in a valid token. Refuses with INVALID_TOKEN. */
    verify(token: string): Promise<string>;
  };
  failedLogins: FailedLoginLimiter;
  /** The principal of requests with an organization id and no credential. One route of the contract allows this. */
  ancestors: { lookUp(organizationId: string): Promise<Principal> };
  linkAccess: LinkAccess;
}

const NOT_ALLOWED: Record<Route["spec"]["otherRoles"], string> = {
  FORBIDDEN: "Your role does not allow this.",
  ORG_ADMIN_REQUIRED: "Only admins of the organization may do this.",
};

type Incoming = Pick<FastifyRequest, "headers" | "ip" | "params">;

export interface Guard {
  /** Null for a route without credentials, and for a token without an organization. */
  identify(route: Route, request: Incoming): Promise<Principal | null>;
  /** Refuses a role that may not call the route. */
  authorize(route: Route, principal: Principal | null): void;
  /** Counts wrong passwords and links that do not exist against the client's address. */
  watch<R>(route: Route, request: Incoming, work: () => Promise<R>): Promise<R>;
  /** The principal of calls without credentials. */
  nobody: Principal;
}

/**
 * Checks in the order of the contract: organization header, presence of credentials, validity of credentials with the
 * organization, role.
 */
export function createGuard({ members, tokens, failedLogins, ancestors, linkAccess }: AuthDependencies): Guard {
  async function counting<R>(address: string, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ConnectError && error.code === Code.Unauthenticated) failedLogins.count(address);
      throw error;
    }
  }

  async function credentialOf({ headers, ip }: Incoming, keyless: string): Promise<Credential> {
    const key = one(headers["x-api-key"]);
    // A key takes precedence over a token.
    if (key !== undefined) return { case: "apiKey", value: key };
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    if (token === undefined) throw unauthenticated(keyless, "Authentication required");
    return { case: "email", value: await counting(ip, () => tokens.verify(token)) };
  }

  function refuseTooMany(address: string): void {
    if (failedLogins.exceeded(address)) throw exhausted("TOO_MANY_REQUESTS", "Too many failed attempts.");
  }

  async function lookUp(credential: Credential, organizationId: string | null, address: string): Promise<Principal> {
    if (members.isTrusted(credential, organizationId)) return members.lookUp(credential, organizationId);
    refuseTooMany(address);
    return counting(address, () => members.lookUp(credential, organizationId));
  }

  /** Only holders of a valid credential get ORGANIZATION_NOT_FOUND. All others get the refusal of their credential. */
  async function refuseMissing(credential: Credential, organizationId: string, refusal: unknown): Promise<never> {
    const missing = await members.checkOrganization(credential, organizationId).then(
      () => null,
      (error: unknown) => (error instanceof ConnectError && error.code === Code.NotFound ? error : null),
    );
    throw missing ?? refusal;
  }

  return {
    nobody: servicePrincipal(NIL_ID),
    async identify({ spec }, request) {
      if (spec.auth === "none") {
        refuseTooMany(request.ip);
        return null;
      }
      if (spec.auth === "link") return linkAccess.admit(tokenOf(request), request.ip);
      if (spec.auth === "key") {
        const credential = await credentialOf(request, spec.keyless);
        // A token names a user but no organization. These routes show data that belongs to none.
        return credential.case === "email" ? null : lookUp(credential, null, request.ip);
      }
      const organizationId = organizationOf(request.headers);
      if (spec.auth === "organization") return ancestors.lookUp(organizationId);
      const credential = await credentialOf(request, spec.keyless);
      return lookUp(credential, organizationId, request.ip).catch((refusal: unknown) => {
        if (spec.namesMissingOrganization) return refuseMissing(credential, organizationId, refusal);
        throw refusal;
      });
    },
    authorize({ spec: { auth, roles, otherRoles } }, principal) {
      if (auth !== "pair" || roles.includes(principal?.role as Role)) return;
      throw forbidden(otherRoles, NOT_ALLOWED[otherRoles]);
    },
    watch: ({ spec }, { ip }, work) => {
      if (spec.auth === "link") return linkAccess.watch(ip, work);
      return spec.auth === "none" ? counting(ip, work) : work();
    },
  };
}

function organizationOf(headers: Incoming["headers"]): string {
  const organizationId = one(headers["x-organization-id"]);
  const loc = ["header", "x-organization-id"];
  if (organizationId === undefined) throw invalid([{ loc, msg: "field required", type: "value_error.missing" }]);
  if (!isId(organizationId)) throw invalid([{ loc, msg: "value is not a valid uuid", type: "type_error.uuid" }]);
  return organizationId.toLowerCase();
}

const tokenOf = ({ params }: Incoming): string => (params as Record<string, string>)[LINK_PARAMETER]!;

/** An empty header counts as absent. */
const one = (header: string | string[] | undefined): string | undefined =>
  header === undefined || header.length === 0 ? undefined : String(header);
