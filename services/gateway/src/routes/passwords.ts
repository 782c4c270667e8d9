import { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { z } from "zod";
import type { Tokens } from "../identity/tokens.ts";
import { text } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import type { Route } from "../rest/route-spec.ts";
import { admins } from "./api-keys.ts";

const { method } = PasswordService;

/** The service checks all other rules of new passwords. */
export const PASSWORD_CHARACTERS_MAX = 1024;

/** Longer ones are no tokens. */
export const TOKEN_CHARACTERS_MAX = 255;

const password = text(PASSWORD_CHARACTERS_MAX);

const Change = z
  .strictObject({ current_password: password, new_password: password })
  .meta({ examples: [{ current_password: "a phrase of several words", new_password: "another phrase of words" }] });

const Reset = z
  .strictObject({ token: text(TOKEN_CHARACTERS_MAX), new_password: password })
  .meta({ examples: [{ token: "the token of the link", new_password: "a phrase of several words" }] });

/** Nobody signs in with a password where the built-in issuer is not configured. */
export const passwordRoutes = ({ issue }: Tokens): Route[] =>
  issue === undefined
    ? []
    : [
        route(method.changePassword, {
          http: "POST /auth/password",
          summary: "Change your password",
          body: Change,
          auth: "session",
          guesses: "password",
          refuses: ["INVALID_CREDENTIALS", "RECORD_CHANGED_MEANWHILE", "SIGN_IN_REQUIRED"],
        }),
        route(method.createPasswordReset, {
          ...admins,
          http: "POST /v2/members/{user_id}/password-reset",
          summary: "Make a link by which a member chooses a new password",
          status: 201,
          refuses: ["OWN_PASSWORD_RESET", "PERSON_IN_OTHER_ORGANIZATIONS", "SIGN_IN_REQUIRED"],
        }),
        route(method.resetPassword, {
          http: "POST /auth/password/reset",
          summary: "Choose a new password by a link",
          body: Reset,
          auth: "none",
          guesses: "token",
          refuses: ["PASSWORD_RESET_INVALID", "RECORD_CHANGED_MEANWHILE"],
        }),
      ];
