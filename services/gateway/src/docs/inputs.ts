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
    const { text, values } = described(desc, name);
    const description = property.description ?? text;
    if (description !== undefined) property.description = description;
    const message = flatFields(desc).get(name)?.field.message;
    const items = property.items as Schema | undefined;
    if (message && items) explain(items, message, described);
    if (values && items) items.enum = values;
  }
}

const propertiesOf = ({ properties = {} }: Schema) => Object.entries(properties as Record<string, Schema>);
