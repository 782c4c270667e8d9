import { type DescField, type DescMessage, getOption, hasOption } from "@bufbuild/protobuf";
import { type FieldRules, inline, rules } from "@emissions/proto/common/v1/field";

/** A field as JSON shows it. Fields of inlined messages stand in the place of these messages. */
export interface FlatField {
  field: DescField;
  /** Local names of the inlined messages around the field, from the outside in. */
  path: readonly string[];
}

const known = new WeakMap<DescMessage, ReadonlyMap<string, FlatField>>();

/** By name. A field of an outer message replaces an inlined one of the same name. */
export function flatFields(desc: DescMessage): ReadonlyMap<string, FlatField> {
  const cached = known.get(desc);
  if (cached !== undefined) return cached;
  const isInlined = (field: DescField) => field.fieldKind === "message" && getOption(field, inline);
  const own = new Set(desc.fields.filter((field) => !isInlined(field)).map(({ name }) => name));
  const fields = new Map<string, FlatField>();
  for (const field of desc.fields) {
    if (!isInlined(field)) fields.set(field.name, { field, path: [] });
    else {
      for (const [name, inner] of flatFields(field.message!)) {
        if (!own.has(name)) fields.set(name, { ...inner, path: [field.localName, ...inner.path] });
      }
    }
  }
  known.set(desc, fields);
  return fields;
}

/** The value of a field in a message of the type that the flat fields were made of. */
export function flatValue(message: object, { field, path }: FlatField): unknown {
  let holder = message as Record<string, unknown> | undefined;
  for (const name of path) holder = holder?.[name] as Record<string, unknown> | undefined;
  return holder?.[field.localName];
}

const knownRules = new WeakMap<DescField, FieldRules | undefined>();

/** Callers must not change them. They are read once: each reading parses all options of the field. */
export function rulesOf(field: DescField): FieldRules | undefined {
  if (!knownRules.has(field)) knownRules.set(field, hasOption(field, rules) ? getOption(field, rules) : undefined);
  return knownRules.get(field);
}

/** Declared with `optional`: null is a value. */
export const isOptional = (field: DescField): boolean => field.proto.proto3Optional;
