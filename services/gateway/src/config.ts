import { ServiceConfig } from "@emissions/kit/process/config";
import { SecretList } from "@emissions/kit/process/secrets";
import { z } from "zod";
import { SecurityConfig } from "./docs/security-txt.ts";
import { checkOidc, OidcConfig } from "./identity/oidc/config.ts";
import { ACCOUNT, GROUP } from "./limits/policy.ts";
import { EdgeConfig } from "./rest/edge.ts";

const OUTSIDE = ["AUTH_ISSUER", "AUTH_AUDIENCE", "AUTH_JWKS_URL"] as const;

export const Config = ServiceConfig.omit({ DATABASE_POOL_MAX: true, DATABASE_STANDBY_URL: true })
  .extend({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    FACTORS_URL: z.url(),
    ACTIVITY_URL: z.url(),
    CALC_URL: z.url(),
    IMPORTS_URL: z.url(),
    NOTIFY_URL: z.url(),
    /** Secrets of the built-in issuer: the first one signs, and tokens of all of them are accepted. Without one there is no sign-in by password. */
    AUTH_TOKEN_SECRET: SecretList.optional(),
    /** An external token issuer: set all three or none. */
    AUTH_ISSUER: z.string().min(1).optional(),
    AUTH_AUDIENCE: z.string().min(1).optional(),
    AUTH_JWKS_URL: z.url().optional(),
    /** The base URL for clients. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"),
    /** The base URL of the pages of codes. The default is the gateway's own page. */
    ERRORS_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Requests a minute of all keys and users of a group together. At least those of one key. */
    GROUP_REQUESTS: z.coerce.number().int().min(ACCOUNT.requests).max(1_000_000).default(GROUP.requests),
    /** At once after a pause. A bucket is full again within a day. */
    GROUP_REQUESTS_BURST: z.coerce.number().int().min(ACCOUNT.burst).max(600_000).default(GROUP.burst),
    ...EdgeConfig,
    ...SecurityConfig,
    ...OidcConfig,
  })
  .refine((config) => new Set(OUTSIDE.map((name) => config[name] === undefined)).size === 1, {
    message: `${OUTSIDE.join(", ")} belong together`,
    path: ["AUTH_ISSUER"],
  })
  .superRefine(checkOidc);
export type Config = z.output<typeof Config>;

/** The prefix of `type` in problem details. */
export const errorsUrlOf = ({ ERRORS_URL, PUBLIC_URL }: Config): string =>
  ERRORS_URL ?? `${PUBLIC_URL.replace(/\/+$/, "")}/errors`;
