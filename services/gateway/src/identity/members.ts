import { createHash } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { enumText } from "@emissions/kit/wire/enum";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessService, type Membership, RoleSchema } from "@emissions/proto/activity/v1/access_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { SessionService } from "@emissions/proto/activity/v1/session_service";
import { LRUCache } from "lru-cache";
import type { Credential } from "../rest/auth.ts";
import type { Caller } from "../rest/call.ts";

const CACHE_MAX = 10_000;
/** Lifetime of a cached success: a revoked key works this long when NATS is down. */
const RIGHT_MS = 5_000;
/** Lifetime of a cached refusal: a client that retries causes one look-up a second. */
const WRONG_MS = 1_000;
/** Credentials that were valid within the hour are exempt from the limit of their address. */
const KNOWN_MS = 3_600_000;
const KEY_LENGTH_MAX = 256;

type Outcome = { principal: Principal } | { refusal: ConnectError };

/** Caches the members of organizations, as activity knows them. */
export class Members {
  readonly #outcomes = new LRUCache<string, Outcome>({ max: CACHE_MAX });
  readonly #known = new LRUCache<string, true>({ max: CACHE_MAX, ttl: KNOWN_MS });
  readonly #waiting = new Map<string, Promise<Principal>>();
  readonly #call: (principal: Principal) => Caller;
  /** Incremented by each drop. A reply to a call from before the drop is not cached. */
  #age = 0;

  constructor(call: (principal: Principal) => Caller) {
    this.#call = call;
  }

  isTrusted(credential: Credential, organizationId: string | null): boolean {
    const name = nameOf(credential, organizationId);
    return this.#outcomes.has(name) || this.#known.has(name);
  }

  async lookUp(credential: Credential, organizationId: string | null): Promise<Principal> {
    if (credential.case === "apiKey" && credential.value.length > KEY_LENGTH_MAX)
      throw unauthenticated("INVALID_API_KEY", "Invalid API key");
    const name = nameOf(credential, organizationId);
    const outcome = this.#outcomes.get(name);
    if (outcome !== undefined) return principalIn(outcome);

    const earlier = this.#waiting.get(name);
    if (earlier !== undefined) return earlier;
    const asked = this.#ask(name, credential, organizationId).finally(() => this.#waiting.delete(name));
    this.#waiting.set(name, asked);
    return asked;
  }

  /** Refuses with ORGANIZATION_NOT_FOUND if the credential is valid and the organization does not exist. */
  async checkOrganization(credential: Credential, organizationId: string): Promise<void> {
    // A token was verified before.
    if (credential.case === "apiKey") await this.lookUp(credential, null);
    const call = this.#call(servicePrincipal(organizationId));
    await call(OrganizationService.method.getOrganization, { id: organizationId });
  }

  /** Drops an organization and all principals that see it in a group. */
  drop(organizationId: string): void {
    this.#drop(({ organizationId: own, descendants, ancestors }) =>
      [own, ...descendants, ...ancestors.map(({ id }) => id)].includes(organizationId),
    );
  }

  /** Drops a person in all organizations, because a session ended. */
  dropPerson(userId: string): void {
    this.#drop((principal) => principal.userId === userId);
  }

  #drop(isConcerned: (principal: Principal) => boolean): void {
    this.#age++;
    this.#waiting.clear();
    for (const [name, outcome] of this.#outcomes.entries()) {
      if ("principal" in outcome && isConcerned(outcome.principal)) this.#outcomes.delete(name);
    }
  }

  async #ask(name: string, credential: Credential, organizationId: string | null): Promise<Principal> {
    const age = this.#age;
    const outcome = await this.#outcome(credential, organizationId);
    const right = "principal" in outcome;
    if (age === this.#age) this.#outcomes.set(name, outcome, { ttl: right ? RIGHT_MS : WRONG_MS });
    if (right) this.#known.set(name, true);
    else this.#known.delete(name);
    return principalIn(outcome);
  }

  /** Caches refusals only. An unreachable service says nothing about the caller. */
  async #outcome(credential: Credential, organizationId: string | null): Promise<Outcome> {
    try {
      const call = this.#call(servicePrincipal(organizationId ?? NIL_ID));
      const session = credential.case === "email" ? credential.session : null;
      if (organizationId === null && session !== null) {
        await call(SessionService.method.checkSession, { userId: session.userId, sessionId: session.id });
        return { principal: personIn(session) };
      }
      const { membership } =
        organizationId === null
          ? await call(AccessService.method.identifyKey, { apiKey: keyIn(credential) })
          : await call(AccessService.method.authenticate, { organizationId, credential, sessionId: session?.id ?? "" });
      if (membership === undefined) throw new Error("activity answered without a membership");
      return { principal: toPrincipal(membership) };
    } catch (error) {
      const refused = error instanceof ConnectError && REFUSALS.has(error.code);
      if (!refused) throw error;
      return { refusal: error };
    }
  }
}

const REFUSALS = new Set([Code.Unauthenticated, Code.PermissionDenied]);

function keyIn(credential: Credential): string {
  if (credential.case !== "apiKey") throw new Error("only a key tells its organization");
  return credential.value;
}

function principalIn(outcome: Outcome): Principal {
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.principal;
}

/** A person who acts for no organization: the role admits to the person's own sessions only. */
const personIn = ({ userId, id }: { userId: string; id: string }): Principal => ({
  organizationId: NIL_ID,
  kind: "user",
  userId,
  apiKeyId: null,
  role: "viewer",
  descendants: [],
  ancestors: [],
  sessionId: id,
});

/** A digest, so that no credential is kept in clear text. */
function nameOf(credential: Credential, organizationId: string | null): string {
  const session = credential.case === "email" ? credential.session.id : "";
  return createHash("sha256")
    .update(`${credential.case}\n${organizationId ?? ""}\n${session}\n${JSON.stringify(credential.value)}`)
    .digest("base64url");
}

const toPrincipal = (membership: Membership): Principal => {
  const { organizationId, userId, apiKeyId, role, descendantIds, ancestors, archived } = membership;
  return {
    organizationId,
    kind: apiKeyId === "" ? "user" : "api_key",
    userId,
    apiKeyId: apiKeyId === "" ? null : apiKeyId,
    role: enumText(RoleSchema, role) as Principal["role"],
    descendants: descendantIds,
    ancestors: ancestors.map(({ id, name }) => ({ id, name })),
    ...(archived && { archived }),
  };
};
