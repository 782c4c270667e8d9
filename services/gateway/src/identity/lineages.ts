import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { LRUCache } from "lru-cache";
import type { Caller } from "../rest/route.ts";

const ORGANIZATIONS_MAX = 10_000;
/** How long an organization may still see what a group shares that it has left. */
const REMEMBERED_MS = 5_000;

/** Organizations with those above them, as activity knows them, remembered for a moment. */
export class Lineages {
  readonly #known = new LRUCache<string, Promise<Principal>>({ max: ORGANIZATIONS_MAX, ttl: REMEMBERED_MS });
  readonly #call: (principal: Principal) => Caller;

  constructor(call: (principal: Principal) => Caller) {
    this.#call = call;
  }

  /** The organization as nobody in particular sees it. One that does not exist has nothing above it, and nothing of its own. */
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
