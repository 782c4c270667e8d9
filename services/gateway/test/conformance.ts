import { readFileSync } from "node:fs";
import { type ErrorObject, Ajv2020 as Validator } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** An answer as a client receives it. */
export interface ReceivedAnswer {
  method: string;
  /** With its query. */
  url: string;
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  /** The body of the request, when it was a text. */
  sent?: string;
}

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  pointer: string;
  responses: Record<string, Json>;
  body?: string;
}

interface DescribedPath {
  form: RegExp;
  /** Paths with fewer parameters are more exact. */
  parameters: number;
  operations: ReadonlyMap<string, Operation>;
}

/** Refusals of HTTP itself, which any address may answer. The description names them once. */
const HTTP_CODES = [
  "BAD_REQUEST",
  "METHOD_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "URI_TOO_LONG",
  "EXPECTATION_FAILED",
  "HEADERS_TOO_LARGE",
];
const FAULTS_SHOWN = 20;
const BYTE_ORDER_MARK = /^\ufeff/;
/** Documents that the gateway serves besides the API. */
const DOCUMENTS = /^\/($|\.well-known|console|docs|errors|openapi\.(json|yaml))/;
const COMMITTED = new URL("../openapi.json", import.meta.url);

/** Compares answers with the description of the API. Properties and statuses that it does not name are faults. */
export class Conformance {
  readonly #validator = new Validator({ strict: false, allErrors: true, validateFormats: true });
  readonly #document: Json;
  readonly #paths: readonly DescribedPath[];

  constructor(document: Json) {
    formats.default(this.#validator);
    this.#validator.addFormat("decimal", true);
    this.#document = closed(document) as Json;
    this.#validator.addSchema({ ...this.#document, $id: "api:" });
    this.#paths = Object.entries(document.paths as Record<string, Json>)
      .map(([path, verbs]) => describedPath(path, verbs))
      .toSorted((a, b) => a.parameters - b.parameters);
  }

  /** The document in the repository. */
  static committed(): Conformance {
    return new Conformance(JSON.parse(readFileSync(COMMITTED, "utf8")));
  }

  /** Throws when there is a fault. */
  check(answer: ReceivedAnswer): void {
    const faults = this.faults(answer);
    if (faults.length > 0) throw new Error(`Not as in openapi.json:\n${faults.slice(0, FAULTS_SHOWN).join("\n")}`);
  }

  /** Differences between an answer and the description, as sentences. */
  faults(answer: ReceivedAnswer): string[] {
    const { method, url, status, headers } = answer;
    const path = url.split("?", 1)[0]!;
    const title = `${method} ${path} ${status}`;
    // Without content there is nothing to compare.
    if (method === "HEAD" || DOCUMENTS.test(path)) return [];
    const operation = this.#paths.find(({ form }) => form.test(path))?.operations.get(method.toLowerCase());
    const codes = operation === undefined ? [...HTTP_CODES, "NOT_FOUND"] : HTTP_CODES;
    if (codes.includes(codeIn(answer))) return this.#refusalFaults(answer);
    if (operation === undefined) return [`${title}: the operation is not described`];
    const found = this.#responseOf(operation, answer);
    if (found === undefined) return [`${title}: the status is not described`];
    const [response, pointer] = found;
    return [
      ...this.#contentFaults(response, pointer, answer),
      ...missingHeaders(response, headers),
      ...(status < 300 ? this.#requestFaults(operation, answer) : []),
    ].map((fault) => `${title}: ${fault}`);
  }

  /** Differences between a value and a schema of the document. */
  faultsOf(schema: Json, value: unknown): string[] {
    const validate = this.#validator.compile(closed(withBase(schema)) as Json);
    return validate(value) ? [] : (validate.errors ?? []).map(inWords);
  }

  #refusalFaults({ headers, text }: ReceivedAnswer): string[] {
    const schema = mediaType(headers) === "application/problem+json" ? "Problem" : "Error";
    return this.#schemaFaults(`/components/schemas/${schema}`, JSON.parse(text));
  }

  /** With its pointer in the document. A dry run that succeeds has a response of its own, and so have other formats. */
  #responseOf(operation: Operation, { url, status, headers }: ReceivedAnswer): [Json, string] | undefined {
    const isDryRun = status === 200 && /[?&]dry_run=(true|1)\b/i.test(url);
    const isFormatted = status === 200 && mediaType(headers) !== "application/json";
    const all = this.#at(operation.pointer) as Record<string, Json>;
    const own = isDryRun ? "x-dry-run-response" : isFormatted && "x-format-response";
    const [response, pointer] =
      own && (isDryRun || all[own] !== undefined)
        ? [all[own], `${operation.pointer}/${own}`]
        : [operation.responses[status], `${operation.pointer}/responses/${status}`];
    if (response === undefined) return undefined;
    const ref = (response as Json).$ref;
    return typeof ref === "string" ? [this.#at(ref.slice(1)) as Json, ref.slice(1)] : [response as Json, pointer];
  }

  #contentFaults(response: Json, pointer: string, { headers, text }: ReceivedAnswer): string[] {
    const types = Object.keys((response.content as Json | undefined) ?? {});
    if (types.length === 0) return text === "" ? [] : ["the answer should be empty"];
    const type = mediaType(headers);
    if (types.includes("*/*")) return [];
    if (!types.includes(type)) return [`the media type ${type} is not described`];
    const schema = `${pointer}/content/${escaped(type)}/schema`;
    return this.#schemaFaults(schema, type.endsWith("json") ? JSON.parse(text) : text);
  }

  #requestFaults({ body }: Operation, answer: ReceivedAnswer): string[] {
    const text = answer.sent?.replace(BYTE_ORDER_MARK, "") ?? "";
    if (body === undefined || text === "") return [];
    const refused = refusedRecords(answer);
    return this.#schemaFaults(body, JSON.parse(text))
      .filter((fault) => !refused.has(RECORD.exec(fault)?.[1] ?? ""))
      .map((fault) => `request: ${fault}`);
  }

  #schemaFaults(pointer: string, value: unknown): string[] {
    const uri = `api:#${encodeURI(pointer)}`;
    const validate = this.#validator.getSchema(uri) ?? this.#validator.compile({ $ref: uri });
    return validate(value) ? [] : (validate.errors ?? []).map(inWords);
  }

  #at(pointer: string): unknown {
    const names = pointer.split("/").slice(1);
    return names.reduce<unknown>((at, name) => (at as Json | undefined)?.[unescaped(name)], this.#document);
  }
}

const mediaType = (headers: ReceivedAnswer["headers"]) => String(headers["content-type"] ?? "").split(";", 1)[0]!;

function codeIn({ headers, text }: ReceivedAnswer): string {
  return mediaType(headers).endsWith("json") ? (JSON.parse(text)?.code ?? "") : "";
}

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

function describedPath(path: string, verbs: Json): DescribedPath {
  const operations = Object.entries(verbs).map(([verb, described]): [string, Operation] => {
    const pointer = `/paths/${escaped(path)}/${verb}`;
    const { responses, requestBody } = described as {
      responses: Record<string, Json>;
      requestBody?: { content: Json };
    };
    const isJson = requestBody?.content["application/json"] !== undefined;
    return [
      verb,
      {
        pointer,
        responses,
        ...(isJson && { body: `${pointer}/requestBody/content/application~1json/schema` }),
      },
    ];
  });
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  return {
    form: new RegExp(`^${literal.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    parameters: path.match(/\{/g)?.length ?? 0,
    operations: new Map(operations),
  };
}

/** The same schema, with references into the document. */
const withBase = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"api:#'));

/** The same schemas, closed: objects have only the properties that are described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  return isObjectSchema(all) ? { additionalProperties: false, ...all } : all;
}

const isObjectSchema = ({ type, properties }: Json) => type === "object" && typeof properties === "object";

function missingHeaders({ headers = {} }: Json, received: ReceivedAnswer["headers"]): string[] {
  const required = Object.entries(headers as Record<string, Json>).filter(([, header]) => header.required === true);
  return required.filter(([name]) => received[name] === undefined).map(([name]) => `the header ${name} is missing`);
}

/** A fault of a record of a bulk request. */
const RECORD = /^\/records\/(\d+)[/ ]/;

/** The records that the answer of a bulk request lists as refused. The others are stored. */
function refusedRecords({ text, headers }: ReceivedAnswer): ReadonlySet<string> {
  const answer = text !== "" && mediaType(headers).endsWith("json") ? JSON.parse(text) : null;
  const errors: { index?: number }[] = Array.isArray(answer?.errors) ? answer.errors : [];
  return new Set(errors.map(({ index }) => String(index)));
}

const inWords = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`;
