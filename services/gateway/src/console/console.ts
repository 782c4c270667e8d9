import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import type { FastifyInstance } from "fastify";

/** All resources come from the gateway, and nothing is written into the page itself. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const BUILT = join(dirname(createRequire(import.meta.url).resolve("@emissions/console/package.json")), "dist");
const HTML = "text/html; charset=utf-8";
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};
const HEADERS = { "content-security-policy": CONSOLE_POLICY, "referrer-policy": "no-referrer" };
/** The page names the present assets, so each visit asks for it. */
const PAGE_HEADERS = { ...HEADERS, "cache-control": "no-cache" };
/** The name of an asset has a hash of its content, so its content never changes. */
const ASSET_HEADERS = { ...HEADERS, "cache-control": "public, max-age=31536000, immutable" };

/**
 * Serves the built console below /console. Each file has a route of its own: other paths are unknown, and no request
 * reads the file system.
 */
export function mountConsole(app: FastifyInstance, folder: string = BUILT): void {
  const index = join(folder, "index.html");
  if (!existsSync(index)) throw new Error(`The console is not built (${index}): run npm run gen`);
  const page = readFileSync(index);
  for (const url of ["/console", "/console/"])
    app.get(url, async (_request, reply) => reply.headers(PAGE_HEADERS).type(HTML).send(page));
  for (const name of readdirSync(join(folder, "assets"))) {
    const [type, content] = [TYPES[extname(name)], readFileSync(join(folder, "assets", name))];
    if (type === undefined) throw new Error(`The console has a file of an unknown type: ${name}`);
    app.get(`/console/assets/${name}`, async (_request, reply) =>
      reply.headers(ASSET_HEADERS).type(type).send(content),
    );
  }
}
