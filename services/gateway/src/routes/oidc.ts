import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { z } from "zod";
import { CALLBACK_PATH, type OidcLogin } from "../identity/oidc/login.ts";
import { TOKEN_SECONDS, type Tokens } from "../identity/tokens.ts";
import { exchange } from "../rest/route.ts";
import { clientOf, type Route } from "../rest/route-spec.ts";
import { Token } from "./login.ts";

const { loginWithIdentity } = AccessService.method;

/** Providers may add parameters. */
const Callback = z.object({
  code: z.string().optional().meta({ description: "The code of the provider." }),
  state: z.string().meta({ description: "As in the redirect to the provider." }),
  error: z.string().optional().meta({ description: "Why the provider refuses, in place of the code." }),
});

/** Without a provider there is no such sign-in. */
export const oidcRoutes = ({ issue }: Tokens, oidc: OidcLogin | undefined): Route[] =>
  issue === undefined || oidc === undefined
    ? []
    : [
        exchange(
          loginWithIdentity,
          {
            http: "GET /auth/oidc/login",
            operation: "beginOidcLogin",
            summary: "Sign in at the OpenID provider",
            description:
              "Sends the browser to the provider, with a cookie that `/auth/oidc/callback` needs within 10 minutes.",
            auth: "none",
            refuses: ["NOT_FOUND"],
            redirects: true,
          },
          async (_request, reply) => {
            const { location, cookie } = await oidc.begin();
            return reply.header("set-cookie", cookie).redirect(location, 302);
          },
        ),
        exchange(
          loginWithIdentity,
          {
            http: `GET ${CALLBACK_PATH}`,
            operation: "finishOidcLogin",
            summary: "Finish a sign-in at the OpenID provider",
            description:
              "The provider sends the browser here. The answer is that of `POST /auth/login`. Refused with " +
              "`SIGN_IN_INVALID`, `SIGN_IN_REFUSED` and `LOGGED_USER_NOT_MEMBER`.",
            query: Callback,
            auth: "none",
            refuses: ["NOT_FOUND", "SIGN_IN_INVALID", "SIGN_IN_REFUSED", "LOGGED_USER_NOT_MEMBER"],
            answers: Token,
          },
          async (request, reply, call) => {
            const query = request.url.split("?").slice(1).join("?");
            const identity = await oidc.finish({ query, cookies: request.headers.cookie });
            const signedIn = await call(loginWithIdentity, { identity, ...clientOf(request) });
            const access_token = await issue(signedIn);
            reply.headers({ "set-cookie": oidc.clearCookie, "cache-control": "no-store" });
            return reply.send({ access_token, token_type: "Bearer", expires_in: TOKEN_SECONDS });
          },
        ),
      ];
