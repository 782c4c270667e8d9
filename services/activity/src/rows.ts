import type { DescField, DescMessage, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import type { Decimal } from "@emissions/proto/common/v1/decimal";

type Own<M> = Exclude<keyof M, "$typeName" | "$unknown">;
type Stored<T> = T extends Decimal
  ? string
  : T extends Timestamp
    ? Date
    : T extends readonly (infer I)[]
      ? Stored<I>[]
      : number extends T
        ? number
        : T extends number
          ? string
          : T;

/**
 * A message as its table stores it: decimals and enums are texts, absent fields are null. Message fields that are never
 * absent are named by `Required`.
 */
export type RowOf<M, Required extends keyof M = never> = {
  [K in Own<M>]-?: K extends Required
    ? Stored<NonNullable<M[K]>>
    : undefined extends M[K]
      ? Stored<NonNullable<M[K]>> | null
      : Stored<M[K]>;
};

export const isDecimal = (field: DescField): boolean => field.message?.typeName === "emissions.common.v1.Decimal";

/** Makes the value of a field from that of its column. */
export function cellWriter(field: DescField): (cell: unknown) => unknown {
  const { enum: desc } = field;
  if (isDecimal(field)) return (value) => ({ value });
  if (field.message?.typeName === "google.protobuf.Timestamp") return (date) => timestampFromDate(date as Date);
  if (field.fieldKind === "list" && desc) return (texts) => (texts as string[]).map((text) => enumNumber(desc, text));
  if (desc) return (text) => enumNumber(desc, String(text));
  return (value) => value;
}

/** Shows a row as a message, whose fields have the names of its columns. */
export function rowWriter<D extends DescMessage>(desc: D) {
  const writers = desc.fields.map((field) => [field.localName, cellWriter(field)] as const);
  return (row: Record<Own<MessageShape<D>>, unknown>): MessageInitShape<D> => {
    const cells = row as Record<string, unknown>;
    const message: Record<string, unknown> = {};
    for (const [key, write] of writers) {
      const cell = cells[key] ?? null;
      if (cell !== null) message[key] = write(cell);
    }
    return message as MessageInitShape<D>;
  };
}
