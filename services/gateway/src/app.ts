import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createGuard, type Identity } from "./rest/auth.ts";
import type { Outgoing } from "./rest/call.ts";
import { Failures } from "./rest/failures.ts";
import type { Route } from "./rest/route.ts";
import { serve } from "./rest/serve.ts";
import { createServer } from "./rest/server.ts";

export interface AppOptions extends Outgoing {
  routes: readonly Route[];
  identity: Identity;
  errorsUrl: string;
  failures?: Failures;
  logger?: FastifyBaseLogger;
}

/** The gateway without its process: what tests send requests to. */
export function buildApp({ routes, identity, errorsUrl, failures, logger, ...outgoing }: AppOptions): FastifyInstance {
  const app = createServer({ routes, errorsUrl, ...(logger && { logger }) });
  serve(app, routes, outgoing, createGuard(identity, failures ?? new Failures()));
  return app;
}
