import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { mountConsole } from "./console/console.ts";
import { mountDescription } from "./docs/description.ts";
import { mountErrors } from "./docs/errors/page.ts";
import { mountSecurityTxt, type SecurityContact } from "./docs/security-txt.ts";
import { mountWelcome } from "./docs/welcome.ts";
import type { AncestorCache } from "./identity/ancestor-cache.ts";
import type { Members } from "./identity/members.ts";
import type { Tokens } from "./identity/tokens.ts";
import type { Limits } from "./limits/limits.ts";
import type { Policy } from "./limits/policy.ts";
import { SignInLimits } from "./limits/sign-in-limits.ts";
import { createGuard } from "./rest/auth.ts";
import type { Outgoing } from "./rest/call.ts";
import type { Edge } from "./rest/edge.ts";
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
  edge?: Edge;
  problems: readonly string[];
  /** Without it there is no security.txt. */
  security?: SecurityContact;
  failedLogins?: FailedLoginLimiter;
  ancestors: AncestorCache;
  linkAccess?: LinkAccess;
  limits: Limits;
  /** The limit of requests with refused credentials. */
  refused?: Policy;
  logger?: FastifyBaseLogger;
}

/** The gateway without its process. Tests send requests to it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    routes,
    members,
    tokens,
    ancestors,
    limits,
    failedLogins = new FailedLoginLimiter(limits.rates),
    linkAccess = createLinkAccess(limits),
    refused,
    edge,
    security,
    logger,
    ...rest
  } = options;
  const { errorsUrl, problems, ...outgoing } = rest;
  const app = await createServer({ routes, errorsUrl, problems, ...(edge && { edge }), ...(logger && { logger }) });
  const signIns = new SignInLimits(limits.rates, limits.store, tokens.secrets);
  const guard = createGuard({ members, tokens, failedLogins, signIns, ancestors, linkAccess });
  serve(app, routes, { outgoing, guard, limits, ...(refused && { refused }) });
  mountWelcome(app);
  mountConsole(app);
  mountErrors(app);
  if (security) mountSecurityTxt(app, security);
  await mountDescription(app, routes);
  return app;
}
