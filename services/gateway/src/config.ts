import { ServiceConfig } from "@emissions/kit/process/config";
import { z } from "zod";

const OUTSIDE = ["AUTH_ISSUER", "AUTH_AUDIENCE", "AUTH_JWKS_URL"] as const;

export const Config = ServiceConfig.omit({ DATABASE_URL: true, DATABASE_OWNER_URL: true, DATABASE_POOL_MAX: true })
  .extend({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    FACTORS_URL: z.url(),
    ACTIVITY_URL: z.url(),
    CALC_URL: z.url(),
    IMPORTS_URL: z.url(),
    NOTIFY_URL: z.url(),
    /** Secret of the built-in issuer; without it there is no sign-in with a password. */
    AUTH_TOKEN_SECRET: z.string().min(32).optional(),
    /** An issuer of tokens outside: all three or none. */
    AUTH_ISSUER: z.string().min(1).optional(),
    AUTH_AUDIENCE: z.string().min(1).optional(),
    AUTH_JWKS_URL: z.url().optional(),
    /** Where clients reach the gateway. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"),
    /** Where the codes of refusals are explained; by default where the gateway itself does. */
    ERRORS_URL: z.url({ protocol: /^https?$/ }).optional(),
  })
  .refine((config) => new Set(OUTSIDE.map((name) => config[name] === undefined)).size === 1, {
    message: `${OUTSIDE.join(", ")} belong together`,
    path: ["AUTH_ISSUER"],
  });
export type Config = z.output<typeof Config>;

/** What the types of problems begin with. */
export const errorsUrlOf = ({ ERRORS_URL, PUBLIC_URL }: Config): string =>
  ERRORS_URL ?? `${PUBLIC_URL.replace(/\/+$/, "")}/errors`;
