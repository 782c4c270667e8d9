import { create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/enum";
import { DECIMAL, TIMESTAMP } from "@emissions/kit/present";

/** Reads a validated JSON object as a message. */
export function accept<D extends DescMessage>(desc: D, json: Record<string, unknown>): Message {
  const init: Record<string, unknown> = {};
  for (const field of desc.fields) {
    const value = json[field.name];
    if (value === undefined || value === null) continue;
    init[field.localName] = Array.isArray(value)
      ? value.map((item) => acceptValue(field, item))
      : acceptValue(field, value);
  }
  return create(desc, init as never);
}

function acceptValue(field: DescField, value: unknown): unknown {
  if (field.enum) return typeof value === "number" ? value : enumNumber(field.enum, String(value));
  if (!field.message) return value;
  if (field.message.typeName === DECIMAL) return { value: String(value) };
  if (field.message.typeName === TIMESTAMP) return timestampFromDate(new Date(String(value)));
  return accept(field.message, value as Record<string, unknown>);
}
