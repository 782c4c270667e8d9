import { invalid, type Violations } from "@emissions/kit/errors";

const DEPTH_MAX = 32;
const KEY_LENGTH_MAX = 255;
const STRING_BYTES_MAX = 64 * 1024;
/** A double shows 15 significant digits exactly as they were written. */
const SAFE_DIGITS = 15;
/** They reach prototypes when somebody merges objects; no field is called so. */
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** A number that a double cannot hold, as it was written. */
export interface ExactNumber {
  readonly exact: string;
}

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === "object" && value !== null && value instanceof Exact;

class Exact implements ExactNumber {
  readonly exact: string;
  constructor(exact: string) {
    this.exact = exact;
  }
}

/** Text of a JSON body: UTF-8 without replacement; a byte order mark is skipped. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notJson("not UTF-8");
  }
}

interface Reading {
  arrayMax: number;
  /** What is thrown for what no table can keep. */
  refuse?: (found: Violations, value: unknown) => Error;
}

/** Reads JSON; numbers that would lose digits, zeros at the end included, come as {@link ExactNumber}. */
export function parseJson(text: string, { arrayMax, refuse = invalid }: Reading): unknown {
  const { depth, exact } = survey(text);
  if (depth > DEPTH_MAX) throw refuseBody([], `more than ${DEPTH_MAX} levels deep`, "value_error.depth");
  const value = parse(text, exact);
  const violations: Violations[number][] = [];
  inspect(value, [], arrayMax, violations);
  if (violations.length > 0) throw refuse(violations, value);
  return value;
}

function parse(text: string, exact: boolean): unknown {
  try {
    return exact ? JSON.parse(text, keepExact) : JSON.parse(text);
  } catch {
    throw notJson("invalid JSON");
  }
}

/** The third parameter of a reviver tells the source text; TypeScript's library does not know it yet. */
function keepExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  return new Exact(source);
}

/**
 * One pass over the text before it is parsed: nesting (deep nesting would
 * overflow the stack of whoever walks the value) and whether any number
 * outside of strings needs the slow exact parser.
 */
export function survey(text: string): { depth: number; exact: boolean } {
  let [level, depth, digits, exact] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      digits = 0;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth = Math.max(depth, ++level);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) level--;
    else if (code >= ZERO && code <= NINE) {
      if (++digits > SAFE_DIGITS) exact = true;
    } else if (code === POINT) {
      // 2.50 would come out as 2.5.
      if (text.charCodeAt(endOfDigits(text, at + 1) - 1) === ZERO) exact = true;
    } else {
      // `true` and `false` hold an e as well, but not behind a digit.
      if ((code | LOWER_CASE) === LETTER_E && digits > 0) exact = true;
      digits = 0;
    }
    if (code === OPEN_ARRAY || code === CLOSE_ARRAY || code === OPEN_OBJECT || code === CLOSE_OBJECT) digits = 0;
  }
  return { depth, exact };
}

const [QUOTE, BACKSLASH, POINT, ZERO, NINE] = [0x22, 0x5c, 0x2e, 0x30, 0x39];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [LETTER_E, LOWER_CASE] = [0x65, 0x20];

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= NINE) end++;
  return end;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** What the JSON grammar allows and no table can keep. */
export function inspect(value: unknown, loc: string[], arrayMax: number, found: Violations[number][]): void {
  const say = (msg: string, type: string, at = loc) => found.push({ loc: ["body", ...at], msg, type });
  if (typeof value === "string") {
    const problem = textProblem(value);
    if (problem !== null) say(problem.msg, problem.type);
  } else if (Array.isArray(value)) {
    if (value.length > arrayMax)
      return void say(`ensure this value has at most ${arrayMax} items`, "value_error.list.max_items");
    for (const [index, item] of value.entries()) inspect(item, [...loc, String(index)], arrayMax, found);
  } else if (typeof value === "object" && value !== null && !isExactNumber(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(key)) say("extra fields not permitted", "value_error.extra", [...loc, key]);
      else if (key.length > KEY_LENGTH_MAX || textProblem(key) !== null)
        say("field name not permitted", "value_error.extra");
      else inspect(item, [...loc, key], arrayMax, found);
    }
  }
}

/** Postgres refuses NUL in text, and half a surrogate pair has no UTF-8. */
export function textProblem(text: string): { msg: string; type: string } | null {
  if (text.includes("\0")) return { msg: "NUL characters are not allowed", type: "value_error.any_str.nul" };
  if (!text.isWellFormed()) return { msg: "not well-formed Unicode", type: "value_error.any_str.surrogate" };
  if (text.length > STRING_BYTES_MAX / 4 && Buffer.byteLength(text) > STRING_BYTES_MAX) {
    return { msg: `ensure this value has at most ${STRING_BYTES_MAX} bytes`, type: "value_error.any_str.max_length" };
  }
  return null;
}

const notJson = (msg: string) => refuseBody([], msg, "value_error.jsondecode");
const refuseBody = (loc: string[], msg: string, type: string) => invalid([{ loc: ["body", ...loc], msg, type }]);
