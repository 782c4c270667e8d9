import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { z } from "zod";
import { TOKEN_SECONDS, type Tokens } from "../identity/tokens.ts";
import { text } from "../rest/fields.ts";
import { answer } from "../rest/route.ts";
import type { Route } from "../rest/route-spec.ts";
import { PASSWORD_CHARACTERS_MAX } from "./passwords.ts";
import { CODE_CHARACTERS_MAX } from "./totp.ts";

const { login } = AccessService.method;

const Credentials = z
  .strictObject({
    email: z.string().min(3).max(255),
    password: text(PASSWORD_CHARACTERS_MAX),
    code: text(CODE_CHARACTERS_MAX).optional(),
  })
  .meta({ examples: [{ email: "admin@holding.example", password: "as in .local/demo.json" }] });

export const Token = z.object({
  access_token: z.string().meta({ description: "Goes into `Authorization: Bearer`." }),
  token_type: z.literal("Bearer").meta({ description: "The scheme of the header." }),
  expires_in: z.int().positive().meta({ description: "Seconds until the token expires." }),
});

/** Nobody signs in where the built-in issuer is not configured. */
export const loginRoutes = ({ issue }: Tokens): Route[] =>
  issue === undefined
    ? []
    : [
        answer(
          login,
          {
            http: "POST /auth/login",
            summary: "Sign in with a password",
            body: Credentials,
            auth: "none",
            guesses: "password",
            secret: true,
            refuses: ["INVALID_CREDENTIALS", "TOTP_REQUIRED", "TOTP_INVALID"],
          },
          Token,
          async (call, request, _stream, client) => {
            const signedIn = await call(login, { ...request, ...client });
            return { access_token: await issue(signedIn), token_type: "Bearer" as const, expires_in: TOKEN_SECONDS };
          },
        ),
      ];
