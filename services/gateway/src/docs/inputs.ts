import type { DescMessage } from "@bufbuild/protobuf";
import { flatFields } from "@emissions/kit/wire/fields";
import { z } from "zod";
import type { Schema } from "./components.ts";

/** The text of a field, and its values where the service refuses others with a code of its own. */
export type Described = (
  desc: DescMessage,
  field: string,
) => { text: string | undefined; values: readonly string[] | undefined };

/** The schema of a body or query, with the comments of the message fields that it fills. */
export function inputSchema(schema: z.ZodType, desc: DescMessage, described: Described): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  explain(json, desc, described);
  explainItems(json, desc, described);
  // zod drops them for fields whose output differs from their input.
  for (const [name, property] of propertiesOf(json)) {
    const normal = (schema as Partial<z.ZodObject>).shape?.[name]?.meta?.()?.default;
    if (normal !== undefined) property.default = normal;
  }
  const examples = schema.meta()?.examples;
  return examples === undefined ? json : { ...json, examples };
}

/** For a body that is a list: its items fill the only list of messages of the request. */
function explainItems({ items }: Schema, desc: DescMessage, described: Described): void {
  const message = desc.fields.find((field) => field.fieldKind === "list")?.message;
  if (items && message) explain(items as Schema, message, described);
}

/** Covers items of lists and nested objects too. */
function explain(json: Schema, desc: DescMessage, described: Described): void {
  for (const [name, property] of propertiesOf(json)) {
    const { text, values } = described(desc, name);
    const description = property.description ?? text;
    if (description !== undefined) property.description = description;
    const message = flatFields(desc).get(name)?.field.message;
    const items = property.items as Schema | undefined;
    const nested = items ?? objectIn(property);
    if (message && nested) explain(nested, message, described);
    if (values && items) items.enum = values;
  }
}

/** The schema of an object, which may be null. */
const objectIn = (schema: Schema): Schema | undefined =>
  [schema, ...((schema.anyOf ?? []) as Schema[])].find(({ properties }) => properties !== undefined);

const propertiesOf = ({ properties = {} }: Schema) => Object.entries(properties as Record<string, Schema>);
