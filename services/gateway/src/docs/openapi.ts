import type { DescMessage } from "@bufbuild/protobuf";
import { flatFields } from "@emissions/kit/wire/fields";
import { z } from "zod";
import type { Envelope } from "../rest/envelopes.ts";
import type { PartRule } from "../rest/multipart.ts";
import type { Deprecated, Route } from "../rest/route.ts";
import { TOTAL_COUNT } from "../rest/serve.ts";
import { readComments } from "./comments.ts";
import { commonComponents, refusals } from "./refusals.ts";
import { inputSchema, ReplySchemas, type Schema } from "./schemas.ts";
import { describeWebhooks } from "./webhooks.ts";

const DESCRIPTION = `Records the activities of an organization, calculates their emissions and reports exact totals.

Every request needs \`x-organization-id\` and a credential, \`x-api-key\` or a bearer token, unless the endpoint says otherwise.
Numbers are exact decimals in both directions. Decimals may be sent as text, so that no client has to round them.
Every answer has an \`x-request-id\`.`;

/** The OpenAPI document, generated from the route table and its schemas. */
export function describeApi(routes: readonly Route[]): Schema {
  const comments = readComments();
  const replies = new ReplySchemas(comments);
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.verb.toLowerCase()]: operation(route, replies, comments) };
  }
  const common = commonComponents();
  return {
    openapi: "3.1.0",
    info: {
      title: "Emissions Accounting Service",
      version: "1.0.0",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(replies),
    components: { ...common, schemas: { ...common.schemas, ...replies.components } },
  };
}

const tagOf = ({ method }: Route) => method.parent.name.replace(/Service$/, "").replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");

function operation(route: Route, replies: ReplySchemas, comments: ReadonlyMap<string, string>): Schema {
  const { method, spec, verb, path, takes } = route;
  const commentOf = (desc: DescMessage, name: string) => {
    const own = desc === method.input ? (spec.rename?.[name] ?? name) : name;
    const { parent } = flatFields(desc).get(own)?.field ?? { parent: desc };
    return comments.get(`${parent.typeName}.${own}`);
  };
  const described = (desc: DescMessage, field: string) =>
    commentOf(desc, field) ?? (desc === method.input ? resourceComment(route, field, comments) : undefined);
  const words = [
    spec.description ?? comments.get(`${method.parent.typeName}.${method.name}`),
    spec.deprecated && deprecation(spec.deprecated),
  ];
  const description = withCodes(words.filter((sentence) => sentence !== undefined).join(" "), spec);
  return {
    operationId: spec.operation ?? method.localName,
    tags: [tagOf(route)],
    summary: spec.summary,
    ...(description !== "" && { description }),
    ...(spec.deprecated && { deprecated: true }),
    ...(spec.auth === "none" && { security: [] }),
    ...(spec.auth === "pair" && { security: SECURITY }),
    ...(spec.auth === "organization" && { security: [{ organization: [] }] }),
    ...(spec.auth === "key" && { security: SECURITY_WITHOUT_ORGANIZATION }),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: "path",
        required: true,
        description: described(method.input, name!),
        schema: { type: "string", format: "uuid" },
      })),
      ...queryParameters(route, described),
      ...(verb === "POST" && spec.auth === "pair" ? [parameter(spec.repeat ? "RequiredKey" : "IdempotencyKey")] : []),
      ...(spec.dry ? [parameter("DryRun")] : []),
    ],
    ...(spec.body && {
      requestBody: {
        required: !spec.body.safeParse(undefined).success,
        content: { "application/json": { schema: inputSchema(spec.body, method.input, described) } },
      },
    }),
    ...(takes && { requestBody: fileBody(takes) }),
    responses: { ...success(route, replies), ...refusals(route) },
  };
}

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const deprecation = ({ since, successor }: Deprecated) =>
  `Deprecated since ${since}. It still works; no date of removal is set. Use \`${successor}\` instead.`;

/** Appends the codes that the description does not contain yet. */
function withCodes(words: string | undefined, { refuses = [] }: Route["spec"]): string | undefined {
  const unnamed = refuses.filter((code) => !words?.includes(code)).map((code) => `\`${code}\``);
  if (unnamed.length === 0) return words;
  return [words, `Possible refusals: ${unnamed.join(", ")}.`].filter(Boolean).join(" ");
}

const fileBody = ({ part, bytesMax }: PartRule): Schema => ({
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: { [part]: { ...BYTES, description: `With a file name; at most ${bytesMax} bytes.` } },
        required: [part],
        additionalProperties: false,
      },
    },
  },
});

const BYTES = { type: "string", contentMediaType: "application/octet-stream" };

const SECURITY = [
  { apiKey: [], organization: [] },
  { bearer: [], organization: [] },
];

const SECURITY_WITHOUT_ORGANIZATION = [{ apiKey: [] }, { bearer: [] }];

/** Fields of create and update requests have their comments at the resource. */
function resourceComment({ method, spec }: Route, field: string, comments: ReadonlyMap<string, string>) {
  const shown = method.output.fields.find(({ localName }) => localName === spec.returns)?.message;
  const parent = shown && flatFields(shown).get(field)?.field.parent;
  return parent && comments.get(`${parent.typeName}.${field}`);
}

function queryParameters({ method, spec }: Route, described: Parameters<typeof inputSchema>[2]): Schema[] {
  if (spec.query === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(spec.query, method.input, described) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const isList = schema.type === "array";
    return {
      name: isList ? `${name}[]` : name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      ...(isList && { style: "form", explode: true }),
      schema,
    };
  });
}

function success(route: Route, replies: ReplySchemas): Schema {
  const { spec } = route;
  const headers = {
    ...requestId,
    ...(route.verb === "POST" &&
      spec.auth === "pair" && { "idempotent-replayed": { $ref: "#/components/headers/Replayed" } }),
    ...(spec.list === "bare" && route.method.output.field.total !== undefined && { [TOTAL_COUNT]: TOTAL_HEADER }),
    ...(spec.deprecated && {
      deprecation: text("The date of deprecation in the format of RFC 9745."),
      link: text("The successor, with `rel` `successor-version`."),
    }),
  };
  if (route.streams) return streamed(headers);
  const schema = shownSchema(route, replies);
  const tried = {
    ...(spec.dry && { 200: { description: "The result of a dry run.", headers: requestId, ...json(DRY_RUN) } }),
  };
  if (schema === undefined) return { ...tried, 204: { description: "Done.", headers } };
  const location = { ...(spec.location && { location: text("The path of the resource.") }) };
  const description = spec.status === 201 ? "The stored resource." : "The result.";
  const both = spec.dry && spec.status === 200;
  const shown = json(both ? { anyOf: [schema, DRY_RUN] } : schema);
  return { ...tried, [spec.status]: { description, headers: { ...headers, ...location }, ...shown } };
}

const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
const DRY_RUN = { $ref: "#/components/schemas/DryRun" };
const json = (schema: Schema) => ({ content: { "application/json": { schema } } });
const text = (description: string) => ({ description, schema: { type: "string" } });

function streamed(headers: Schema): Schema {
  const etag = text("Changes with the content.");
  return {
    200: {
      description: "The content of the file.",
      headers: { ...headers, etag, "content-disposition": text("An attachment, with the name of the file.") },
      content: { "*/*": { schema: BYTES } },
    },
    304: { description: "The client already has this content.", headers: { ...headers, etag } },
  };
}

const TOTAL_HEADER = { description: "Number of all matches, on all pages.", schema: { type: "integer" } };

const integer = (description: string) => ({ type: "integer", description });
const requested = integer("The requested value.");

/** Fields beside the items of each list shape, and the total. */
const WINDOWS: Record<Exclude<Envelope, "bare">, Schema> = {
  pages: { page: requested, size: requested, pages: integer("Number of pages; 0 without matches.") },
  counted: { page: requested, size: requested },
  offset: { offset: requested, limit: requested },
  whole: {},
};

function shownSchema({ method, spec, answers }: Route, replies: ReplySchemas): Schema | undefined {
  if (answers !== undefined) {
    const { $schema: _, ...schema } = z.toJSONSchema(answers) as Schema;
    return schema;
  }
  if (spec.returns === undefined) return undefined;
  const value = replies.field(method.output, spec.returns, spec.sparse !== undefined);
  if (spec.list === undefined || spec.list === "bare") return value;
  const beside = (spec.beside ?? []).map((name) => [
    [...flatFields(method.output).values()].find(({ field }) => field.localName === name)?.field.name ?? name,
    replies.field(method.output, name, false),
  ]);
  const properties = {
    items: value,
    total: integer("Number of all matches."),
    ...WINDOWS[spec.list],
    ...Object.fromEntries(beside),
  };
  return { type: "object", properties, required: Object.keys(properties) };
}
