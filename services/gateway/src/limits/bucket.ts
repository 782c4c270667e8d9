import type { Policy } from "./policy.ts";

/**
 * The state of a token bucket at a time. `deficit` is the number of missing tokens times the microseconds of the window.
 * It falls by `policy.requests` in a microsecond. Both are integers below 2^53, so nothing is rounded.
 */
export interface Bucket {
  policy: Policy;
  deficit: number;
  /** Microseconds since 1970. */
  atUs: number;
}

/** The answer to one request. */
export interface Taken {
  isRefused: boolean;
  /** Until there is a token; 0 for a request that got one. */
  retryAfterS: number;
  /** The capacity of the bucket, and the tokens that are left. */
  limit: number;
  remaining: number;
  headers: Record<string, string>;
}

const SECOND_US = 1_000_000;

export const windowUs = ({ windowS }: Policy): number => windowS * SECOND_US;

export const fullBucket = (policy: Policy, atUs: number): Bucket => ({ policy, deficit: 0, atUs });

/** The same bucket at a later time. An earlier one changes nothing. */
export function refilled({ policy, deficit, atUs }: Bucket, nowUs: number): Bucket {
  const elapsedUs = Math.max(nowUs - atUs, 0);
  return { policy, deficit: Math.max(deficit - elapsedUs * policy.requests, 0), atUs: Math.max(nowUs, atUs) };
}

/** Gives tokens back, or takes them if `count` is negative. */
export const withTokens = (bucket: Bucket, count: number): Bucket => ({
  ...bucket,
  deficit: bucket.deficit - count * windowUs(bucket.policy),
});

/** Whole tokens. Negative after a change to a smaller capacity. */
export const tokensIn = ({ policy, deficit }: Bucket): number => policy.burst - Math.ceil(deficit / windowUs(policy));

/** The answer to a request that leaves the bucket like this. */
export function answer(bucket: Bucket, isRefused: boolean): Taken {
  const { policy, deficit, atUs } = bucket;
  const { name, requests, windowS, burst } = policy;
  const remaining = Math.max(tokensIn(bucket), 0);
  const untilFullUs = deficit / requests;
  const untilTokenUs = (deficit - (burst - 1) * windowUs(policy)) / requests;
  return {
    isRefused,
    retryAfterS: isRefused ? Math.max(Math.ceil(untilTokenUs / SECOND_US), 1) : 0,
    limit: burst,
    remaining,
    headers: {
      "x-ratelimit-limit": String(burst),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": String(Math.ceil((atUs + untilFullUs) / SECOND_US)),
      "ratelimit-policy": `${name};q=${requests};w=${windowS};burst=${burst}`,
      ratelimit: `${name};r=${remaining};t=${Math.ceil(untilFullUs / SECOND_US)}`,
    },
  };
}

export const RATE_HEADERS = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit-policy",
  "ratelimit",
];
