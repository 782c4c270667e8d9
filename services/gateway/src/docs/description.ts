import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Route } from "../rest/route-spec.ts";
import { changelog } from "./changelog.ts";
import { descriptionFile } from "./description-file.ts";
import { GUIDE } from "./guide.ts";
import { mountContent, STATIC_POLICY } from "./html.ts";
import { yamlOf } from "./yaml.ts";

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
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
${GUIDE}<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/reference.js"></script>
</body>
</html>
`;

const SWAGGER = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const OWN = fileURLToPath(new URL(".", import.meta.url));

const FILES = [
  { folder: SWAGGER, name: "swagger-ui.css", type: "text/css; charset=utf-8" },
  { folder: SWAGGER, name: "swagger-ui-bundle.js", type: "text/javascript; charset=utf-8" },
  { folder: SWAGGER, name: "favicon-32x32.png", type: "image/png" },
  { folder: OWN, name: "reference.css", type: "text/css; charset=utf-8" },
  { folder: OWN, name: "exact-digits.js", type: "text/javascript; charset=utf-8" },
  { folder: OWN, name: "openapi-3.0.js", type: "text/javascript; charset=utf-8" },
  { folder: OWN, name: "reference.js", type: "text/javascript; charset=utf-8" },
];

/**
 * Serves the description of the API at /openapi.json and /openapi.yaml, an interactive reference at /docs, and the
 * versions of the contract at /docs/changelog. All work offline.
 */
export async function mountDescription(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  const file = descriptionFile(routes);
  if (!existsSync(file)) throw new Error(`The description of the API is not built (${file}): run npm run gen`);
  const description = () => readFile(file, "utf8");
  const mount = (url: string, type: string, content: Parameters<typeof mountContent>[2]["content"]) =>
    mountContent(app, url, { type, policy: POLICY, content });
  mount("/openapi.json", "application/json; charset=utf-8", description);
  mount("/openapi.yaml", "application/yaml; charset=utf-8", async () => yamlOf(await description()));
  for (const url of ["/docs", "/docs/"]) mount(url, "text/html; charset=utf-8", PAGE);
  for (const { folder, name, type } of FILES) mount(`/docs/${name}`, type, await readFile(join(folder, name)));
  mountContent(app, "/docs/changelog", {
    type: "text/html; charset=utf-8",
    policy: STATIC_POLICY,
    content: changelog(),
  });
}
