import { nameOf, type Schema } from "./document.ts";

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const known = schema["x-extensible-enum"];
  // A union with `string` alone would be `string`: editors would complete no value.
  if (known !== undefined) return union([...known.map((value) => JSON.stringify(value)), "(string & {})"]);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(typeOf));
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? "unknown" : union(types.flatMap((type) => simpleType(type, schema)));
}

/** The declaration of a named schema. */
export function declarationOf(name: string, schema: Schema): string {
  const isObject = schema.type === "object" && schema.properties !== undefined;
  const head = isObject ? `export interface ${name} ` : `export type ${name} = `;
  return `${commentOf(schema.description)}${head}${isObject ? objectType(schema) : `${typeOf(schema)};`}\n`;
}

export function commentOf(text: string | undefined, indent = ""): string {
  return text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */\n`;
}

function simpleType(type: string, schema: Schema): string[] {
  switch (type) {
    case "number":
      if (schema.format !== "decimal") return ["number"];
      // Requests take texts and numbers; answers have numbers, which the client keeps as texts.
      return [schema.type?.includes("string") ? "number" : "Decimal"];
    case "string":
      if (schema.contentMediaType !== undefined) return ["Blob"];
      return [schema.format === "decimal" ? "Decimal" : "string"];
    case "integer":
      return ["number"];
    case "array":
      return [`${grouped(schema.items === undefined ? "unknown" : typeOf(schema.items))}[]`];
    case "object":
      return [objectType(schema)];
    default:
      return [type];
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
    return `Record<string, ${value}>`;
  }
  const lines = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? "" : "?";
    return `${commentOf(schema.description, "  ")}  ${name}${optional}: ${typeOf(schema)};\n`;
  });
  return `{\n${lines.join("")}}`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

const grouped = (type: string): string => (type.includes(" | ") ? `(${type})` : type);
