import { variable } from "@emissions/kit/process/variable";
import { fastifyCors } from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { z } from "zod";

/** Proxies and browsers between the gateway and its clients. */
export interface Edge {
  /** Addresses and networks of proxies whose X-Forwarded-For names the address of the client. */
  trustedProxies: string[];
  /** Origins of web pages that may call the API. */
  corsOrigins: string[];
  /** Zero: no Strict-Transport-Security. */
  hstsMaxAgeS: number;
}

export const NO_EDGE: Edge = { trustedProxies: [], corsOrigins: [], hstsMaxAgeS: 0 };

const LIST_MAX = 100;
const HSTS_MAX_AGE_MAX_S = 2 * 365 * 24 * 3600;
/** Browsers ask again after this time whether a page may call. */
const PREFLIGHT_MAX_AGE_S = 600;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** Headers of answers that pages may read, besides those that every page may read. */
const EXPOSED = [
  "content-disposition",
  "deprecation",
  "etag",
  "idempotent-replayed",
  "link",
  "location",
  "preference-applied",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
  "x-total-count",
];

/** Texts between commas. */
const list = <S extends z.ZodType<string, string>>(item: S) =>
  z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item).max(LIST_MAX));

const Network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: "must be an address or a network, such as 10.0.0.0/8" })
  .refine((network) => !network.endsWith("/0"), "would trust everybody");

const isOrigin = (text: string) => /^https?:[^*]+$/.test(text) && URL.parse(text)?.origin === text;
const Origin = z.string().refine(isOrigin, "must be an origin, such as https://app.example; `*` is not allowed");

/** Variables of the environment. */
export const EdgeConfig = {
  TRUSTED_PROXIES: variable(list(Network), {
    meaning:
      "proxies, each of which appends the address of its client to `X-Forwarded-For`; from no others does that header count",
    range: "addresses and networks such as `10.0.0.0/8`, up to 100 with commas",
    standard: "none",
  }),
  CORS_ORIGINS: variable(list(Origin), {
    meaning: "web pages that may call the API",
    range: "origins such as `https://app.example`, up to 100 with commas; `*` is refused",
    standard: "none",
  }),
  HSTS_MAX_AGE_S: variable(z.coerce.number().int().min(0).max(HSTS_MAX_AGE_MAX_S).default(0), {
    meaning: "in `Strict-Transport-Security`; 0 sends none. Set it only when every client comes by https",
  }),
};

export const edgeOf = (config: z.output<z.ZodObject<typeof EdgeConfig>>): Edge => ({
  trustedProxies: config.TRUSTED_PROXIES,
  corsOrigins: config.CORS_ORIGINS,
  hstsMaxAgeS: config.HSTS_MAX_AGE_S,
});

/** Before all other hooks, so that pages can read refusals, too. */
export async function admitPages(app: FastifyInstance, { corsOrigins }: Edge): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(fastifyCors, {
    origin: corsOrigins,
    methods: METHODS,
    exposedHeaders: EXPOSED,
    // Credentials are headers that a page sets itself. Cookies do not exist.
    credentials: false,
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
}

export const hstsHeader = ({ hstsMaxAgeS }: Edge): Record<string, string> =>
  hstsMaxAgeS === 0 ? {} : { "strict-transport-security": `max-age=${hstsMaxAgeS}` };
