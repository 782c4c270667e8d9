import { invalid } from "@emissions/kit/wire/errors";
import { CURSOR_LENGTH_MAX } from "@emissions/kit/wire/limits";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { custom } from "./fields.ts";
import { addToHeader } from "./header-list.ts";
import type { Route } from "./route-spec.ts";
import type { Violation } from "./violations.ts";

/** Base64url, so metadata and URLs have it as it is. */
const CURSOR = /^[\w-]+$/;
/** Many programs read at most 16 KiB of headers. */
const LINKED_LENGTH_MAX = 8_000;
/** They say where a page begins. */
const POSITIONS = ["page", "offset"] as const;

/** The parameter of lists that can continue after a row. */
export const CURSOR_PARAMETER = {
  cursor: z
    .string()
    .refine(
      (text) => text.length <= CURSOR_LENGTH_MAX && CURSOR.test(text),
      custom("value_error.cursor", "not a cursor"),
    )
    .optional()
    .meta({
      maxLength: CURSOR_LENGTH_MAX,
      description:
        "From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and " +
        "`offset` are then refused.",
    }),
};

/** A page begins after a row or at a number, not at both. */
export function checkCursorParameters(sent: Readonly<Record<string, unknown>>, found: Violation[]): void {
  if (valueIn(sent, "cursor") === undefined) return;
  for (const name of POSITIONS) {
    if (valueIn(sent, name) !== undefined)
      found.push({ loc: ["query", name], msg: "not with cursor", type: "value_error.extra" });
  }
}

const valueIn = (sent: Readonly<Record<string, unknown>>, name: string) => sent[name] ?? sent[`${name}[]`];

interface Parsed {
  query: Readonly<Record<string, unknown>>;
}

/** The cursor of a request. Refused where the answer could not link the next page, so that no walk ends early. */
export function cursorOf(route: Route, request: FastifyRequest, { query }: Parsed): string | undefined {
  if (!route.spec.cursors || query.cursor === undefined) return undefined;
  if (listUrl(route, request) !== null) return query.cursor as string;
  const msg = `the URL is longer than ${LINKED_LENGTH_MAX} characters without the cursor`;
  throw invalid([{ loc: ["query", "cursor"], msg, type: "value_error.cursor" }]);
}

/** Links the next page (RFC 8288). */
export function linkNextPage(route: Route, request: FastifyRequest, reply: FastifyReply, cursor: string | null): void {
  const url = cursor !== null && route.spec.cursors ? listUrl(route, request) : null;
  if (url !== null) addToHeader(reply, "link", `<${url}cursor=${cursor}>; rel="next"`);
}

/** The URL of the list up to the cursor, without the place of the page. Null when it is too long for a header. */
function listUrl({ path }: Route, { url, params }: FastifyRequest): string | null {
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  for (const name of [...POSITIONS, "cursor"]) {
    query.delete(name);
    query.delete(`${name}[]`);
  }
  const values = params as Record<string, string>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
  const text = query.size === 0 ? `${filled}?` : `${filled}?${query}&`;
  return text.length <= LINKED_LENGTH_MAX ? text : null;
}
