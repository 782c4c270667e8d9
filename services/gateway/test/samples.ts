import {
  type DescField,
  type DescMessage,
  getOption,
  type Message,
  type MessageShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { enumText } from "@emissions/kit/wire/enum";
import { flatFields, isOptional, rulesOf } from "@emissions/kit/wire/fields";
import { DECIMAL, TIMESTAMP } from "@emissions/kit/wire/present";
import { as_object } from "@emissions/proto/common/v1/field";
import { messageFromJson } from "../src/rest/json.ts";
import { OURS } from "./access.ts";

/** The id of every sample. */
export const SAMPLE_ID = "0190f3a0-0000-7000-8000-0000000000a1";
/** A well-formed id that no fake service knows. */
export const MISSING_ID = "0190f3a0-0000-7000-8000-000000000404";
export const NOW = "2026-01-31T10:00:00.250Z";

type Json = Readonly<Record<string, unknown>>;

/**
 * A message with an id, an owner, times, and what its other fields always have: ids, days, the first value of each enum.
 * `json` replaces values by their public names.
 */
export const sample = <D extends DescMessage>(desc: D, json: Json = {}): MessageShape<D> =>
  messageFromJson(desc, usualValues(desc, json)) as MessageShape<D>;

function usualValues(desc: DescMessage, json: Json): Record<string, unknown> {
  const fields = [...flatFields(desc).values()].map(({ field }) => field);
  const values = fields.map((field) => [field.name, field.name in json ? json[field.name] : usual(field)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function usual(field: DescField): unknown {
  const { name, oneof, fieldKind, message, enum: values } = field;
  if (oneof !== undefined) return undefined;
  if (name === "id" && fieldKind === "scalar") return SAMPLE_ID;
  if (name === "organization_id" && fieldKind === "scalar") return OURS;
  if (message?.typeName === TIMESTAMP) return name === "created_at" || !isOptional(field) ? NOW : undefined;
  if (message?.typeName === DECIMAL) return isOptional(field) ? undefined : "1";
  if (fieldKind === "message" && !isOptional(field)) return usualValues(message!, {});
  if (fieldKind === "enum" && values) return enumText(values, values.values[1]?.number ?? 0);
  if (fieldKind !== "scalar" || isOptional(field)) return undefined;
  if (getOption(field, as_object)) return "{}";
  if (field.scalar === ScalarType.STRING) return usualText(field);
  return rulesOf(field)?.int32?.gte;
}

/** A text of the form that answers have. */
function usualText(field: DescField): string | undefined {
  const rules = rulesOf(field)?.string;
  if (rules?.in[0]) return rules.in[0];
  if (rules?.country) return "ES";
  if (rules?.pattern.includes("T00:00:00")) return "2026-01-31T00:00:00";
  if (rules ? rules.uuid : /_id$/.test(field.name)) return SAMPLE_ID;
  if (rules ? rules.date || rules.activityDate : /_date$/.test(field.name)) return "2026-01-31";
  return undefined;
}

/** The samples of a test by their types. Other types have the default sample. */
export const samplesBy =
  (samples: readonly Message[]) =>
  (desc: DescMessage): Message =>
    samples.find(({ $typeName }) => $typeName === desc.typeName) ?? sample(desc);

/** The body of a valid `POST /v1/purchases`. */
export const samplePurchase = {
  product_name: "Paper",
  sector: "17.12",
  quantity: 100.5,
  unit_id: "0190f3a0-0000-7000-8000-0000000000e0",
  purchase_date: "2026-01-31",
  expense_type: "opex",
};
