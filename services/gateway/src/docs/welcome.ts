import type { FastifyInstance } from "fastify";
import { STATIC_POLICY } from "./html.ts";

const NAME = "Emissions Accounting Service";
const WHAT = "Records activities, calculates their CO2-equivalents and reports exact totals.";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${NAME}</title>
<style>body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem }</style>
</head>
<body>
<h1>${NAME}</h1>
<p>${WHAT}</p>
<p><a href="/console">Console</a> &middot; <a href="/docs">Interactive reference</a> &middot; <a href="/openapi.json">OpenAPI description</a></p>
<p>Every request needs <code>x-api-key</code> (or a bearer token) and <code>x-organization-id</code>.</p>
</body>
</html>
`;

/** The start page: HTML for browsers, JSON for all other clients. */
export function mountWelcome(app: FastifyInstance): void {
  app.get("/", async (request, reply) => {
    if ((request.headers.accept ?? "").includes("text/html")) {
      return reply.header("content-security-policy", STATIC_POLICY).type("text/html; charset=utf-8").send(PAGE);
    }
    return { name: NAME, description: WHAT, console: "/console", reference: "/docs", openapi: "/openapi.json" };
  });
}
