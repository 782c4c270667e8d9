import { type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { NIL_ID } from "@emissions/kit/process/id";
import { enumText } from "@emissions/kit/wire/enum";
import { type FlatField, flatFields, flatValue, isOptional, rulesOf } from "@emissions/kit/wire/fields";
import type { OwnFactor, RecordOrigin } from "@emissions/proto/activity/v1/record";
import type { Decimal } from "@emissions/proto/common/v1/decimal";
import { cellWriter, isDecimal, type RowOf } from "../rows.ts";

type ColumnType = "uuid" | "text" | "date" | "numeric" | "int" | "boolean";
export type ColumnValue = string | number | boolean | null;

/** A column of the table of a kind. */
export interface RecordColumn {
  name: string;
  /** The property of rows; columns arrive in camel case. */
  key: string;
  type: ColumnType;
}

/** A column that holds a field of the values message. */
export interface ValueColumn extends RecordColumn, FlatField {}

/** The field with an inlined message, such as the origin of a record; trips have an `origin` of another meaning. */
type Holding<M, T> = { [K in keyof M]: NonNullable<M[K]> extends T ? K : never }[keyof M];
type Fields<M> = Omit<RowOf<M>, Holding<M, RecordOrigin | OwnFactor>>;
type Inlined<M, T> = [Holding<M, T>] extends [never] ? unknown : Fields<T>;

/**
 * The values message of a kind as its table stores it: decimals and enums are texts, absent values are null. Decimals
 * that are required are named by `Required`, because messages may lack them.
 */
export type ValuesOf<M extends Message, Required extends keyof M = never> = Omit<Fields<M>, Required> &
  Inlined<M, RecordOrigin> &
  Inlined<M, OwnFactor> & {
    [K in Required]-?: NonNullable<Fields<M>[K & keyof Fields<M>]>;
  };

/** The columns that hold the values of a kind, in the order of the message. */
export const valueColumns = (values: DescMessage): ValueColumn[] =>
  [...flatFields(values).values()].map((flat) => ({
    ...flat,
    name: flat.field.name,
    key: flat.field.localName,
    type: typeOf(flat.field),
  }));

/** A list of messages is one column: JSON of the values of each. */
export const itemsOf = (field: DescField): DescMessage | undefined =>
  field.fieldKind === "list" ? field.message : undefined;

/** A list of numbers is one column: a JSON array, which is empty without items. */
export const isNumberList = (field: DescField): boolean => field.fieldKind === "list" && field.listKind === "scalar";

function typeOf(field: DescField): ColumnType {
  const { string } = rulesOf(field) ?? {};
  if (isDecimal(field)) return "numeric";
  if (string?.uuid) return "uuid";
  if (string?.activityDate || string?.date) return "date";
  if (field.fieldKind !== "scalar" || field.scalar === ScalarType.STRING) return "text";
  return field.scalar === ScalarType.BOOL ? "boolean" : "int";
}

/** Reads a values message as columns. Ids become lower case, as in catalogues. */
export function valuesReader<V>(columns: readonly ValueColumn[]): (message: object) => V {
  const readers = columns.map((column) => [column.key, readerOf(column)] as const);
  return (message) => {
    const values: Record<string, ColumnValue> = {};
    for (const [key, read] of readers) values[key] = read(message);
    return values as V;
  };
}

function readerOf(column: ValueColumn): (message: object) => ColumnValue {
  const { field, path, key, type } = column;
  const get =
    path.length > 0
      ? (message: object) => flatValue(message, column)
      : (message: object) => (message as Record<string, unknown>)[key];
  if (isDecimal(field)) return (message) => (get(message) as Decimal | undefined)?.value ?? null;
  const items = itemsOf(field);
  if (items !== undefined) {
    const read = valuesReader(valueColumns(items));
    return (message) => {
      const list = (get(message) ?? []) as object[];
      return list.length === 0 ? null : JSON.stringify(list.map(read));
    };
  }
  if (isNumberList(field)) return (message) => JSON.stringify(get(message) ?? []);
  const { enum: desc } = field;
  if (desc) return (message) => textOf(get(message) as number | undefined, (number) => enumText(desc, number));
  const none = isOptional(field) ? null : "";
  if (key === "fileId") return (message) => fileIdOf(get(message) as string | undefined);
  if (type === "uuid") return (message) => (get(message) as string | undefined)?.toLowerCase() || none;
  const isNonBlank = (rulesOf(field)?.string?.minLen ?? 0) > 0;
  if (isNonBlank) return (message) => (get(message) as string | undefined) || none;
  return (message) => (get(message) as ColumnValue | undefined) ?? null;
}

/** An unknown number has no text. It is kept as it is, so that the check of the field refuses it. */
const textOf = (number: number | undefined, text: (number: number) => string) =>
  number === undefined || number === 0 ? null : text(number) || String(number);

/** The all-zero id stands for no file, as in filters. */
function fileIdOf(sent: string | undefined): string | null {
  const id = sent?.toLowerCase();
  return id === undefined || id === "" || id === NIL_ID ? null : id;
}

/** Shows the columns of a row as a values message. */
export function valuesWriter(columns: readonly ValueColumn[]): (row: object) => Record<string, unknown> {
  const writers = columns.map(({ key, path, field }) => ({ key, path, write: writerOf(field) }));
  return (row) => {
    const message: Record<string, unknown> = {};
    for (const { key, path, write } of writers) {
      const value = (row as Record<string, ColumnValue>)[key]!;
      if (value === null) continue;
      let holder = message;
      for (const name of path) {
        holder[name] ??= {};
        holder = holder[name] as Record<string, unknown>;
      }
      holder[key] = write(value);
    }
    return message;
  };
}

function writerOf(field: DescField): (cell: unknown) => unknown {
  const items = itemsOf(field);
  if (isNumberList(field)) return (text) => JSON.parse(String(text));
  if (items === undefined) return cellWriter(field);
  const write = valuesWriter(valueColumns(items));
  return (text) => (JSON.parse(String(text)) as object[]).map(write);
}
