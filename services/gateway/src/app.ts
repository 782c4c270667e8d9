import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { mountDescription } from "./docs/description.ts";
import { mountErrors } from "./docs/errors/page.ts";
import { mountWelcome } from "./docs/welcome.ts";
import type { Members } from "./identity/members.ts";
import type { Tokens } from "./identity/tokens.ts";
import type { AnonymousAccess } from "./rest/anonymous-access.ts";
import { createGuard } from "./rest/auth.ts";
import type { Outgoing } from "./rest/call.ts";
import { FailedLoginLimiter } from "./rest/failed-login-limiter.ts";
import { createLinkAccess, type LinkAccess } from "./rest/link-access.ts";
import type { Route } from "./rest/route-spec.ts";
import { serve } from "./rest/serve.ts";
import { createServer } from "./rest/server.ts";

export interface AppOptions extends Outgoing {
  routes: readonly Route[];
  members: Members;
  tokens: Tokens;
  errorsUrl: string;
  problems: readonly string[];
  failedLogins?: FailedLoginLimiter;
  anonymousAccess: AnonymousAccess;
  linkAccess?: LinkAccess;
  logger?: FastifyBaseLogger;
}

/** The gateway without its process. Tests send requests to it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    routes,
    members,
    tokens,
    anonymousAccess,
    failedLogins = new FailedLoginLimiter(),
    linkAccess = createLinkAccess(),
    logger,
    ...rest
  } = options;
  const { errorsUrl, problems, ...outgoing } = rest;
  const app = createServer({ routes, errorsUrl, problems, ...(logger && { logger }) });
  serve(app, routes, outgoing, createGuard({ members, tokens, failedLogins, anonymousAccess, linkAccess }));
  mountWelcome(app);
  mountErrors(app);
  await mountDescription(app, routes);
  return app;
}
