import {
  answerOf,
  answersBytes,
  type Document,
  dryAnswerOf,
  type Endpoint,
  endpointsOf,
  type Parameter,
  parametersOf,
  resolved,
  type Schema,
} from "./document.ts";
import { commentOf, typeOf } from "./types.ts";

/** Parameters that the client sets itself. */
const OWN_PARAMETERS = ["Idempotency-Key", "dry_run"];

/** Styles of paging, by the query parameters that a list takes, and the field with its items. */
const PAGING = [
  { style: "pages", parameter: "size", items: "items" },
  { style: "offset", parameter: "limit", items: "items" },
  { style: "rows", parameter: "page_size", items: "rows" },
] as const;

interface Paging {
  style: (typeof PAGING)[number]["style"] | "bare";
  sizeMax: number;
  item: Schema;
}

/** The input and the answer of each operation. */
export function operationsType(document: Document): string {
  return `export interface Operations {\n${endpointsOf(document)
    .map((endpoint) => operationType(document, endpoint))
    .join("")}}\n`;
}

function operationType(document: Document, { verb, path, operation }: Endpoint): string {
  const { operationId, summary, deprecated, requestBody } = operation;
  const parameters = parametersOf(document, operation).filter(({ name }) => !OWN_PARAMETERS.includes(name));
  const group = (key: string, place: Parameter["in"]) =>
    groupType(
      key,
      parameters.filter((one) => one.in === place),
    );
  const dry = dryAnswerOf(document, operation);
  const paging = pagingOf(document, { verb, path, operation });
  const [body] = Object.values(requestBody?.content ?? {});
  const answer = answerOf(operation);
  return [
    commentOf(`${summary}: \`${verb} ${path}\`.${deprecated ? " @deprecated" : ""}`, "  "),
    `  ${operationId}: {\n`,
    group("path", "path"),
    group("query", "query"),
    group("headers", "header"),
    body === undefined ? "" : `    body${requestBody!.required ? "" : "?"}: ${typeOf(body.schema)};\n`,
    `    answer: ${answer ? typeOf(answer) : answersBytes(operation) ? "Uint8Array" : "undefined"};\n`,
    dry === undefined ? "" : `    dry: ${typeOf(dry)};\n`,
    paging === undefined ? "" : `    item: ${typeOf(paging.item)};\n`,
    "  };\n",
  ].join("");
}

function groupType(key: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  const lines = parameters.map(({ name, required, description, schema }) => {
    const property = name.replace(/\[\]$/, "");
    const quoted = /^\w+$/.test(property) ? property : JSON.stringify(property);
    return `${commentOf(description, "      ")}      ${quoted}${required ? "" : "?"}: ${typeOf(schema)};\n`;
  });
  const optional = parameters.some(({ required }) => required) ? "" : "?";
  return `    ${key}${optional}: {\n${lines.join("")}    };\n`;
}

/** The facts of each operation that calls need. */
export function operationTable(document: Document): string {
  const lines = endpointsOf(document).map(({ verb, path, operation }) => {
    const { operationId, requestBody } = operation;
    const names = parametersOf(document, operation).map(({ name }) => name);
    const paging = pagingOf(document, { verb, path, operation });
    const [type] = Object.keys(requestBody?.content ?? {});
    const facts = {
      verb,
      path,
      ...(names.includes("Idempotency-Key") && { takesKey: true }),
      ...(type !== undefined && { body: BODIES[type] }),
      ...(answerOf(operation) === undefined && answersBytes(operation) && { bytes: true }),
      ...(paging && { paging: { style: paging.style, sizeMax: paging.sizeMax } }),
    };
    return `  ${operationId}: ${JSON.stringify(facts)},\n`;
  });
  return `export const operations: Readonly<Record<keyof Operations, Operation>> = {\n${lines.join("")}};\n`;
}

const BODIES: Readonly<Record<string, "json" | "form" | "bytes">> = {
  "application/json": "json",
  "multipart/form-data": "form",
  "*/*": "bytes",
};

/** How the pages of a list are asked for. Undefined for operations without pages. */
function pagingOf(document: Document, { verb, operation }: Endpoint): Paging | undefined {
  if (verb !== "GET") return undefined;
  const answer = answerOf(operation);
  const schema = answer && resolved(document, answer);
  for (const { style, parameter, items } of PAGING) {
    const asked = parametersOf(document, operation).find(({ name }) => name === parameter);
    if (asked?.schema.maximum === undefined) continue;
    const listed = schema?.properties?.[items] ?? (schema?.type === "array" ? schema : undefined);
    if (listed?.items === undefined) continue;
    return { style: listed === schema ? "bare" : style, sizeMax: asked.schema.maximum, item: listed.items };
  }
  return undefined;
}
