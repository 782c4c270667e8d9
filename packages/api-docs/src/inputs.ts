import type { DescMessage } from "@bufbuild/protobuf";
import { PLACES_MAX } from "@emissions/gateway/rest/fields";
import { flatFields } from "@emissions/kit/wire/fields";
import { z } from "zod";
import type { Schema } from "./components.ts";

/** The records of a batch. They have the schema of the route that takes one record. */
const RECORDS = "records";

/** The text of a field, and its values where the service refuses others with a code of its own. */
export type Described = (
  desc: DescMessage,
  field: string,
) => { text: string | undefined; values: readonly string[] | undefined };

/** Makes a nested object a named schema, and returns a reference to it. */
export type Name = (schema: Schema, field: string, message: DescMessage) => Schema;

/** The schema of a body or query, with the comments of the message fields that it fills. */
export function inputSchema(schema: z.ZodType, desc: DescMessage, described: Described, name?: Name): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  explain(json, desc, described, name);
  explainItems(json, desc, described, name);
  // zod drops them for fields whose output differs from their input.
  for (const [name, property] of propertiesOf(json)) {
    const normal = (schema as Partial<z.ZodObject>).shape?.[name]?.meta?.()?.default;
    if (normal !== undefined) property.default = normal;
  }
  const examples = schema.meta()?.examples;
  return examples === undefined ? json : { ...json, examples };
}

/** For a body that is a list: its items fill the only list of messages of the request. */
function explainItems(list: Schema, desc: DescMessage, described: Described, name?: Name): void {
  const field = desc.fields.find(({ fieldKind }) => fieldKind === "list");
  if (!list.items || !field?.message) return;
  explain(list.items as Schema, field.message, described, name);
  if (name) list.items = name(list.items as Schema, field.name, field.message);
}

/** Covers items of lists and nested objects too. */
function explain(json: Schema, desc: DescMessage, described: Described, nameOf?: Name): void {
  for (const [name, property] of propertiesOf(json)) {
    const { text, values } = described(desc, name);
    const description = withPlaces(property, (property.description as string | undefined) ?? text);
    if (description !== undefined) property.description = description;
    const message = flatFields(desc).get(name)?.field.message;
    const items = property.items as Schema | undefined;
    const nested = items ?? objectIn(property);
    if (message && nested) {
      explain(nested, message, described, nameOf);
      if (nameOf && nested.properties !== undefined && name !== RECORDS) {
        refer(property, nested, nameOf(nested, name, message));
      }
    }
    if (values && items) items.enum = values;
  }
}

/** A text that does not say how many decimals the field takes says it. */
function withPlaces(property: Schema, text = ""): string | undefined {
  const places = [property, ...((property.anyOf ?? []) as Schema[])].find((one) => PLACES_MAX in one)?.[PLACES_MAX];
  const told = places === undefined || /decimals/.test(text) ? "" : `At most ${places} decimals.`;
  return [text, told].filter((part) => part !== "").join(" ") || undefined;
}

/** Puts a reference in the place of a nested object. */
function refer(property: Schema, nested: Schema, ref: Schema): void {
  if (property.items === nested) property.items = ref;
  else if (property.anyOf) property.anyOf = (property.anyOf as Schema[]).map((one) => (one === nested ? ref : one));
  else {
    const { description } = property;
    for (const key of Object.keys(property)) delete property[key];
    Object.assign(property, ref, description !== undefined && { description });
  }
}

/** The schema of an object, which may be null. */
const objectIn = (schema: Schema): Schema | undefined =>
  [schema, ...((schema.anyOf ?? []) as Schema[])].find(({ properties }) => properties !== undefined);

const propertiesOf = ({ properties = {} }: Schema) => Object.entries(properties as Record<string, Schema>);
