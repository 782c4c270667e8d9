import type { Field, Inputs } from "../../../packages/cli/src/field.ts";
import { KINDS, STATEMENTS } from "../../../packages/cli/src/kinds.ts";
import { type Document, endpointsOf, type Operation, parametersOf, resolved, type Schema } from "../client/document.ts";

/** Parameters that the command line sets itself, or that concern pages and files. */
const OWN_PARAMETERS = ["page", "size", "page_size", "limit", "offset", "cursor", "format", "filter_hash", "dry_run"];
const PAGE_SIZES = ["size", "limit"];
/** Characters of a description in the help. */
const ABOUT_MAX = 160;

/** The inputs of all operations that the command line calls for kinds of records and statements. */
export function inputsOf(document: Document): Map<string, Inputs> {
  const asked = new Set<string>(
    KINDS.flatMap(({ create, list, get, remove, explain }) => [
      create,
      list,
      get,
      remove,
      ...(explain ? [explain] : []),
    ]),
  );
  for (const operation of Object.values(STATEMENTS)) asked.add(operation);
  const found = endpointsOf(document).filter(({ operation }) => asked.has(operation.operationId));
  return new Map(found.map(({ operation }) => [operation.operationId, inputs(document, operation)]));
}

function inputs(document: Document, operation: Operation): Inputs {
  const parameters = parametersOf(document, operation);
  const body = operation.requestBody?.content["application/json"]?.schema;
  const query = parameters.filter(({ in: place }) => place === "query");
  return {
    path: parameters.filter(({ in: place }) => place === "path").map(({ name }) => name),
    query: query
      .filter(({ name }) => !OWN_PARAMETERS.includes(name))
      .map(({ name, required, description, schema }) =>
        fieldOf(document, name.replace(/\[\]$/, ""), { ...schema, description }, required === true),
      ),
    body: body === undefined ? [] : fieldsOf(document, resolved(document, body)),
    ...(query.some(({ name }) => PAGE_SIZES.includes(name)) && { paged: true as const }),
  };
}

const fieldsOf = (document: Document, { properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => fieldOf(document, name, schema, required.includes(name)));

function fieldOf(document: Document, name: string, schema: Schema, required: boolean): Field {
  const value = withoutNull(document, schema);
  const item = value.type === "array" && value.items ? withoutNull(document, value.items) : undefined;
  const many = item !== undefined && typeOf(item) !== "json";
  const scalar = many ? item : value;
  return {
    name,
    type: typeOf(scalar),
    about: firstSentence(schema.description ?? value.description ?? ""),
    ...(required && { required: true as const }),
    ...(many && { many: true as const }),
    ...(scalar.enum && { choices: scalar.enum.filter((one) => one !== null).map(String) }),
  };
}

/** The schema without its name, and without the choice of null. */
function withoutNull(document: Document, schema: Schema): Schema {
  const known = resolved(document, schema);
  const choices = known.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return choices.length === 1 ? withoutNull(document, choices[0]!) : known;
}

function typeOf({ type, format, anyOf, oneOf }: Schema): Field["type"] {
  const [name = ""] = [type ?? ""].flat();
  if (format === "decimal") return "decimal";
  if (anyOf !== undefined || oneOf !== undefined || name === "object" || name === "array") return "json";
  return name === "integer" || name === "boolean" ? name : "text";
}

function firstSentence(text: string): string {
  const [sentence = ""] = text.split(/(?<=\.)\s(?=[A-Z`])/);
  return sentence.length <= ABOUT_MAX ? sentence : `${sentence.slice(0, ABOUT_MAX - 1).trimEnd()}…`;
}
