/** A field of the description that names a record. */
export interface IdField {
  place: "path" | "query" | "body" | "form";
  /** Its keys from the top of the body; `*` is an item of a list. A parameter has one key. */
  at: readonly string[];
}

export interface Operation {
  verb: string;
  path: string;
  fields: readonly IdField[];
  /** Parameters of the query that must be there, with a value. */
  required: Readonly<Record<string, string>>;
  /** Valid bodies. */
  examples: readonly Json[];
}

export type Json = Readonly<Record<string, unknown>>;

interface Schema extends Json {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

interface Parameter extends Json {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

/** Deeper schemas repeat themselves. */
const DEPTH_MAX = 12;
const VERBS = ["get", "post", "put", "patch", "delete"];
/** A text with such a name is an id, even if its form is free. */
const ID_NAME = /(^|_)ids?$/;

/** All operations of the description, with the ids in their paths, queries and bodies. */
export function operationsOf(document: Json): Operation[] {
  const resolve = <T extends Json>(value: T): T => {
    if (typeof value.$ref !== "string") return value;
    const keys = value.$ref.split("/").slice(1);
    return resolve(keys.reduce<unknown>((at, key) => (at as Json)[key], document) as T);
  };
  const idsIn = (found: Schema, at: readonly string[] = [], depth = 0): string[][] => {
    const schema = resolve(found);
    if (depth > DEPTH_MAX) return [];
    const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => (schema[key] as Schema[] | undefined) ?? []);
    const inner = [
      ...parts.flatMap((part) => idsIn(part, at, depth + 1)),
      ...Object.entries(schema.properties ?? {}).flatMap(([key, part]) => idsIn(part, [...at, key], depth + 1)),
      ...(schema.items === undefined ? [] : idsIn(schema.items, [...at, "*"], depth + 1)),
    ];
    return isId(schema, at) ? [[...at], ...inner] : inner;
  };
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([verb]) => VERBS.includes(verb))
      .map(([verb, described]) => {
        const operation = described as { parameters?: Parameter[]; requestBody?: Json };
        const parameters = [...((item.parameters as Parameter[]) ?? []), ...(operation.parameters ?? [])].map(resolve);
        const content = resolve(operation.requestBody ?? {}).content as Record<string, { schema: Schema }> | undefined;
        const bodies = Object.entries(content ?? {}).map(([type, { schema }]) => ({
          place: type === "application/json" ? ("body" as const) : ("form" as const),
          schema,
        }));
        const json = content?.["application/json"];
        return {
          verb: verb.toUpperCase(),
          path,
          fields: unique([
            ...parameters
              .filter((one) => one.in === "path")
              .map(({ name }) => ({ place: "path" as const, at: [name] })),
            ...parameters
              .filter((one) => one.in === "query" && idsIn(one.schema, [one.name]).length > 0)
              .map(({ name }) => ({ place: "query" as const, at: [name] })),
            ...bodies.flatMap(({ place, schema }) => idsIn(schema).map((at) => ({ place, at }))),
          ]),
          required: Object.fromEntries(
            parameters
              .filter((one) => one.in === "query" && one.required)
              .map(({ name, schema }) => [name, (schema.enum as string[] | undefined)?.[0] ?? "file_id"]),
          ),
          examples: json === undefined ? [] : ((resolve(json.schema).examples as Json[] | undefined) ?? []),
        };
      }),
  );
}

function isId({ format, type }: Schema, at: readonly string[]): boolean {
  const isText = [type].flat().includes("string");
  return format === "uuid" || (isText && ID_NAME.test(at.findLast((key) => key !== "*")?.replace("[]", "") ?? ""));
}

const unique = (fields: readonly IdField[]): IdField[] => [
  ...new Map(fields.map((field) => [`${field.place} ${field.at.join()}`, field])).values(),
];

export const filledPath = (path: string, id: (name: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => id(name));
