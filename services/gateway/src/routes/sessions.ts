import { create } from "@bufbuild/protobuf";
import { LimitUseSchema, SessionService } from "@emissions/proto/activity/v1/session_service";
import type { Tokens } from "../identity/tokens.ts";
import type { Limits } from "../limits/limits.ts";
import { groupSubject } from "../limits/policy.ts";
import type { Caller } from "../rest/call.ts";
import { route } from "../rest/route.ts";
import type { Route } from "../rest/route-spec.ts";

const { method } = SessionService;

const all = "/v2/sessions";
const own = { auth: "session", refuses: ["SIGN_IN_REQUIRED"] } as const;

/** There are no sessions where the built-in issuer is not configured. The description of the API needs no limits. */
export const sessionRoutes = ({ issue }: Tokens, limits?: Limits): Route[] =>
  issue === undefined
    ? []
    : [
        route(
          method.getAccount,
          {
            ...own,
            http: "GET /v2/account",
            summary: "Get your account, its organizations, and what their groups use",
          },
          limits && ((call) => accountWithRequests(call, limits)),
        ),
        route(method.listSessions, { ...own, http: `GET ${all}`, summary: "List your sessions", list: "bare" }),
        route(method.endSession, { ...own, http: `DELETE ${all}/{id}`, summary: "End a session" }),
        route(method.endSessions, { ...own, http: `DELETE ${all}`, summary: "Sign out everywhere" }),
      ];

/** The gateway alone counts requests. All buckets are read with one statement, and no token is taken. */
async function accountWithRequests(call: Caller, { rates, group }: Limits) {
  const reply = await call(method.getAccount, {});
  const groups = reply.account?.groups ?? [];
  const used = await Promise.all(groups.map(({ id }) => rates.used(groupSubject(id), group)));
  used.forEach((requests, at) => {
    groups[at]!.requests = create(LimitUseSchema, requests);
  });
  return reply;
}
