export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  enum?: readonly unknown[];
  /** Known values of a text that may have others. */
  "x-extensible-enum"?: readonly string[];
  const?: unknown;
  contentMediaType?: string;
  maximum?: number;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Readonly<Record<string, { schema: Schema }>>;
type Response = { $ref?: string; content?: Content };

export interface Operation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  parameters: readonly Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, Response>>;
  "x-dry-run-response"?: Response;
}

/** The parts of openapi.json that the client is made from. */
export interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, Response>>;
  };
}

export interface Endpoint {
  path: string;
  verb: string;
  operation: Operation;
}

/** All operations, sorted by name. */
export const endpointsOf = ({ paths }: Document): Endpoint[] =>
  Object.entries(paths)
    .flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation })),
    )
    .toSorted((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

export const parametersOf = ({ components }: Document, { parameters }: Operation): Parameter[] =>
  parameters.map((one) => (one.$ref === undefined ? one : components.parameters[nameOf(one.$ref)]!));

/** The JSON schema of the answer that succeeds. Undefined for an empty answer and for files. */
export function answerOf({ responses }: Operation): Schema | undefined {
  return successesOf(responses)
    .map(({ content }) => content?.["application/json"]?.schema)
    .find((schema) => schema !== undefined);
}

export const answersBytes = ({ responses }: Operation): boolean =>
  successesOf(responses).some(({ content }) => content !== undefined && content["application/json"] === undefined);

const successesOf = (responses: Operation["responses"]) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => response);

/** The schema of the answer of a dry run. */
export function dryAnswerOf({ components }: Document, operation: Operation): Schema | undefined {
  const response = operation["x-dry-run-response"];
  const found = response?.$ref === undefined ? response : components.responses[nameOf(response.$ref)];
  return found?.content?.["application/json"]?.schema;
}

export const resolved = ({ components }: Document, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : components.schemas[nameOf(schema.$ref)]!;
