import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { enumTexts } from "@emissions/kit/wire/enum";
import { flatFields, rulesOf } from "@emissions/kit/wire/fields";
import { DECIMAL, jsonKey, TIMESTAMP } from "@emissions/kit/wire/present";
import { z } from "zod";

export type Schema = Record<string, unknown>;
type Comments = ReadonlyMap<string, string>;

/** JSON Schemas of replies, one for each message type, as json.ts presents them. */
export class ReplySchemas {
  readonly components: Record<string, Schema> = {};
  readonly #comments: Comments;

  constructor(comments: Comments) {
    this.#comments = comments;
  }

  /** `sparse` replies omit fields without a value, so none of them is required. */
  field(desc: DescMessage, localName: string, sparse: boolean): Schema {
    const field = [...flatFields(desc).values()].find((candidate) => candidate.field.localName === localName)?.field;
    if (field === undefined) throw new Error(`${desc.typeName} has no field ${localName}`);
    const schema = this.#values(field, sparse);
    return field.fieldKind === "list" ? { type: "array", items: schema } : schema;
  }

  /** A complete message with all its fields. */
  message(desc: DescMessage): Schema {
    return this.#message(desc, false);
  }

  #message(desc: DescMessage, sparse: boolean): Schema {
    const name = sparse ? `Sparse${desc.name}` : desc.name;
    if (this.components[name] === undefined) {
      const schema: Schema = { type: "object" };
      // Set before the fields are described, because a message may contain itself.
      this.components[name] = schema;
      const description = this.#comments.get(desc.typeName);
      if (description !== undefined) schema.description = description;
      const fields = [...flatFields(desc).values()].map(({ field }) => field);
      schema.properties = Object.fromEntries(fields.map((field) => [jsonKey(field), this.#property(field, sparse)]));
      if (!sparse) schema.required = fields.flatMap((field) => (field.oneof ? [] : [jsonKey(field)]));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #property(field: DescField, sparse: boolean): Schema {
    const description = this.#comments.get(`${field.parent.typeName}.${field.name}`);
    const said = description === undefined ? {} : { description };
    const value = this.#values(field, sparse);
    if (field.fieldKind === "list") return { type: "array", items: value, ...said };
    const absent = field.enum !== undefined || field.presence === FeatureSet_FieldPresence.EXPLICIT;
    return { ...(absent ? nullable(value) : value), ...said };
  }

  #values(field: DescField, sparse: boolean): Schema {
    const { message, enum: desc } = field;
    if (desc) return enumSchema(desc);
    if (message?.typeName === DECIMAL) return { type: "number", format: "decimal" };
    if (message?.typeName === TIMESTAMP) return { type: "string", format: "date-time" };
    if (message) return this.#message(message, sparse);
    if (field.scalar === ScalarType.BOOL) return { type: "boolean" };
    if (field.scalar !== ScalarType.STRING) return { type: "integer" };
    const isId = rulesOf(field)?.string?.uuid ?? /(^|_)id$/.test(field.name);
    const format = isId ? "uuid" : field.name.endsWith("_date") ? "date" : undefined;
    return { type: "string", ...(format && { format }) };
  }
}

const enumSchema = (desc: DescEnum): Schema => ({ type: "string", enum: enumTexts(desc) });

function nullable(schema: Schema): Schema {
  if ("$ref" in schema) return { anyOf: [schema, { type: "null" }] };
  const values = "enum" in schema ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...schema, type: [schema.type, "null"], ...values };
}

type Described = (desc: DescMessage, field: string) => string | undefined;

/** The schema of a body or query, with the comments of the message fields that it fills. */
export function inputSchema(schema: z.ZodType, desc: DescMessage, described: Described): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  explain(json, desc, described);
  // zod drops them for fields whose output differs from their input.
  for (const [name, property] of propertiesOf(json)) {
    const normal = (schema as Partial<z.ZodObject>).shape?.[name]?.meta?.()?.default;
    if (normal !== undefined) property.default = normal;
  }
  const examples = schema.meta()?.examples;
  return examples === undefined ? json : { ...json, examples };
}

/** Covers items of lists too. */
function explain(json: Schema, desc: DescMessage, described: Described): void {
  for (const [name, property] of propertiesOf(json)) {
    const description = property.description ?? described(desc, name);
    if (description !== undefined) property.description = description;
    const message = flatFields(desc).get(name)?.field.message;
    if (message && property.items) explain(property.items as Schema, message, described);
  }
}

const propertiesOf = ({ properties = {} }: Schema) => Object.entries(properties as Record<string, Schema>);
