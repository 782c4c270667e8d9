import { z } from "zod";
import { custom, decimal } from "./fields.ts";
import { isExactNumber } from "./json-validator.ts";

/** Values in one object. No organization declares more columns. */
const VALUES_MAX = 50;
/** Characters of one text. */
const TEXT_MAX = 1_000;

const number = decimal();

/** A value as the fields of its message. The service knows the type of the column; here any scalar is a value. */
const customValue = z
  .unknown()
  .transform((value, context) => {
    if (value === null) return {};
    if (typeof value === "boolean") return { flag: value };
    if (typeof value === "string" && [...value.slice(0, 2 * TEXT_MAX + 1)].length <= TEXT_MAX) return { text: value };
    if (typeof value === "number" || isExactNumber(value)) {
      const parsed = number.safeParse(value);
      if (parsed.success) return { number: parsed.data };
    }
    const type = typeof value === "string" ? "value_error.any_str.max_length" : "type_error.custom_value";
    const message =
      typeof value === "string"
        ? `ensure this value has at most ${TEXT_MAX} characters`
        : "expected a text, a number of at most 30 digits, true, false or null";
    context.addIssue(custom(type, message));
    return z.NEVER;
  })
  .meta({ type: ["string", "number", "boolean", "null"] });

/** Values of custom columns by their keys. */
export const customValues = z
  .record(z.string(), customValue)
  .refine(
    (values) => Object.keys(values).length <= VALUES_MAX,
    custom("value_error.custom_values.max_items", `at most ${VALUES_MAX} values`),
  )
  .meta({
    type: "object",
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
    maxProperties: VALUES_MAX,
  });
