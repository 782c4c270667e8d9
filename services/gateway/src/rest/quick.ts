import { z } from "zod";

/** What a right value is read as; ASK for all others, about which only the schema can say what is wrong. */
export type Reader = (value: unknown) => unknown;
export const ASK = Symbol("ask the schema");

const readers = new WeakMap<z.core.$ZodType, Reader>();

/** Gives a schema a reader beside it, for batches of thousands: it must read what it takes as the schema would. */
export function quick<S extends z.ZodType>(schema: S, reader: Reader): S {
  readers.set(schema, reader);
  return schema;
}

interface Field {
  read: Reader;
  required: boolean;
}

/**
 * Reads objects field by field, with a few comparisons each where the schema of the field has a reader. The schema gives
 * the same objects, but takes three times as long.
 */
export function objectReader({ shape, def }: z.ZodObject): Reader {
  // Rules about the object as a whole are the schema's own.
  if (def.checks !== undefined && def.checks.length > 0) return () => ASK;
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, fieldOf(schema)]));
  const requiredCount = [...fields.values()].filter(({ required }) => required).length;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return ASK;
    const read: Record<string, unknown> = {};
    let found = 0;
    for (const name in value) {
      const field = fields.get(name);
      if (field === undefined) return ASK;
      const one = field.read((value as Record<string, unknown>)[name]);
      if (one === ASK) return ASK;
      if (field.required) found++;
      read[name] = one;
    }
    return found === requiredCount ? read : ASK;
  };
}

function fieldOf(schema: z.core.$ZodType): Field {
  if (schema instanceof z.ZodOptional) return { ...fieldOf(schema.unwrap()), required: false };
  if (schema instanceof z.ZodNullable) {
    const { read, required } = fieldOf(schema.unwrap());
    return { read: (value) => (value === null ? null : read(value)), required };
  }
  const ask: Reader = (value) => {
    const result = z.safeParse(schema, value);
    return result.success ? result.data : ASK;
  };
  const reader = readers.get(schema) ?? ask;
  // Records often have what the one before them has.
  let last: unknown;
  let lastRead: unknown = ASK;
  return {
    read: (value) => {
      if (value === last && lastRead !== ASK) return lastRead;
      const read = reader(value);
      last = value;
      lastRead = read === ASK ? ask(value) : read;
      return lastRead;
    },
    required: true,
  };
}
