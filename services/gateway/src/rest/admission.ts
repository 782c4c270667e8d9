import { NIL_ID } from "@emissions/kit/process/id";
import { addressName } from "@emissions/kit/wire/address";
import { exhausted } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import type { FastifyReply, FastifyRequest } from "fastify";
import { RATE_HEADERS } from "../limits/bucket.ts";
import type { Limits } from "../limits/limits.ts";
import type { CloseRequest } from "../limits/open-requests.ts";
import { ACCOUNT, ADDRESS, groupSubject, LINK, type Policy, type Subject } from "../limits/policy.ts";
import { limitRefusals } from "../metrics.ts";
import type { Guard } from "./auth.ts";
import { isLink, type Route } from "./route-spec.ts";
import { rootOf } from "./shared-limit.ts";

type Step = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Gives routes without a limit of their own the usual one, except below the `unlimited` paths. */
export const withUsualRates = (routes: readonly Route[], unlimited: readonly string[]): Route[] =>
  routes.map((route) => {
    const { limits } = route.spec;
    if (limits.rate !== undefined || unlimited.some((path) => route.path.startsWith(`${path}/`))) return route;
    const rate = needsKey(route) ? ACCOUNT : isLink(route) ? LINK : ADDRESS;
    return { ...route, spec: { ...route.spec, limits: { ...limits, rate } } };
  });

const needsKey = ({ spec: { auth } }: Route) => auth === "pair" || auth === "key" || auth === "session";

interface Gate {
  guard: Guard;
  limits: Limits;
  /** Limits requests with refused credentials. */
  refused?: Policy;
}

/**
 * Admits or refuses a request before its body is read. Requests count for their key or user, and for its group. Those
 * without valid credentials count for their address, and never for a key that somebody else uses from there.
 */
export function admission(route: Route, { guard, limits, refused = ADDRESS }: Gate): Step {
  const { rate, atOnce } = route.spec.limits;
  const name = `${route.verb} ${route.path}`;

  async function take(subject: Subject, policy: Policy, reply: FastifyReply, root?: string): Promise<void> {
    const own = { subject, policy, ...(policy.perRoute && { route: name }) };
    const group = root === undefined ? [] : [{ subject: groupSubject(root), policy: limits.group }];
    const taken = await limits.rates.takeAll([own, ...group]);
    reply.headers(taken.headers);
    if (!taken.isRefused) return;
    limitRefusals.add(1, { limit: taken.policy.name });
    throw exhausted("TOO_MANY_REQUESTS", "Rate limit exceeded", taken.retryAfterS);
  }
  const limitAtOnce = atOnce === undefined ? undefined : atOnceLimit(limits, name, atOnce);

  return async (request, reply) => {
    const address = addressOf(request);
    // Links count when their token is checked: right ones for themselves, and wrong ones for the address.
    if (rate !== undefined && !needsKey(route) && !isLink(route)) await take(address, rate, reply);
    const principal = await guard
      .identify(route, request, (headers) => reply.headers(headers))
      .catch(async (refusal: unknown) => {
        if (rate !== undefined && needsKey(route)) await take(address, refused, reply);
        throw refusal;
      });
    request.principal = principal;
    // Refused by this limit, a request takes no token and shows no headers of a rate.
    await limitAtOnce?.(request, reply);
    if (rate !== undefined && needsKey(route)) {
      await (principal === null
        ? take(address, refused, reply)
        : take(subjectOf(principal), rate, reply, groupOf(principal)));
    }
    guard.authorize(route, principal);
  };
}

/** Limits the unanswered requests of each caller. Requests without a principal are not counted. */
export function atOnceLimit({ openRequests }: Limits, name: string, max: number): Step {
  return async (request, reply) => {
    if (request.principal === null) return;
    const close = await openRequests.open(subjectOf(request.principal), name, max);
    if (close === null) {
      for (const header of RATE_HEADERS) reply.removeHeader(header);
      limitRefusals.add(1, { limit: "at-once" });
      throw exhausted("TOO_MANY_REQUESTS", "Too many concurrent requests");
    }
    held.set(request, close);
    const { raw } = reply;
    // The client may have disconnected while the database answered.
    if (raw.destroyed) await close();
    else raw.once("close", () => void close());
  };
}

const held = new WeakMap<FastifyRequest, CloseRequest>();

/** Runs before an answer is sent, so that the client may send its next request at once. Streams end later. */
export async function closeBeforeAnswer(request: FastifyRequest, _reply: FastifyReply, payload: unknown) {
  const isStream = typeof payload === "object" && payload !== null && "pipe" in payload;
  if (!isStream) await held.get(request)?.();
  return payload;
}

const subjectOf = ({ organizationId, apiKeyId, userId }: Principal): Subject => ({
  organizationId,
  name: apiKeyId ?? userId ?? "",
});

/** Sessions of people have no organization, and so no group. */
const groupOf = (principal: Principal) => (principal.organizationId === NIL_ID ? undefined : rootOf(principal));

const addressOf = ({ ip }: FastifyRequest): Subject => ({ organizationId: NIL_ID, name: addressName(ip) });
