import { create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import { DECIMAL, TIMESTAMP } from "@emissions/kit/wire/present";

type Json = Record<string, unknown>;

/** Reads a validated JSON object as a message. */
export function accept(desc: DescMessage, json: Json): Message {
  const message = create(desc) as Message & Json;
  for (const { name, localName, take } of takersOf(desc)) {
    const value = json[name];
    if (value === undefined || value === null) continue;
    message[localName] = Array.isArray(value) ? value.map(take) : take(value);
  }
  return message;
}

type Taker = Pick<DescField, "name" | "localName"> & { take: (value: unknown) => unknown };

const takers = new WeakMap<DescMessage, Taker[]>();

/** How JSON becomes a message is worked out once per kind of message as well. */
function takersOf(desc: DescMessage): Taker[] {
  const known = takers.get(desc);
  if (known !== undefined) return known;
  const made = desc.fields.map((field) => ({ name: field.name, localName: field.localName, take: taker(field) }));
  takers.set(desc, made);
  return made;
}

function taker({ message, enum: desc }: DescField): Taker["take"] {
  if (desc) return (value) => (typeof value === "number" ? value : enumNumber(desc, String(value)));
  if (!message) return (value) => value;
  if (message.typeName === DECIMAL) return (value) => create(message, { value: String(value) } as never);
  if (message.typeName === TIMESTAMP) return (value) => timestampFromDate(new Date(String(value)));
  return (value) => accept(message, value as Json);
}
