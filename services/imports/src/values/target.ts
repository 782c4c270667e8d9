import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import { DecimalSchema } from "@emissions/proto/common/v1/decimal";
import type { Column, Template } from "../template/template.ts";

/** A record as the init of its message. */
export type Values = Record<string, unknown>;

/** Places of a list that a template may name. */
const LIST_MAX = 100;

export interface Target {
  /** Writes the texts, one unless the column is a list, into the record. */
  set(record: Values, texts: readonly string[]): void;
  /** The record has the object that holds the field. */
  hasHolder(record: Values): boolean;
}

type Encode = (text: string) => unknown;

/** The field of the record that a column fills. Throws for a template whose path names no field. */
export function targetOf(template: Template, column: Column): Target {
  const list = template.method.input.fields.find(({ localName }) => localName === template.records);
  let message: DescMessage | undefined = list?.message;
  let field: DescField | undefined;
  let encode: Encode | null = null;
  for (const step of column.path) {
    if (typeof step === "number") {
      if (step >= LIST_MAX || field?.fieldKind !== "list") throw noField(template, column);
    } else if (field?.fieldKind === "map") {
      // The key of a map.
      if (field.message !== undefined) encode = customValue(column);
      message = field.message;
      field = undefined;
    } else {
      field = message?.fields.find(({ localName }) => localName === step);
      if (field === undefined) throw noField(template, column);
      encode = encodeOf(field);
      message = field.message;
    }
  }
  if (encode === null) throw noField(template, column);
  const { path, isList } = column;
  const finalEncode = encode;
  return {
    set: (record, texts) => write(record, path, isList ? texts.map(finalEncode) : finalEncode(texts[0]!)),
    hasHolder: (record) => holderOf(record, path) !== undefined,
  };
}

function encodeOf(field: DescField): Encode | null {
  if (field.enum !== undefined) {
    const desc = field.enum;
    return (text) => enumNumber(desc, text);
  }
  if (field.message?.typeName === DecimalSchema.typeName) return (text) => ({ value: text });
  if (field.scalar === ScalarType.BOOL) return (text) => text === "true";
  if (field.scalar === ScalarType.STRING) return (text) => text;
  if (field.scalar === ScalarType.INT32 || field.scalar === ScalarType.UINT32) return Number;
  if (field.scalar === ScalarType.INT64) return BigInt;
  return null;
}

/** Values of custom columns: a text, a number or a flag (`CustomValue`). */
function customValue({ type }: Column): Encode {
  if (type === "boolean") return (text) => ({ flag: text === "true" });
  return type === "number" || type === "integer" ? (text) => ({ number: { value: text } }) : (text) => ({ text });
}

function write(record: Values, path: Column["path"], encoded: unknown): void {
  let holder = record as Record<string | number, unknown>;
  const last = path.length - 1;
  for (let at = 0; at < last; at++) {
    const step = path[at]!;
    holder[step] ??= typeof path[at + 1] === "number" ? [] : {};
    holder = holder[step] as Record<string | number, unknown>;
  }
  holder[path[last]!] = encoded;
}

function holderOf(record: Values, path: Column["path"]): unknown {
  let holder: unknown = record;
  for (const step of path.slice(0, -1)) holder = (holder as Record<string | number, unknown> | undefined)?.[step];
  return holder;
}

/** Lists without the places that no cell filled. */
export function withoutHoles(record: Values): void {
  for (const [name, inner] of Object.entries(record)) {
    if (Array.isArray(inner)) record[name] = inner.filter((item) => item !== undefined);
    for (const item of Array.isArray(inner) ? inner : [inner]) {
      if (typeof item === "object" && item !== null) withoutHoles(item as Values);
    }
  }
}

const noField = (template: Template, column: Column) =>
  new Error(`column ${column.key} of template ${template.id} names no field that a cell can fill`);
