import { type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence, type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { as_list, as_object, as_path, as_value } from "@emissions/proto/common/v1/field";
import { type Digits, plain, readDigits } from "@emissions/quantity/digits";
import { enumText } from "./enum.ts";
import { flatFields, flatValue, rulesOf } from "./fields.ts";

/**
 * JSON of messages, for clients of the API and receivers of webhooks. A field has its proto name, or its `json_name` if
 * the proto sets one. Enums are lower case, decimals are numbers with all digits, times are RFC 3339 in UTC. An absent
 * value is null. Of a oneof only the chosen member is shown.
 */

export const DECIMAL = "emissions.common.v1.Decimal";
export const TIMESTAMP = "google.protobuf.Timestamp";

/** Text that `JSON.stringify` copies unchanged. The types of TypeScript lack `rawJSON` still. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** A decimal as a JSON number with exactly its digits. */
export function exactNumber(text: string): unknown {
  const digits = readDigits(text, STORED_DIGITS_MAX);
  if (typeof digits === "string") throw new Error(`A service sent "${text}" as a decimal: ${digits}`);
  return rawJSON(plain(digits as Digits));
}

/** The JSON of a text, with the digits of its numbers. The engine copies no objects as raw text, only single values. */
const parsedText = (text: string): unknown => JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);

/** The third parameter of revivers is missing from the types of TypeScript. */
const keepDigits = (_: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" && source !== undefined && String(value) !== source ? rawJSON(source) : value;

/** More digits than any column holds. */
const STORED_DIGITS_MAX = 200;

type Json = Record<string, unknown>;
type Show = (value: unknown, sparse: boolean) => unknown;

interface FieldPlan {
  name: string;
  /** A member of a oneof is shown only if it is set. */
  chosen: boolean;
  /** An `optional` field: zero and the empty text are values. */
  explicit: boolean;
  read: (message: Json) => unknown;
  show: Show;
}

/** The JSON key of a field. A renamed proto field keeps its key by `json_name`. */
export const jsonKey = ({ name, jsonName }: DescField): string => (jsonName === protoCamelCase(name) ? name : jsonName);

/** The writers of a message type are computed once. */
const plans = new WeakMap<DescMessage, Map<string, FieldPlan>>();

function planOf(desc: DescMessage): Map<string, FieldPlan> {
  const known = plans.get(desc);
  if (known !== undefined) return known;
  const plan = new Map(
    [...flatFields(desc).values()].map(({ field, path }) => [
      field.localName,
      {
        name: jsonKey(field),
        chosen: field.oneof !== undefined,
        explicit: field.fieldKind !== "message" && isExplicit(field),
        read: reader(field, path),
        show: shower(field),
      },
    ]),
  );
  plans.set(desc, plan);
  return plan;
}

/**
 * `sparse` omits fields without a value: absent ones, and for fields that are not `optional` the empty text and zero.
 */
export function present(desc: DescMessage, message: Message, sparse = false): Json {
  const shown: Json = {};
  for (const { name, chosen, explicit, read, show } of planOf(desc).values()) {
    const value = show(read(message as unknown as Json), sparse);
    if (sparse ? value !== null && (explicit || (value !== "" && value !== 0)) : !chosen || value !== null)
      shown[name] = value;
  }
  return shown;
}

export function presentField(desc: DescMessage, message: Message, localName: string, sparse = false): unknown {
  const plan = planOf(desc).get(localName);
  if (plan === undefined) throw new Error(`${desc.typeName} has no field ${localName}`);
  return plan.show(plan.read(message as unknown as Json), sparse);
}

const isExplicit = ({ presence }: DescField): boolean => presence === FeatureSet_FieldPresence.EXPLICIT;

function reader(field: DescField, path: readonly string[]): FieldPlan["read"] {
  const { localName, oneof } = field;
  if (path.length > 0) return (message) => flatValue(message, { field, path });
  if (oneof === undefined) return (message) => message[localName];
  return (message) => {
    const chosen = message[oneof.localName] as { case?: string; value?: unknown };
    return chosen.case === localName ? chosen.value : undefined;
  };
}

function shower(field: DescField): Show {
  const one = valueShower(field);
  if (field.fieldKind === "list") return (items, sparse) => (items as unknown[]).map((item) => one(item, sparse));
  if (field.fieldKind === "map") {
    return (entries, sparse) =>
      Object.fromEntries(Object.entries(entries as Json).map(([key, value]) => [key, one(value, sparse)]));
  }
  if (!isExplicit(field)) return one;
  return (value, sparse) => (value === undefined ? null : one(value, sparse));
}

function valueShower(field: DescField): Show {
  const { message, enum: desc } = field;
  if (desc) return (value) => (value === 0 ? null : enumText(desc, value as number));
  if (message?.typeName === DECIMAL) return (value) => exactNumber((value as { value: string }).value);
  if (message?.typeName === TIMESTAMP) return (value) => timestampDate(value as Timestamp).toISOString();
  if (message && getOption(field, as_list)) {
    const [list] = message.fields;
    return (value, sparse) => presentField(message, value as Message, list!.localName, sparse);
  }
  if (message && getOption(field, as_value)) return onlyValue(message);
  if (getOption(field, as_path)) return (value) => pathPart(value as string);
  if (getOption(field, as_object)) return (value) => parsedText(value as string);
  if (message) return (value, sparse) => present(message, value as Message, sparse);
  if (rulesOf(field)?.nullable) return (value) => (value === 0 ? null : value);
  return (value) => (typeof value === "bigint" ? Number(value) : value);
}

/** Positions in lists are numbers. */
export const pathPart = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part);

/** Shows the field that has a value in place of its message. */
function onlyValue({ fields }: DescMessage): Show {
  const members = fields.map((field) => ({ name: field.localName, show: shower(field) }));
  return (value, sparse) => {
    const member = members.find(({ name }) => (value as Json)[name] !== undefined);
    return member === undefined ? null : member.show((value as Json)[member.name], sparse);
  };
}
