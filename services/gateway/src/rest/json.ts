import { create, type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import { DECIMAL, TIMESTAMP } from "@emissions/kit/wire/present";
import { inline } from "@emissions/proto/common/v1/field";

export const JSON_TYPE = "application/json; charset=utf-8";

type Json = Record<string, unknown>;

/** Converts a validated JSON object into a message. */
export function messageFromJson(desc: DescMessage, json: Json): Message {
  const message = create(desc) as Message & Json;
  for (const { name, localName, inlined, decode } of decodersOf(desc)) {
    if (inlined) {
      message[localName] = decode(json);
      continue;
    }
    const value = json[name];
    if (value === undefined || value === null) continue;
    message[localName] = Array.isArray(value) ? value.map(decode) : decode(value);
  }
  return message;
}

type FieldDecoder = Pick<DescField, "name" | "localName"> & {
  /** The message takes its fields from the same JSON object. */
  inlined: boolean;
  decode: (value: unknown) => unknown;
};

const decoders = new WeakMap<DescMessage, FieldDecoder[]>();

/** The decoders of a message type are made once and cached. */
function decodersOf(desc: DescMessage): FieldDecoder[] {
  const known = decoders.get(desc);
  if (known !== undefined) return known;
  const made = desc.fields.map((field) => ({
    name: field.name,
    localName: field.localName,
    inlined: getOption(field, inline),
    decode: decoderOf(field),
  }));
  decoders.set(desc, made);
  return made;
}

function decoderOf({ fieldKind, message, enum: desc }: DescField): FieldDecoder["decode"] {
  if (fieldKind === "map" && message) {
    return (value) =>
      Object.fromEntries(
        Object.entries(value as Json).map(([key, one]) => [key, messageFromJson(message, one as Json)]),
      );
  }
  if (desc) return (value) => (typeof value === "number" ? value : enumNumber(desc, String(value)));
  if (!message) return (value) => value;
  if (message.typeName === DECIMAL) return (value) => create(message, { value: String(value) } as never);
  if (message.typeName === TIMESTAMP) return (value) => timestampFromDate(new Date(String(value)));
  return (value) => messageFromJson(message, value as Json);
}
