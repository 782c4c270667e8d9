import type { Deprecated, Route } from "@emissions/gateway/rest/route-spec";
import { readComments } from "./comments.ts";
import { Components, type Schema } from "./components.ts";
import { Examples } from "./examples.ts";
import { type TagGroup, tagGroups } from "./groups.ts";
import { operationId, tagOf, tagText } from "./names.ts";
import { commonComponents, refusals } from "./refusals.ts";
import { parameters, requestBody } from "./requests.ts";
import { formatted, preview, type Replies, success } from "./responses.ts";
import { type Comments, ReplySchemas } from "./schemas.ts";
import { describeWebhooks } from "./webhooks.ts";

const DESCRIPTION = `Records the activities of an organization, calculates their emissions and reports exact totals.

Every request needs \`x-organization-id\` and a credential, \`x-api-key\` or a bearer token, unless the endpoint says otherwise.
Numbers are exact decimals in both directions. Decimals may be sent as text, so that no client has to round them.
Every answer has an \`x-request-id\`.

Each key, or user with a token, has 600 requests a minute, and 900 at once after a pause. A request comes back each 100 ms; refused
requests cost nothing. Calls without valid credentials have the same limit for their address. Other limits apply to
\`/v1/logistics\` and \`/v2/logistics\`: 30 requests a second of a key to each route that creates one record, 10 unanswered
requests to each bulk route, and none on the others. The headers \`X-RateLimit-*\`, \`RateLimit-Policy\` and \`RateLimit\` tell
the rest, refusals included; 429 has \`Retry-After\`.

Requests that are not valid HTTP are refused at every address, with the schema \`Error\` or \`Problem\` and one of these
codes: 400 \`BAD_REQUEST\`, 405 \`METHOD_NOT_ALLOWED\`, 408 \`REQUEST_TIMEOUT\`, 414 \`URI_TOO_LONG\`, 417
\`EXPECTATION_FAILED\`, 431 \`HEADERS_TOO_LARGE\`.`;

/** The OpenAPI document, generated from the route table and its schemas. */
export function describeApi(routes: readonly Route[]): Schema {
  const comments = readComments();
  const common = commonComponents();
  const components = new Components();
  Object.assign(components.schemas, common.schemas);
  const forms = routes.flatMap(({ spec }) => spec.sparse ?? []);
  const schemas = new ReplySchemas(components, comments, forms);
  const replies = { schemas, components, examples: new Examples(components, routes) };
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.verb.toLowerCase()]: operation(route, replies, comments) };
  }
  const groups = tagGroups([...new Set(routes.map(tagOf))]);
  const webhooks = describeWebhooks(schemas, components);
  return {
    openapi: "3.1.0",
    info: {
      title: "Emissions Accounting Service",
      version: "1.0.0",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: tags(groups, routes, comments),
    "x-tagGroups": groups,
    paths,
    webhooks,
    components: { ...common, schemas: components.schemas },
  };
}

/** Their texts are the comments of the services. */
function tags(groups: readonly TagGroup[], routes: readonly Route[], comments: Comments): Schema[] {
  const services = new Map(routes.map((route) => [tagOf(route), route.method.parent.typeName]));
  return groups
    .flatMap(({ tags }) => tags)
    .map((name) => ({ name, description: tagText(comments.get(services.get(name)!) ?? "") }));
}

function operation(route: Route, replies: Replies, comments: Comments): Schema {
  const { method, spec } = route;
  const words = [
    spec.description ?? comments.get(`${method.parent.typeName}.${method.name}`),
    spec.deprecated && deprecation(spec.deprecated),
  ];
  const description = withCodes(words.filter((sentence) => sentence !== undefined).join(" "), spec);
  const files = formatted(route);
  const body = requestBody(route, replies.components, comments);
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: spec.summary,
    ...(description !== "" && { description }),
    ...(spec.deprecated && { deprecated: true }),
    security: SECURITY[spec.auth],
    parameters: parameters(route, comments),
    ...(body && { requestBody: body }),
    responses: { ...success(route, replies), ...refusals(route) },
    // No responses, because they depend on the query: generated clients would return unions from creates and lists.
    ...(files && { "x-format-response": files }),
    ...(spec.dry && { "x-dry-run-response": spec.dry.previews ? preview(route, replies) : DRY_RUN }),
  };
}

const DRY_RUN = { $ref: "#/components/responses/DryRun" };

const SECURITY: Record<Route["spec"]["auth"], Schema[]> = {
  pair: [
    { apiKey: [], organization: [] },
    { bearer: [], organization: [] },
  ],
  key: [{ apiKey: [] }, { bearer: [] }],
  session: [{ bearer: [] }],
  organization: [{ organization: [] }],
  link: [],
  none: [],
};

const deprecation = ({ since, successor }: Deprecated) =>
  `Deprecated since ${since}. It still works; no date of removal is set. Use \`${successor}\` instead.`;

/** Appends the codes that the description does not contain yet. */
function withCodes(words: string | undefined, { refuses = [] }: Route["spec"]): string | undefined {
  const unnamed = refuses.filter((code) => !words?.includes(code)).map((code) => `\`${code}\``);
  if (unnamed.length === 0) return words;
  return [words, `Possible refusals: ${unnamed.join(", ")}.`].filter(Boolean).join(" ");
}
