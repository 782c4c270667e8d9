import type { FastifyReply, FastifyRequest } from "fastify";
import { callerKey, RateLimit, rateExceeded, tooManyAtOnce } from "./rate-limit.ts";
import type { Route } from "./route-spec.ts";

/** Admits a request of an authenticated caller, or refuses it with 429. */
type Admit = (request: FastifyRequest, reply: FastifyReply) => void;

/** The limits of one route: requests per second, or requests at once, of each caller. */
export function routeLimits({ spec: { rate, atOnceMax } }: Route): Admit {
  const limit = rate && new RateLimit(rate);
  const admitAtOnce = atOnceMax === undefined ? undefined : atOnceLimit(atOnceMax);

  return (request, reply) => {
    if (request.principal === null) return;
    const caller = callerKey(request.principal);
    if (limit !== undefined) {
      const { isRefused, headers } = limit.take(caller);
      reply.headers(headers);
      if (isRefused) throw rateExceeded();
    }
    admitAtOnce?.(request, reply);
  };
}

/** Limits the unanswered requests of each caller. */
export function atOnceLimit(max: number): Admit {
  /** By caller; without zeros. */
  const open = new Map<string, number>();

  return ({ principal }, reply) => {
    if (principal === null) return;
    const caller = callerKey(principal);
    const count = open.get(caller) ?? 0;
    if (count >= max) throw tooManyAtOnce();
    open.set(caller, count + 1);
    reply.raw.once("close", () => {
      const left = open.get(caller)! - 1;
      if (left === 0) open.delete(caller);
      else open.set(caller, left);
    });
  };
}
