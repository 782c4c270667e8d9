import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { flatFields, isOptional, rulesOf } from "@emissions/kit/wire/fields";
import { DECIMAL, TIMESTAMP } from "@emissions/kit/wire/present";
import { z } from "zod";
import { customValues } from "./custom-values.ts";
import {
  activityDay,
  country,
  day,
  decimal,
  enumOf,
  filterEnumOf,
  httpUrl,
  id,
  instant,
  pattern,
  text,
  wholeNumber,
} from "./fields.ts";
import { groupView, limit, listOf, offset, page, size } from "./query-fields.ts";

/** Amounts have at most 20 digits before the point. */
const AMOUNT_MAX = "9".repeat(20);

type Shape = Record<string, z.ZodType>;

/** The body that becomes a message, by the rules of its fields in the proto. Fields of inlined messages stand in it. */
export function bodySchema(desc: DescMessage, required: readonly string[] = []) {
  const shape: Shape = {};
  for (const [name, { field }] of flatFields(desc)) {
    const schema = valueSchema(field);
    if (required.includes(name)) shape[name] = schema;
    else if (isOptional(field)) shape[name] = schema.nullish();
    else shape[name] = rulesOf(field)?.hasDefault ? schema.optional() : schema;
  }
  return z.strictObject(shape);
}

/** The body of an update: every field but the immutable ones, each optional; null clears only optional fields. */
export function changesSchema(desc: DescMessage) {
  const shape: Shape = {};
  for (const [name, { field }] of flatFields(desc)) {
    if (rulesOf(field)?.immutable) continue;
    const schema = valueSchema(field);
    shape[name] = isOptional(field) ? schema.nullish() : schema.optional();
  }
  return z.strictObject(shape);
}

/** The query that becomes a filter message. */
export function querySchema(desc: DescMessage): Shape {
  const shape: Shape = {};
  for (const [name, { field }] of flatFields(desc)) shape[name] = filterOf(field);
  return shape;
}

/** Values of one filter. */
const VALUES_MAX = 100;

/** The object of a body that becomes a filter message. Names and values are those of the query, but for booleans. */
export function filtersSchema(desc: DescMessage) {
  const shape: Shape = {};
  for (const [name, { field }] of flatFields(desc)) {
    const schema = field.scalar === ScalarType.BOOL ? z.boolean() : filterSchema(field);
    shape[name] = field.fieldKind === "list" ? z.array(schema).max(VALUES_MAX).optional() : schema.optional();
  }
  return z.strictObject(shape);
}

function filterOf(field: DescField): z.ZodType {
  const schema = filterSchema(field);
  return field.fieldKind === "list" ? listOf(schema) : schema.optional();
}

const SIZE_MAX = 100;

/** The query that becomes a list request: page, organizations, and its other fields as filters, without `omitted`. */
export function listQuery(desc: DescMessage, normalSize: number, ...omitted: string[]): z.ZodObject {
  const common: Shape = { page, size: size(normalSize, SIZE_MAX), offset, limit, ...groupView };
  const shape: Shape = {};
  for (const field of desc.fields) {
    const { name } = field;
    if (!omitted.includes(name)) shape[name] = common[name] ?? filterOf(field);
  }
  return z.object(shape);
}

function valueSchema(field: DescField): z.ZodType {
  const { string, decimal: bounds, int32, list, hasDefault } = rulesOf(field) ?? {};
  if (field.fieldKind === "list" && field.message && list)
    return z
      .array(bodySchema(field.message))
      .min(hasDefault ? 0 : 1)
      .max(list.maxItems);
  if (field.fieldKind === "list" && int32 && list) return z.array(wholeNumber(int32.gte, int32.lte)).max(list.maxItems);
  if (field.fieldKind === "map") return customValues;
  if (field.enum) return enumOf(field.enum);
  if (field.scalar === ScalarType.BOOL) return z.boolean();
  if (field.message?.typeName === DECIMAL) {
    return decimal({
      ...(bounds?.gt ? { above: bounds.gt } : { min: bounds?.gte || "0" }),
      max: bounds?.lte || AMOUNT_MAX,
      ...(bounds?.scaleMax && { scale: bounds.scaleMax }),
    });
  }
  if (field.fieldKind === "scalar" && int32) return wholeNumber(int32.gte, int32.lte);
  if (string?.uuid) return id;
  if (string?.activityDate) return activityDay();
  if (string?.date) return day;
  if (string?.country) return country;
  if (string?.httpUrl) return httpUrl(string.maxLen);
  if (!string) throw new Error(`${field} has no rules`);
  const isNonBlank = string.minLen > 0 || !isOptional(field);
  return isNonBlank ? text(string.maxLen) : z.string().max(string.maxLen);
}

const TEXT_MAX = 255;

function filterSchema(field: DescField): z.ZodType {
  const { string } = rulesOf(field) ?? {};
  if (field.enum) return filterEnumOf(field.enum);
  if (field.message?.typeName === TIMESTAMP) return instant;
  if (string?.uuid) return id;
  if (string?.date) return day;
  if (string?.country) return country;
  if (string?.pattern) return pattern(new RegExp(string.pattern));
  return z.string().max(string?.maxLen || TEXT_MAX);
}
