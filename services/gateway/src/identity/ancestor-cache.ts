import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { LRUCache } from "lru-cache";
import type { Caller } from "../rest/call.ts";

const ORGANIZATIONS_MAX = 10_000;
/** How long an organization that has left a group may still see its shared data. */
const CACHED_MS = 5_000;

/** Caches the ancestors of organizations, as activity knows them. */
export class AncestorCache {
  readonly #known = new LRUCache<string, Promise<Principal>>({ max: ORGANIZATIONS_MAX, ttl: CACHED_MS });
  readonly #call: (principal: Principal) => Caller;

  constructor(call: (principal: Principal) => Caller) {
    this.#call = call;
  }

  /** A service principal of the organization. An unknown organization has no ancestors and owns nothing. */
  lookUp(organizationId: string): Promise<Principal> {
    const known = this.#known.get(organizationId);
    if (known !== undefined) return known;
    const asked = this.#ask(organizationId);
    this.#known.set(organizationId, asked);
    asked.catch(() => this.#known.peek(organizationId) === asked && this.#known.delete(organizationId));
    return asked;
  }

  async #ask(organizationId: string): Promise<Principal> {
    const principal = servicePrincipal(organizationId);
    const { ancestors } = await this.#call(principal)(AccessService.method.getLineage, {});
    return { ...principal, ancestors: ancestors.map(({ id, name }) => ({ id, name })) };
  }
}
