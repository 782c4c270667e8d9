import { z } from "zod";
import { custom } from "./fields.ts";
import { isExactNumber } from "./json-validator.ts";

/** The types of TypeScript lack `rawJSON` still. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

const exactDigits = (_: string, value: unknown) => (isExactNumber(value) ? rawJSON(value.exact) : value);

const MISSING = custom("value_error.missing", "field required");
const NULL = custom("type_error.none.not_allowed", "none is not an allowed value");
const NO_OBJECT = custom("type_error.dict", "value is not a valid dict");

function issueOf(value: unknown) {
  if (value === undefined) return MISSING;
  if (value === null) return NULL;
  return typeof value !== "object" || Array.isArray(value) || isExactNumber(value) ? NO_OBJECT : null;
}

/** Any JSON object; its output is the text, with the keys and the digits of numbers as sent. */
export const jsonObject = () =>
  z
    .unknown()
    .transform((value, context) => {
      const issue = issueOf(value);
      if (issue === null) return JSON.stringify(value, exactDigits);
      context.addIssue({ ...issue });
      return z.NEVER;
    })
    .meta({ type: "object", additionalProperties: true });
