import { type DescEnum, type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import type { Form, Forms } from "@emissions/gateway/rest/route-spec";
import { enumTexts } from "@emissions/kit/wire/enum";
import { flatFields, isOptional, rulesOf } from "@emissions/kit/wire/fields";
import { DECIMAL, jsonKey, TIMESTAMP } from "@emissions/kit/wire/present";
import { as_list, as_object, as_path, as_value } from "@emissions/proto/common/v1/field";
import { type Components, refTo, type Schema } from "./components.ts";

export type Comments = ReadonlyMap<string, string>;

/** JSON Schemas of replies, one for each message type, as present.ts shows them. */
export class ReplySchemas {
  readonly #components: Components;
  readonly #comments: Comments;
  /** By the type of the message. */
  readonly #forms = new Map<string, Forms>();

  constructor(components: Components, comments: Comments, forms: readonly Forms[] = []) {
    this.#components = components;
    this.#comments = comments;
    for (const one of forms) this.#forms.set(one.message.typeName, one);
  }

  field(desc: DescMessage, localName: string): Schema {
    const field = fieldOf(desc, localName);
    const schema = this.#values(field);
    return field.fieldKind === "list" ? { type: "array", items: schema } : schema;
  }

  /** A field beside the items of a list, by its public name. There the empty text is null. */
  beside(desc: DescMessage, localName: string): [string, Schema] {
    const field = fieldOf(desc, localName);
    const value = this.#values(field);
    return [field.name, { ...(field.scalar === ScalarType.STRING ? nullable(value) : value), ...this.#text(field) }];
  }

  message(desc: DescMessage): Schema {
    if (this.#components.schemas[desc.name] === undefined) {
      // Set before the fields are described, because a message may contain itself.
      const schema: Schema = {};
      this.#components.add(desc.name, schema);
      const forms = this.#forms.get(desc.typeName);
      Object.assign(schema, forms === undefined ? this.#whole(desc) : this.#oneOf(forms));
    }
    return refTo(desc.name);
  }

  #whole(desc: DescMessage, { fields: names, only = {}, description }: Partial<Form> = {}): Schema {
    const fields = [...flatFields(desc).values()]
      .map(({ field }) => field)
      .filter((field) => names === undefined || names.includes(field.name));
    const properties = fields.map((field) => {
      const values = only[field.name];
      const property = this.#property(field, names === undefined);
      return [jsonKey(field), { ...property, ...(values && { enum: values }) }];
    });
    const text = description ?? this.#comments.get(desc.typeName);
    return {
      type: "object",
      ...(text !== undefined && { description: text }),
      properties: Object.fromEntries(properties),
      required: fields.flatMap((field) => (field.oneof || isOmitted(field) ? [] : [jsonKey(field)])),
    };
  }

  #oneOf({ message, forms }: Forms): Schema {
    const refs = Object.entries(forms).map(([name, form]) => this.#components.add(name, this.#whole(message, form)));
    const description = this.#comments.get(message.typeName);
    return { ...(description !== undefined && { description }), oneOf: refs };
  }

  #text(field: DescField): Schema {
    const description = this.#comments.get(`${field.parent.typeName}.${field.name}`);
    return description === undefined ? {} : { description };
  }

  #property(field: DescField, mayLackValue: boolean): Schema {
    const value = this.#values(field);
    if (field.fieldKind === "list") return { type: "array", items: value, ...this.#text(field) };
    if (field.fieldKind === "map") return { type: "object", additionalProperties: value, ...this.#text(field) };
    const mayBeNull = mayLackValue && !isOmitted(field) && (isOptional(field) || rulesOf(field)?.nullable === true);
    return { ...(mayBeNull ? nullable(value) : value), ...this.#text(field) };
  }

  #values(field: DescField): Schema {
    const { message, enum: desc } = field;
    if (desc) return enumSchema(desc);
    if (message?.typeName === DECIMAL) return { type: "number", format: "decimal" };
    if (message?.typeName === TIMESTAMP) return { type: "string", format: "date-time" };
    if (message && getOption(field, as_list)) return this.field(message, message.fields[0]!.localName);
    if (message && getOption(field, as_value)) {
      const members = message.fields.map((member) => ({ ...this.#member(member), ...this.#text(member) }));
      const [only] = message.fields;
      if (members.length > 1) return { oneOf: members };
      return only !== undefined && isOptional(only) ? nullable(this.#member(only)) : this.#member(message.fields[0]!);
    }
    if (message) return this.message(message);
    if (getOption(field, as_path)) return { type: ["string", "integer"] };
    if (getOption(field, as_object)) return { type: "object", additionalProperties: true };
    if (field.scalar === ScalarType.BOOL) return { type: "boolean" };
    if (field.scalar === ScalarType.DOUBLE) return { type: "number" };
    return field.scalar === ScalarType.STRING ? textSchema(field) : integerSchema(field);
  }

  #member(field: DescField): Schema {
    const value = this.#values(field);
    return field.fieldKind === "map" ? { type: "object", additionalProperties: value } : value;
  }
}

const isOmitted = (field: DescField): boolean => rulesOf(field)?.omitted === true;

function fieldOf(desc: DescMessage, localName: string): DescField {
  const found = [...flatFields(desc).values()].find(({ field }) => field.localName === localName);
  if (found === undefined) throw new Error(`${desc.typeName} has no field ${localName}`);
  return found.field;
}

/** The rules of a field say its form. Without rules, an id is a UUID and a date is a day. */
function textSchema(field: DescField): Schema {
  const rules = rulesOf(field)?.string;
  const isDate = rules ? rules.date || rules.activityDate : field.name.endsWith("_date");
  const isId = rules ? rules.uuid : /(^|_)ids?$/.test(field.name);
  const format = isId ? "uuid" : isDate ? "date" : undefined;
  return {
    type: "string",
    ...(format && { format }),
    ...(rules?.pattern && { pattern: rules.pattern }),
    ...(rules?.country && { pattern: "^[A-Z]{2}$" }),
    ...(rules && rules.in.length > 0 && { enum: rules.in }),
  };
}

function integerSchema(field: DescField): Schema {
  const { int32 } = rulesOf(field) ?? {};
  return { type: "integer", ...(int32 && { minimum: int32.gte, maximum: int32.lte }) };
}

const enumSchema = (desc: DescEnum): Schema => ({ type: "string", enum: enumTexts(desc) });

function nullable(schema: Schema): Schema {
  if ("$ref" in schema) return { anyOf: [schema, { type: "null" }] };
  const values = "enum" in schema ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...schema, type: [schema.type, "null"], ...values };
}
