import {
  type DescField,
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescService,
  getOption,
  type Message,
  type MessageShape,
} from "@bufbuild/protobuf";
import { inline } from "@emissions/proto/common/v1/field";

/** Names of inlined messages: head, values and state of records, and what lists have in common. */
type InlineKey = "head" | "values" | "state" | "origin" | "recordOrigin" | "filter" | "options" | "summary";
type IsInlined<T, K> = K extends InlineKey & keyof T ? (NonNullable<T[K]> extends Message ? K : never) : never;
type Inlined<T, K extends InlineKey> = K extends keyof T
  ? NonNullable<T[K]> extends Message
    ? Omit<Flat<NonNullable<T[K]>>, "$typeName" | "$unknown" | keyof T>
    : unknown
  : unknown;

/** A message as JSON shows it: the fields of inlined messages stand among its own, which replace those of the same name. */
export type Flat<T> = T extends readonly (infer U)[]
  ? Flat<U>[]
  : T extends Message
    ? { [K in keyof T as IsInlined<T, K> extends never ? K : never]: Flat<T[K]> } & Inlined<T, "head"> &
        Inlined<T, "values"> &
        Inlined<T, "state"> &
        Inlined<T, "origin"> &
        Inlined<T, "recordOrigin"> &
        Inlined<T, "filter"> &
        Inlined<T, "options"> &
        Inlined<T, "summary">
    : T;

/** A client whose requests and replies are flat, as those of REST are. A stream is answered with all of its messages. */
export type FlatClient<S extends DescService> = {
  [M in keyof S["method"]]: S["method"][M] extends DescMethodUnary<infer _, infer O>
    ? (request: object) => Promise<Flat<O extends DescMessage ? MessageShape<O> : never>>
    : S["method"][M] extends DescMethodServerStreaming<infer _, infer O>
      ? (request: object) => Promise<Flat<O extends DescMessage ? MessageShape<O> : never>[]>
      : never;
};

type Fields = Record<string, unknown>;

/** Puts the fields of a flat request into the messages that hold them. Other requests are returned as they are. */
export function nested(desc: DescMessage, flat: Fields): Fields {
  // A oneof has no field of its own name, so copying by fields would lose it.
  if (!holdsInlined(desc)) return flat;
  const message: Fields = {};
  for (const field of desc.fields) {
    const { localName } = field;
    if (isInlined(field)) message[localName] = nested(field.message!, (flat[localName] as Fields) ?? flat);
    else if (localName in flat) message[localName] = each(field, flat[localName], nested);
  }
  return message;
}

/** The reverse. A message without inlined messages is returned as it is. */
export function flattened(desc: DescMessage, message: Fields): Fields {
  if (!holdsInlined(desc)) return message;
  const flat: Fields = {};
  for (const field of desc.fields) {
    const value = message[field.localName];
    if (!isInlined(field)) continue;
    Object.assign(flat, value === undefined ? {} : flattened(field.message!, value as Fields));
  }
  for (const field of desc.fields) {
    if (isInlined(field)) continue;
    const value = message[field.localName];
    if (value === undefined) delete flat[field.localName];
    else flat[field.localName] = each(field, value, flattened);
  }
  return flat;
}

function each(field: DescField, value: unknown, convert: (desc: DescMessage, fields: Fields) => Fields): unknown {
  const { message } = field;
  if (!message || value === undefined || value === null || !holdsInlined(message)) return value;
  return Array.isArray(value) ? value.map((one) => convert(message, one)) : convert(message, value as Fields);
}

const inlined = new Map<DescField, boolean>();

/** Reading an option parses it, which takes most of the time of a large batch. */
function isInlined(field: DescField): boolean {
  const cached = inlined.get(field);
  if (cached !== undefined) return cached;
  const is = getOption(field, inline);
  inlined.set(field, is);
  return is;
}

const known = new Map<DescMessage, boolean>();

function holdsInlined(desc: DescMessage): boolean {
  const cached = known.get(desc);
  if (cached !== undefined) return cached;
  known.set(desc, false);
  const holds = desc.fields.some((field) => field.message && (isInlined(field) || holdsInlined(field.message)));
  known.set(desc, holds);
  return holds;
}
