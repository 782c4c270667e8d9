import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { PartRule } from "@emissions/gateway/rest/multipart";
import { isIdParameter, type Route } from "@emissions/gateway/rest/route-spec";
import { flatFields, rulesOf } from "@emissions/kit/wire/fields";
import type { Components, Schema } from "./components.ts";
import { type Described, inputSchema } from "./inputs.ts";
import { inputName, messageShown, operationName, pascal } from "./names.ts";
import { BYTES, isJson, isTagged } from "./responses.ts";
import type { Comments } from "./schemas.ts";

/** Parameters of path and query, and those that routes share. */
export function parameters(route: Route, comments: Comments): Schema[] {
  const { method, spec, verb, path } = route;
  const described = describedBy(route, comments);
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      description: described(method.input, name!).text,
      schema: isIdParameter(route, name!) ? { type: "string", format: "uuid" } : { type: "string" },
    })),
    ...queryParameters(route, described),
    ...(verb === "POST" && spec.auth === "pair" && route.serves.kind !== "content"
      ? [shared(spec.repeat ? "RequiredKey" : "IdempotencyKey")]
      : []),
    ...(spec.dry ? [shared("DryRun")] : []),
    ...(isJson(route) ? [shared(preferenceOf(spec))] : []),
    ...(spec.versioned ? [shared("IfMatch")] : []),
    ...(isTagged(route) ? [shared("IfNoneMatch")] : []),
    ...(spec.restates ? [shared("RestatementReason")] : []),
    ...(spec.translates ? [shared("AcceptLanguage")] : []),
  ];
}

const preferenceOf = ({ strict }: Route["spec"]) =>
  strict === undefined ? "PreferText" : strict === "duplicates" ? "PreferNoDuplicates" : "Prefer";

const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** Its schema has the name of the operation: `CreatePurchaseRequest`. */
export function requestBody(route: Route, components: Components, comments: Comments): Schema | undefined {
  const { method, spec, serves, verb, path } = route;
  const name = operationName(route);
  if (serves.kind === "rawUpload") return { required: true, content: { "*/*": { schema: BYTES } } };
  if (serves.kind === "upload")
    return {
      required: true,
      content: {
        "multipart/form-data": { schema: components.add(`${name}Request`, fileBody(route, serves.rule, comments)) },
      },
    };
  if (spec.body === undefined) return undefined;
  const schema = inputSchema(spec.body, method.input, describedBy(route, comments), (nested, field, message) => {
    const description = comments.get(message.typeName) ?? `In the body of \`${verb} ${path}\`.`;
    const own = { description, ...nested };
    return components.add(inputName(message), own, `${name}${pascal(field)}`);
  });
  const { records } = (schema.properties ?? {}) as Record<string, Schema>;
  if (records !== undefined) {
    const record = { description: `One record of \`${verb} ${path}\`.`, ...(records.items as Schema) };
    records.items = components.addOnce(`${name}Record`, record);
  }
  const described = { description: `The body of \`${verb} ${path}\`.`, ...schema };
  return {
    required: !spec.body.safeParse(undefined).success,
    content: { "application/json": { schema: components.add(`${name}Request`, described) } },
  };
}

function fileBody(route: Route, { part, bytesMax, texts, fileOptional }: PartRule, comments: Comments): Schema {
  const file = { ...BYTES, description: `With a file name; at most ${bytesMax} bytes.` };
  const { properties = {}, required = [] } = texts
    ? inputSchema(texts, route.method.input, describedBy(route, comments))
    : ({} as Schema);
  return {
    type: "object",
    description: `The body of \`${route.verb} ${route.path}\`.`,
    properties: { ...(properties as object), [part]: file },
    required: [...(required as string[]), ...(fileOptional ? [] : [part])],
    additionalProperties: false,
  };
}

/** Texts and values of the fields of requests. Create and update requests may have them at the resource. */
function describedBy(route: Route, comments: Comments): Described {
  const { method, spec } = route;
  const shown = messageShown(route);
  return (desc, name) => {
    const own = desc === method.input ? (spec.rename?.[name] ?? name) : name;
    const known = [fieldOf(desc, own), fieldOf(shown, own)].filter((field) => field !== undefined);
    return {
      text: known.map(({ parent }) => comments.get(`${parent.typeName}.${own}`)).find((text) => text !== undefined),
      values: known.map((field) => rulesOf(field)?.string?.in ?? []).find((values) => values.length > 0),
    };
  };
}

const fieldOf = (desc: DescMessage | undefined, name: string): DescField | undefined =>
  desc && flatFields(desc).get(name)?.field;

function queryParameters({ method, spec }: Route, described: Described): Schema[] {
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
