import type { DescMessage } from "@bufbuild/protobuf";
import type { Envelope } from "@emissions/gateway/rest/envelopes";
import { isStreamed, type Route } from "@emissions/gateway/rest/route-spec";
import { TOTAL_COUNT } from "@emissions/gateway/rest/serve";
import { flatFields } from "@emissions/kit/wire/fields";
import { z } from "zod";
import { type Components, refTo, type Schema } from "./components.ts";
import type { Examples } from "./examples.ts";
import { messageShown, operationName } from "./names.ts";
import type { ReplySchemas } from "./schemas.ts";

export interface Replies {
  schemas: ReplySchemas;
  components: Components;
  examples: Examples;
}

export const BYTES = { type: "string", contentMediaType: "application/octet-stream" };

const text = (description: string) => ({ description, schema: { type: "string" } });
const required = (description: string) => ({ ...text(description), required: true });
/** The rest of the caller's limit, on every answer but refusals of requests at once. */
export const rateHeaders = {
  "x-ratelimit-limit": { $ref: "#/components/headers/RateLimitCapacity" },
  "x-ratelimit-remaining": { $ref: "#/components/headers/RateLimitRemaining" },
  "x-ratelimit-reset": { $ref: "#/components/headers/RateLimitReset" },
  "ratelimit-policy": { $ref: "#/components/headers/RateLimitPolicy" },
  ratelimit: { $ref: "#/components/headers/RateLimit" },
};
export const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
const totalCount = { description: "Number of all matches, on all pages.", schema: { type: "integer" }, required: true };

/** The answer of the route, by its status. A dry run has its own description (`dryRun`). */
export function success(route: Route, replies: Replies): Schema {
  const { spec, serves } = route;
  const headers = {
    ...requestId,
    ...(spec.limits.rate && rateHeaders),
    ...(route.verb === "POST" &&
      spec.auth === "pair" &&
      serves.kind !== "content" && { "idempotent-replayed": { $ref: "#/components/headers/Replayed" } }),
    ...(isJson(route) && { "preference-applied": { $ref: "#/components/headers/PreferenceApplied" } }),
    ...(spec.list === "bare" && route.method.output.field.total !== undefined && { [TOTAL_COUNT]: totalCount }),
    ...(spec.cursors && { link: { $ref: "#/components/headers/NextPage" } }),
    ...(spec.deprecated && {
      deprecation: required("The date of deprecation in the format of RFC 9745."),
      link: required("The successor, with `rel` `successor-version`."),
    }),
    ...(spec.versioned && isJson(route) && etag),
    ...(spec.location && { location: required("The path of the resource.") }),
  };
  if (serves.kind === "exchange" && serves.redirects) {
    const location = required("The address of the other party.");
    return { 302: { description: "The browser goes to the other party.", headers: { ...headers, location } } };
  }
  if (serves.kind === "content")
    return serves.mediaTypes.length === 0 ? streamed(headers) : made(headers, serves.mediaTypes);
  const schema = shownSchema(route, replies);
  if (schema === undefined) return { 204: { description: "Done.", headers } };
  const description = spec.status === 201 ? "The stored resource." : "The result.";
  const example = replies.examples.of(schema, route);
  const content = { "application/json": { schema, example } };
  const accepted = { 202: { description: "Accepted. The work continues.", headers, content } };
  if (isTagged(route)) return tagged(description, headers, content);
  return { [spec.status]: { description, headers, content }, ...(spec.accepted && accepted) };
}

/** The answer in another format than JSON. Undefined for routes that have none. */
export function formatted({ spec, serves }: Route): Schema | undefined {
  const others = Object.values(serves.kind === "represented" ? serves.representations : {}).map(({ type, example }) => [
    type,
    { schema: { type: "string" }, example },
  ]);
  const exports = Object.values(serves.kind === "exported" ? serves.exports.types : {});
  const made = serves.kind === "content" && serves.mediaTypes.length > 1 ? serves.mediaTypes : [];
  const files = [...exports, ...made].map((type) => [type.split(";", 1)[0]!, { schema: BYTES, example: "id" }]);
  const content = Object.fromEntries([...others, ...files]);
  if (Object.keys(content).length === 0) return undefined;
  return {
    description: "The answer with `format`.",
    headers: { ...requestId, ...(spec.limits.rate && rateHeaders) },
    content,
  };
}

/** The answer of a dry run that calculates what the request would do. */
export function preview(route: Route, replies: Replies): Schema {
  const { content } = success(route, replies)[route.spec.status] as Schema;
  return { description: "What the request would do. Nothing was stored.", headers: requestId, content };
}

/** Whether the route answers JSON. */
export const isJson = (route: Route): boolean =>
  route.serves.kind !== "content" && (schemaOf(route) !== undefined || route.spec.returns !== undefined);

/** The schema of an answer that is not a message. */
const schemaOf = ({ serves }: Route): z.ZodType | undefined => ("schema" in serves ? serves.schema : undefined);

/** Lists that are sent while they are read have no tag. */
export const isTagged = (route: Route): boolean => route.verb === "GET" && isJson(route) && !isStreamed(route);

const etag = { etag: { $ref: "#/components/headers/ETag" } };

const tagged = (description: string, headers: Schema, content: Schema): Schema => ({
  200: { description, headers: { ...headers, ...etag }, content },
  304: { description: "The client already has this content.", headers: { ...requestId, ...etag } },
});

const disposition = { "content-disposition": required("An attachment, with the name of the file.") };

/** A file that is made for the request. */
const made = (headers: Schema, [usual]: readonly string[]): Schema => ({
  200: {
    description: "The file, sent while it is made. An answer that ends early is not complete.",
    headers: { ...headers, ...disposition },
    content: { [usual!.split(";", 1)[0]!]: { schema: BYTES, example: "PK" } },
  },
});

function streamed(headers: Schema): Schema {
  const etag = required("Changes with the content.");
  return {
    200: {
      description: "The content of the file.",
      headers: { ...headers, etag, ...disposition },
      content: { "*/*": { schema: BYTES, example: "date,kWh\n2025-01-31,1250.5\n" } },
    },
    304: { description: "The client already has this content.", headers: { ...headers, etag } },
  };
}

const integer = (description: string) => ({ type: "integer", minimum: 0, description });

/** Fields beside the items of each list shape, and the total. */
const WINDOWS: Record<Exclude<Envelope, "bare" | "named">, Schema> = {
  pages: {
    page: integer("The requested page, from 1."),
    size: integer("The requested number of items."),
    pages: integer("Number of pages; 0 without matches."),
  },
  counted: { page: integer("The requested page, from 1."), size: integer("The requested number of items.") },
  offset: {
    offset: integer("The requested number of matches before the first item."),
    limit: integer("The requested number of items."),
  },
  whole: {},
};

function shownSchema(route: Route, { schemas, components }: Replies): Schema | undefined {
  const { method, spec } = route;
  const answers = schemaOf(route);
  if (answers !== undefined) {
    const { $schema: _, ...schema } = z.toJSONSchema(answers) as Schema;
    return components.add(`${operationName(route)}Response`, { description: answerOf(route), ...schema });
  }
  if (spec.returns === undefined) return undefined;
  const value = schemas.field(method.output, spec.returns);
  if (spec.list === undefined || spec.list === "bare") return value;
  const properties = {
    ...(spec.list === "named"
      ? { total_count: integer("Number of all items."), [spec.returns]: { ...value, description: "All items." } }
      : {
          items: { ...value, description: ITEMS[spec.list] },
          total: integer("Number of all matches."),
          ...WINDOWS[spec.list],
        }),
    ...Object.fromEntries((spec.beside ?? []).map((name) => schemas.beside(method.output, name))),
  };
  const description = answerOf(route);
  const schema = { type: "object", description, properties, required: Object.keys(properties) };
  return components.add(listName(route, method.output), schema, `${operationName(route)}Response`);
}

const answerOf = ({ verb, path }: Route) => `The answer of \`${verb} ${path}\`.`;

const ITEMS: Record<Exclude<Envelope, "bare" | "named">, string> = {
  pages: "The matches of the page.",
  counted: "The matches of the page.",
  offset: "The matches from `offset` on.",
  whole: "All items, in the order of the request.",
};

/** Lists of one shape share a schema: `PurchaseList`. */
function listName(route: Route, output: DescMessage): string {
  const item = messageShown(route) ?? flatFields(output).values().next().value?.field.parent ?? output;
  return `${item.name}${route.spec.list === "whole" ? "Batch" : "List"}`;
}

/** The answer of a dry run that succeeds. `DryRun` documents it once for all routes. */
export const dryRun = {
  description: "The result of a dry run: nothing was stored.",
  headers: requestId,
  content: {
    "application/json": { schema: refTo("DryRun"), example: { dry_run: true, valid: true, total: 1 } },
  },
};
