import { type DescField, type DescMessage, type DescMethodUnary, ScalarType } from "@bufbuild/protobuf";
import { enumTexts } from "@emissions/kit/wire/enum";
import { flatFields, isOptional, rulesOf } from "@emissions/kit/wire/fields";
import { DECIMAL } from "@emissions/kit/wire/present";
import type { FieldRules } from "@emissions/proto/common/v1/field";
import { COMMON_COLUMNS, type Declared } from "./common-columns.ts";
import { optionNames } from "./options/names.ts";
import type { Column, ColumnType, Labels, Option, Template } from "./template.ts";
import { humanized } from "./words.ts";

/** A template before its columns are derived from the message of its records. */
export interface TemplateDeclaration extends Omit<Template, "columns"> {
  /** By the name of the field, or of a list and its field: `sections.origin`. Fields without an entry get columns, too. */
  columns: Readonly<Record<string, Declared>>;
  /** Number of items of lists of messages that get columns, by name as above. */
  places?: Readonly<Record<string, number>>;
}

/** A new field of the message becomes a column by itself. Fields that cannot be one must be left out by name. */
export function describeTemplate({ columns: declared, places = {}, ...template }: TemplateDeclaration): Template {
  const message = recordMessage(template.method, template.records);
  for (const name of [...template.leftOut, ...Object.keys(declared), ...Object.keys(places)]) {
    if (!hasField(message, name.split("."))) throw new Error(`Template ${template.id}: no field is named ${name}.`);
  }
  const context = { declared, places, leftOut: new Set(template.leftOut) };
  const columns = fieldColumns(message, { key: "", path: [], name: "", index: null, isRequired: true }, context);
  return { ...template, columns };
}

export function recordMessage(method: DescMethodUnary, records: string) {
  const { message } = method.input.fields.find(({ localName }) => localName === records) ?? {};
  if (!message) throw new Error(`${method.input.typeName} has no list ${records}.`);
  return message;
}

function hasField(message: DescMessage, [name, ...rest]: readonly string[]): boolean {
  const found = flatFields(message).get(name!);
  if (found === undefined || rest.length === 0) return found !== undefined;
  return found.field.message !== undefined && hasField(found.field.message, rest);
}

interface Context {
  declared: TemplateDeclaration["columns"];
  places: Readonly<Record<string, number>>;
  leftOut: ReadonlySet<string>;
}

interface Place {
  key: string;
  path: readonly (string | number)[];
  /** Of the declaration: the key without numbers. */
  name: string;
  /** Of the item of the innermost list. */
  index: number | null;
  /** False below an optional item of a list. */
  isRequired: boolean;
}

function fieldColumns(message: DescMessage, at: Place, context: Context): Column[] {
  const below = (text: string, name: string) => (text === "" ? name : `${text}.${name}`);
  return [...flatFields(message)].flatMap(([field, flat]) => {
    const name = below(at.name, field);
    if (context.leftOut.has(name)) return [];
    const path = [...at.path, ...flat.path, flat.field.localName];
    const place = { ...at, key: below(at.key, field), path, name };
    return flat.field.fieldKind === "list" && flat.field.message
      ? itemColumns(flat.field, flat.field.message, place, context)
      : [columnOf(flat.field, place, context.declared)];
  });
}

function itemColumns(list: DescField, message: DescMessage, at: Place, context: Context): Column[] {
  const count = context.places[at.name];
  if (count === undefined) throw new Error(`${list} needs a number of places, or must be left out.`);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const item = { ...at, key: `${at.key}.${index}`, path: [...at.path, index], index };
    const isRequired = index === 0 && at.isRequired && !rulesOf(list)?.hasDefault;
    return fieldColumns(message, { ...item, isRequired }, context);
  });
}

function columnOf(field: DescField, place: Place, declared: TemplateDeclaration["columns"]): Column {
  const rules = rulesOf(field) ?? null;
  const own = declared[place.name] ?? COMMON_COLUMNS[place.name.split(".").at(-1)!] ?? {};
  const isCountry = rules?.string?.country === true;
  const reference = own.reference ?? (isCountry ? "country" : null);
  const isList = field.fieldKind === "list";
  const isDefaulted = rules?.hasDefault === true || own.default !== undefined;
  return {
    key: place.key,
    path: place.path,
    type: reference !== null ? "reference" : typeOf(field, rules),
    isList,
    required: own.required ?? (place.isRequired && !isOptional(field) && !isDefaulted && !isList),
    labels: numbered(own.labels ?? defaultLabels(place.name), place.index),
    aliases: aliasesOf(own.aliases ?? [], place.index),
    options: field.enum ? optionsOf(field) : null,
    index: place.index,
    optionsSource: own.optionsSource ?? (reference === "country" ? "countries" : null),
    reference,
    narrowedBy: own.narrowedBy ?? null,
    furtherCodes: own.furtherCodes ?? [],
    rules,
    default: own.default ?? null,
  };
}

function typeOf(field: DescField, rules: FieldRules | null): ColumnType {
  if (field.enum) return "option";
  if (field.message?.typeName === DECIMAL) return "number";
  if (field.scalar === ScalarType.BOOL) return "boolean";
  if (field.scalar === ScalarType.INT32) return "integer";
  if (field.scalar !== ScalarType.STRING) throw new Error(`${field} must be left out: it fits no column.`);
  if (rules?.string?.uuid) throw new Error(`${field} has ids: declare its reference, or leave it out.`);
  return rules?.string?.activityDate || rules?.string?.date ? "date" : "text";
}

function optionsOf(field: DescField): Option[] {
  const names = optionNames[field.enum!.name] ?? {};
  return enumTexts(field.enum!).map((value) => {
    const label = humanized(value);
    const { labels = { en: label, es: label }, aliases = [] } = names[value] ?? {};
    return { value, labels, aliases };
  });
}

const defaultLabels = (name: string): Labels => {
  const label = humanized(name.split(".").at(-1)!);
  return { en: label, es: label };
};

/** The first item of a list has the plain label, further ones a number. */
function numbered(labels: Labels, index: number | null): Labels {
  if (index === null || index === 0) return labels;
  return {
    en: `${labels.en} ${index + 1}`,
    es: `${labels.es} ${index + 1}`,
    ...(labels.ca && { ca: `${labels.ca} ${index + 1}` }),
  };
}

const aliasesOf = (aliases: readonly string[], index: number | null) =>
  index === null || index === 0 ? aliases : aliases.map((alias) => `${alias} ${index + 1}`);
