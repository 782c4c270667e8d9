import { SessionService } from "@emissions/proto/activity/v1/session_service";
import type { Tokens } from "../identity/tokens.ts";
import { route } from "../rest/route.ts";
import type { Route } from "../rest/route-spec.ts";

const { method } = SessionService;

const all = "/v2/sessions";
const own = { auth: "session", errors: "problem", refuses: ["SIGN_IN_REQUIRED"] } as const;

/** There are no sessions where the built-in issuer is not configured. */
export const sessionRoutes = ({ issue }: Tokens): Route[] =>
  issue === undefined
    ? []
    : [
        route(method.getAccount, {
          ...own,
          http: "GET /v2/account",
          summary: "Get your account and its organizations",
        }),
        route(method.listSessions, { ...own, http: `GET ${all}`, summary: "List your sessions", list: "bare" }),
        route(method.endSession, { ...own, http: `DELETE ${all}/{id}`, summary: "End a session" }),
        route(method.endSessions, { ...own, http: `DELETE ${all}`, summary: "Sign out everywhere" }),
      ];
