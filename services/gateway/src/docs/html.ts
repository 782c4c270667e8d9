import type { FastifyInstance } from "fastify";

/** The policy allows inline styles and no scripts. */
export const STATIC_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 62rem; margin: 3rem auto; padding: 0 1.5rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-top: 1px solid #ccc }
:target { background: #fff3bf }`;

/** A page of text. */
export const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: Emissions Accounting Service</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text and turns backticks into code. */
export const html = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? "").replaceAll(/`([^`]*)`/g, "<code>$1</code>");

/** Serves the same content to every client. A function makes it for the first of them, and again after a failure. */
export function mountContent(
  app: FastifyInstance,
  url: string,
  { type, policy, content }: { type: string; policy: string; content: Content | (() => Promise<Content>) },
): void {
  let made: Promise<Content> | undefined;
  const headers = { "content-security-policy": policy, "cache-control": "no-cache", "referrer-policy": "no-referrer" };
  app.get(url, async (_request, reply) => {
    made ??= typeof content === "function" ? content() : Promise.resolve(content);
    return reply
      .headers(headers)
      .type(type)
      .send(await made);
  });
}

type Content = string | Buffer;
