import { TotpService } from "@emissions/proto/activity/v1/totp_service";
import { z } from "zod";
import type { Tokens } from "../identity/tokens.ts";
import { text } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import type { Route } from "../rest/route-spec.ts";
import { PASSWORD_CHARACTERS_MAX } from "./passwords.ts";

const { method } = TotpService;

/** With the spaces and hyphens that people type. */
export const CODE_CHARACTERS_MAX = 64;

const path = "/auth/totp";
const password = text(PASSWORD_CHARACTERS_MAX);
const code = text(CODE_CHARACTERS_MAX);

const Begin = z.strictObject({ password }).meta({ examples: [{ password: "a phrase of several words" }] });
const Confirm = z.strictObject({ code }).meta({ examples: [{ code: "492039" }] });
const Disable = z
  .strictObject({ password, code })
  .meta({ examples: [{ password: "a phrase of several words", code: "492039" }] });

/** Wrong passwords and codes count as failed sign-ins. */
const proved = { auth: "session", guesses: "password", secret: true } as const;

/** Nobody signs in with a password where the built-in issuer is not configured. */
export const totpRoutes = ({ issue }: Tokens): Route[] =>
  issue === undefined
    ? []
    : [
        route(method.getTotp, {
          http: `GET ${path}`,
          summary: "Tell whether your sign-in asks for a code",
          auth: "session",
          refuses: ["SIGN_IN_REQUIRED"],
        }),
        route(method.beginTotp, {
          ...proved,
          http: `POST ${path}`,
          summary: "Make a secret for an authenticator app",
          body: Begin,
          status: 201,
          refuses: ["INVALID_CREDENTIALS", "SIGN_IN_REQUIRED", "TOTP_ENABLED"],
        }),
        route(method.confirmTotp, {
          ...proved,
          http: `POST ${path}/confirm`,
          summary: "Turn codes of an authenticator app on",
          body: Confirm,
          refuses: ["SIGN_IN_REQUIRED", "TOTP_ENABLED", "TOTP_INVALID", "TOTP_NOT_STARTED"],
        }),
        route(method.disableTotp, {
          ...proved,
          http: `DELETE ${path}`,
          summary: "Turn codes of an authenticator app off",
          body: Disable,
          refuses: ["INVALID_CREDENTIALS", "SIGN_IN_REQUIRED", "TOTP_INVALID", "TOTP_NOT_ENABLED"],
        }),
      ];
