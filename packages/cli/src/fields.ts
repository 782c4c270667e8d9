import { usageFailure } from "./exit.ts";
import type { Field } from "./field.ts";
import { inputs } from "./gen/inputs.ts";
import type { Kind } from "./kinds.ts";
import type { Option, Options } from "./options.ts";

/** Longer numbers lose digits in a floating-point number. */
const SAFE_DIGITS = 15;

const optionName = (name: string): string => name.replaceAll("_", "-");

const VALUES: Readonly<Record<Field["type"], string>> = {
  text: "text",
  decimal: "number",
  integer: "number",
  boolean: "boolean",
  json: "json",
};

/** The option of a field. */
export const fieldOption = ({ name, type, about, many, choices, required }: Field): Option => ({
  name: optionName(name),
  value: VALUES[type],
  about: required ? `${about} Required by the service.`.trim() : about,
  ...(many && { many }),
  ...(choices && { suggestions: choices }),
  ...(type === "boolean" && { suggestions: ["true", "false"] }),
});

/** The values of the fields that the command line has. */
export function valuesOf(fields: readonly Field[], options: Options): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const given = options[optionName(field.name)];
    if (given === undefined) continue;
    values[field.name] = Array.isArray(given)
      ? given.map((text) => parsedValue(field, String(text)))
      : parsedValue(field, String(given));
  }
  return values;
}

/** Decimals stay texts, so that they keep every digit. The service refuses values that are not valid. */
function parsedValue({ name, type }: Field, text: string): unknown {
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return type === "json" ? parseJson(text, `--${optionName(name)}`) : text;
}

/** Parses JSON. Numbers that would lose digits become texts, which the service takes for decimals. */
export function parseJson(text: string, source: string): unknown {
  const exact = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== "number" || context?.source === undefined) return value;
    const digits = context.source.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "");
    return digits.length > SAFE_DIGITS ? context.source : value;
  };
  try {
    return JSON.parse(text, exact);
  } catch (error) {
    throw usageFailure(`${source} is no JSON: ${(error as Error).message}`);
  }
}

/** The parameters of the path of an operation. The last one is the id of the record, if the operation takes one. */
export function pathOf(operation: string, options: Options, id?: string): Record<string, string> {
  const names = inputs[operation]?.path ?? [];
  const values = names.map((name, at) => {
    const isId = id !== undefined && at === names.length - 1;
    return [name, isId ? id : String(options[optionName(name)] ?? "")] as const;
  });
  return Object.fromEntries(values);
}

/** Options for the parameters of a path besides the id of the record, such as the vehicle of a consumption. */
export function pathOptions(operation: string, { hasId }: { hasId: boolean }): Option[] {
  const names = inputs[operation]?.path ?? [];
  const others = hasId ? names.slice(0, -1) : names;
  return others.map((name) => ({
    name: optionName(name),
    value: "id",
    about: "Id of the resource that the record belongs to.",
    required: true,
  }));
}

export const bodyFields = (kind: Kind): readonly Field[] => inputs[kind.create]?.body ?? [];
export const filterFields = (operation: string): readonly Field[] => inputs[operation]?.query ?? [];
export const isPaged = (operation: string): boolean => inputs[operation]?.paged === true;
