import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Route } from "../rest/route-spec.ts";
import { describeApi } from "./openapi.ts";

/** All resources come from the gateway. Swagger UI sets inline styles, hence 'unsafe-inline'. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emissions Accounting Service: reference</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

const FILES = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

/** Serves the description of the API at /openapi.json, and an interactive reference at /docs. Both work offline. */
export async function mountDescription(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  const description = JSON.stringify(describeApi(routes));
  const folder = join(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"), "..");
  mount(app, "/openapi.json", "application/json; charset=utf-8", description);
  for (const url of ["/docs", "/docs/"]) mount(app, url, "text/html; charset=utf-8", PAGE);
  mount(app, "/docs/start.js", "text/javascript; charset=utf-8", START);
  for (const [name, type] of Object.entries(FILES))
    mount(app, `/docs/${name}`, type, await readFile(join(folder, name)));
}

function mount(app: FastifyInstance, url: string, type: string, content: string | Buffer): void {
  app.get(url, async (_request, reply) => {
    const headers = {
      "content-security-policy": POLICY,
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
    };
    return reply.headers(headers).type(type).send(content);
  });
}
