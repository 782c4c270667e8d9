import type { ConnectError } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { pathPart } from "@emissions/kit/wire/present";
import type { z } from "zod";

/** A violation of a request. Positions in arrays are numbers. */
export interface Violation {
  loc: (string | number)[];
  msg: string;
  type: string;
}

type Issue = z.core.$ZodIssue;

const KINDS: Record<string, [type: string, msg: string]> = {
  string: ["type_error.string", "str type expected"],
  number: ["type_error.number", "value is not a valid number"],
  int: ["type_error.integer", "value is not a valid integer"],
  boolean: ["type_error.boolean", "value is not a valid boolean"],
  array: ["type_error.list", "value is not a valid list"],
  object: ["type_error.dict", "value is not a valid dict"],
  record: ["type_error.dict", "value is not a valid dict"],
};

/** Further violations are not listed: a large batch usually repeats one mistake. */
export const VIOLATIONS_MAX = 100;

/**
 * Translates the issues of zod into violations of the contract. Unknown fields of one object are listed up to the
 * limit.
 */
export function violationsOf(issues: readonly Issue[], where: string): Violation[] {
  return issues.flatMap((issue) => {
    const loc = [where, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, VIOLATIONS_MAX + 1).map((key) => ({
        loc: [...loc, key],
        msg: "extra fields not permitted",
        type: "value_error.extra",
      }));
    }
    const [type, msg] = describe(issue);
    return [{ loc, msg, type }];
  });
}

function describe(issue: Issue): [type: string, msg: string] {
  const absent = issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "invalid_union";
  if (absent && issue.input === undefined) return ["value_error.missing", "field required"];
  if (absent && issue.input === null) return ["type_error.none.not_allowed", "none is not an allowed value"];
  switch (issue.code) {
    case "custom":
      return [String(issue.params?.type ?? "value_error"), issue.message];
    case "invalid_type":
      return KINDS[issue.expected] ?? ["type_error", `${issue.expected} expected`];
    case "invalid_value": {
      if (typeof issue.input !== "string") return ["type_error.string", "str type expected"];
      const permitted = issue.values.map((value) => `'${String(value)}'`).join(", ");
      return ["type_error.enum", `value is not a valid enumeration member; permitted: ${permitted}`];
    }
    case "too_small":
      return bound(issue.origin, "min", issue.minimum);
    case "too_big":
      return bound(issue.origin, "max", issue.maximum);
    case "invalid_format":
      return ["value_error.str.regex", "string does not match the expected form"];
    default:
      return ["value_error", issue.message];
  }
}

function bound(origin: string, side: "min" | "max", limit: number | bigint): [string, string] {
  const least = side === "min" ? "at least" : "at most";
  if (origin === "string")
    return [`value_error.any_str.${side}_length`, `ensure this value has ${least} ${limit} characters`];
  if (origin === "array") return [`value_error.list.${side}_items`, `ensure this value has ${least} ${limit} items`];
  const words = side === "min" ? "greater than or equal to" : "less than or equal to";
  return [`value_error.number.not_${side === "min" ? "ge" : "le"}`, `ensure this value is ${words} ${limit}`];
}

const PLACES = new Set(["body", "query", "path", "header"]);

/** The violations in a refusal of a service. Only the route knows whether they concern the body or the query. */
export function violationsIn(error: ConnectError, where: string): Violation[] {
  return (refusalIn(error)?.violations ?? []).map(({ loc, msg, type }) => ({
    loc: [...(PLACES.has(loc[0] ?? "") ? [] : [where]), ...loc.map(pathPart)],
    msg,
    type,
  }));
}

/** True for missing values and wrong types, not for values that are refused. */
export const isMalformed = ({ type }: Violation): boolean =>
  type === "value_error.missing" ||
  type === "value_error.date" ||
  type === "value_error.jsondecode" ||
  (type.startsWith("type_error") && type !== "type_error.enum");
