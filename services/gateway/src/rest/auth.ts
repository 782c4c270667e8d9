import { Code, ConnectError } from "@connectrpc/connect";
import { isId, NIL_ID } from "@emissions/kit/process/id";
import { addressName } from "@emissions/kit/wire/address";
import { exhausted, forbidden, invalid, unauthenticated } from "@emissions/kit/wire/errors";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import type { FastifyRequest } from "fastify";
import { LateChecks } from "../limits/late-checks.ts";
import type { SignInLimits } from "../limits/sign-in-limits.ts";
import { httpError } from "./errors.ts";
import type { FailedLoginLimiter } from "./failed-login-limiter.ts";
import type { LinkAccess, LinkUse } from "./link-access.ts";
import { hasLinkInBody, isLink, LINK_PARAMETER, type Role, type Route } from "./route-spec.ts";

/** A person as an outside issuer knows it. */
export interface Identity {
  issuer: string;
  subject: string;
  /** As accounts spell it; empty unless the issuer has verified the address. */
  verifiedEmail: string;
}

/** A sign-in at the built-in issuer, which the person can end. */
export interface Session {
  userId: string;
  id: string;
}

export type Credential =
  | { case: "apiKey"; value: string }
  | { case: "email"; value: string; session: Session }
  /** An external issuer ends its sessions itself. */
  | { case: "identity"; value: Identity };

export type PersonCredential = Exclude<Credential, { case: "apiKey" }>;

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
    /** The person in a valid token. Refuses with INVALID_TOKEN. */
    verify(token: string): Promise<PersonCredential>;
  };
  signIns: Pick<SignInLimits, "attempt">;
  failedLogins: FailedLoginLimiter;
  /** The principal of requests with an organization id and no credential. One route of the contract allows this. */
  ancestors: { lookUp(organizationId: string): Promise<Principal> };
  linkAccess: LinkAccess;
}

const NOT_ALLOWED: Record<Route["spec"]["roleRefusal"], string> = {
  FORBIDDEN: "Your role does not allow this.",
  ORG_ADMIN_REQUIRED: "Only admins of the organization may do this.",
};

type Incoming = Pick<FastifyRequest, "headers" | "ip" | "params" | "raw">;
type Watched = Incoming & Pick<FastifyRequest, "body">;

export interface Guard {
  /** Null for a route without credentials, a token without an organization, and a link in the body. */
  identify(route: Route, request: Incoming, tell: LinkUse["tell"]): Promise<Principal | null>;
  /** Refuses a role that may not call the route. */
  authorize(route: Route, principal: Principal | null): void;
  /** The principal of a link whose token is in the body, so that no URL has it. */
  admitLink(route: Route, request: Watched, tell: LinkUse["tell"]): Promise<Principal>;
  /** Counts wrong passwords, and tokens that do not exist, against the account and the address of the client. */
  watch<R>(route: Route, request: Watched, tell: LinkUse["tell"], work: () => Promise<R>): Promise<R>;
  /** The principal of calls without credentials. */
  nobody: Principal;
  /** The principal with its ancestors, which that of a link lacks. */
  inGroup(principal: Principal): Promise<Principal>;
}

/**
 * Checks in the order of the contract: organization header, presence of credentials, validity of credentials with the
 * organization, role.
 */
export function createGuard(dependencies: AuthDependencies): Guard {
  const { members, tokens, failedLogins, signIns, ancestors, linkAccess } = dependencies;
  const lateChecks = new LateChecks();

  async function counting<R>(address: string, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      const isWrong = error instanceof ConnectError && error.code === Code.Unauthenticated;
      throw isWrong && (await failedLogins.count(address)) ? tooManyFailures() : error;
    }
  }

  async function credentialOf({ spec }: Route, { headers, ip }: Incoming): Promise<Credential> {
    const key = one(headers["x-api-key"]);
    // A key takes precedence over a token.
    if (key !== undefined) return { case: "apiKey", value: key };
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    if (token === undefined)
      throw unauthenticated(spec.missing?.credentials ?? "AUTH_REQUIRED", "Authentication required");
    return counting(ip, () => tokens.verify(token));
  }

  async function lookUp(
    credential: Credential,
    organizationId: string | null,
    { ip: address, raw }: Incoming,
  ): Promise<Principal> {
    const look = () => members.lookUp(credential, organizationId);
    if (members.isTrusted(credential, organizationId)) return look();
    if (!failedLogins.exceeded(address)) return counting(address, look);
    // Wrong credentials behind a proxy must not lock out right ones there. So all are checked, few at once.
    const check = async () => {
      if (raw.socket.destroyed) throw httpError(408);
      return look();
    };
    return lateChecks.run(addressName(address), check).catch((error: unknown) => {
      throw error instanceof ConnectError && error.code === Code.Unauthenticated ? tooManyFailures() : error;
    });
  }

  /** Only holders of a valid credential get ORGANIZATION_NOT_FOUND. All others get the refusal of their credential. */
  async function refuseMissing(credential: Credential, organizationId: string, refusal: unknown): Promise<never> {
    const missing = await members.checkOrganization(credential, organizationId).then(
      () => null,
      (error: unknown) => (error instanceof ConnectError && error.code === Code.NotFound ? error : null),
    );
    throw missing ?? refusal;
  }

  /** The account whose password a request has: that of the body, or that of the session. */
  async function accountOf(route: Route, request: Watched): Promise<string> {
    if (route.spec.auth === "none") return (request.body as { email: string }).email;
    const credential = await credentialOf(route, request);
    if (credential.case !== "email") throw signInRequired();
    return credential.value;
  }

  return {
    nobody: servicePrincipal(NIL_ID),
    // Without its ancestors it counts for its organization alone: an upload needs the service of files, and no other.
    inGroup: (principal) => ancestors.lookUp(principal.organizationId).catch(() => principal),
    async identify(route, request, tell) {
      const { spec } = route;
      if (spec.auth === "none" || hasLinkInBody(route)) return null;
      if (spec.auth === "link") return linkAccess.admit(linkUse(route, request, tell));
      if (spec.auth === "key") {
        const credential = await credentialOf(route, request);
        // A token of an external issuer names a user but no organization. These routes show data that belongs to none.
        return credential.case === "identity" ? null : lookUp(credential, null, request);
      }
      if (spec.auth === "session") {
        const credential = await credentialOf(route, request);
        // API keys, and tokens of an external issuer, have no session.
        if (credential.case !== "email") throw signInRequired();
        return lookUp(credential, null, request);
      }
      const organizationId = organizationOf(request.headers);
      if (spec.auth === "organization") return ancestors.lookUp(organizationId);
      const credential = await credentialOf(route, request);
      return lookUp(credential, organizationId, request).catch((refusal: unknown) => {
        if (spec.missing?.organization !== undefined) return refuseMissing(credential, organizationId, refusal);
        throw refusal;
      });
    },
    admitLink: (route, request, tell) => linkAccess.admit(linkUse(route, request, tell)),
    authorize({ spec: { auth, roles, roleRefusal } }, principal) {
      if (auth !== "pair" || roles.includes(principal?.role as Role)) return;
      throw forbidden(roleRefusal, NOT_ALLOWED[roleRefusal]);
    },
    watch: async (route, request, tell, work) => {
      const { spec } = route;
      const { ip: address } = request;
      if (isLink(route)) return linkAccess.watch(linkUse(route, request, tell), work);
      if (spec.guesses === "password")
        return signIns.attempt({ email: await accountOf(route, request), address }, work);
      if (spec.auth !== "none") return work();
      if (failedLogins.exceeded(address)) throw tooManyFailures();
      return counting(address, work);
    },
  };
}

const tooManyFailures = () => exhausted("TOO_MANY_REQUESTS", "Too many failed attempts.");

const signInRequired = () => forbidden("SIGN_IN_REQUIRED", "Sign in to do this.");

function organizationOf(headers: Incoming["headers"]): string {
  const organizationId = one(headers["x-organization-id"]);
  const loc = ["header", "x-organization-id"];
  if (organizationId === undefined) throw invalid([{ loc, msg: "field required", type: "value_error.missing" }]);
  if (!isId(organizationId)) throw invalid([{ loc, msg: "value is not a valid uuid", type: "type_error.uuid" }]);
  return organizationId.toLowerCase();
}

/** The token is in the path, or in the body that was read. */
function linkUse({ spec }: Route, request: Incoming | Watched, tell: LinkUse["tell"]): LinkUse {
  const body = "body" in request ? request.body : undefined;
  const { [LINK_PARAMETER]: token } = { ...(body as object), ...(request.params as object) } as Record<string, string>;
  const [isSigned, hasPassword] = [spec.guesses === "signature", spec.guesses === "password"];
  return { token: token!, address: request.ip, isSigned, hasPassword, tell };
}

/** An empty header counts as absent. */
const one = (header: string | string[] | undefined): string | undefined =>
  header === undefined || header.length === 0 ? undefined : String(header);
