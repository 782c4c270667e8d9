import { ServiceConfig } from "@emissions/kit/process/config";
import { SecretList } from "@emissions/kit/process/secrets";
import { PORTS, PublicUrl, serviceUrl } from "@emissions/kit/process/service-url";
import { variable } from "@emissions/kit/process/variable";
import { z } from "zod";
import { SecurityConfig } from "./docs/security-txt.ts";
import { checkOidc, OidcConfig } from "./identity/oidc/config.ts";
import { ACCOUNT, GROUP } from "./limits/policy.ts";
import { EdgeConfig } from "./rest/edge.ts";

const OUTSIDE = ["AUTH_ISSUER", "AUTH_AUDIENCE", "AUTH_JWKS_URL"] as const;

export const Config = ServiceConfig.omit({ DATABASE_POOL_MAX: true, DATABASE_STANDBY_URL: true })
  .extend({
    PORT: ServiceConfig.shape.PORT.default(PORTS.gateway),
    FACTORS_URL: serviceUrl("factors"),
    ACTIVITY_URL: serviceUrl("activity"),
    CALC_URL: serviceUrl("calc"),
    IMPORTS_URL: serviceUrl("imports"),
    NOTIFY_URL: serviceUrl("notify"),
    AUTH_TOKEN_SECRET: variable(SecretList.optional(), {
      meaning: "the first one signs tokens, all are accepted; turns `POST /auth/login` on ([sign-in](sign-in.md))",
      range: "1 to 4 secrets of 32 characters or more, with commas",
    }),
    AUTH_ISSUER: variable(z.string().min(1).optional(), {
      meaning: "an external token issuer; with `AUTH_AUDIENCE` and `AUTH_JWKS_URL`, or none of them",
    }),
    AUTH_AUDIENCE: variable(z.string().min(1).optional(), { meaning: "audience of its tokens" }),
    AUTH_JWKS_URL: variable(z.url().optional(), { meaning: "its public keys" }),
    PUBLIC_URL: PublicUrl,
    ERRORS_URL: variable(z.url({ protocol: /^https?$/ }).optional(), {
      meaning: "explanation of codes, for problem details",
      instead: "`/errors` below `PUBLIC_URL` explains codes",
    }),
    GROUP_REQUESTS: variable(z.coerce.number().int().min(ACCOUNT.requests).max(1_000_000).default(GROUP.requests), {
      meaning: "requests of a group in a minute, all keys and users together; at least those of one key",
    }),
    GROUP_REQUESTS_BURST: variable(z.coerce.number().int().min(ACCOUNT.burst).max(600_000).default(GROUP.burst), {
      meaning: "requests of a group at once after a pause",
      instead: "45,000 hold, or what `npm run limits -- --policy group` sets for one group",
    }),
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
