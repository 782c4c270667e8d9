import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { invalid, type Violations } from "@emissions/kit/wire/errors";
import { JsonValidator } from "./json-validator.ts";

const DEPTH_MAX = 32;
/**
 * Limit of the values in one body, because the bytes alone do not limit memory and time. The largest batch has half.
 */
export const VALUES_MAX = 250_000;

interface Reading {
  arrayMax: number;
  /** Receives values that the database cannot store. It throws, or marks them for a later report. */
  onFound?: (found: Violations, value: unknown) => void;
}

const refuse = (found: Violations) => {
  throw invalid(found);
};

/** Decodes a JSON body strictly as UTF-8 and skips a byte order mark. */
export function decodeBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notJson("not UTF-8");
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

/** Parses JSON. Numbers that a double would change, trailing zeros included, become ExactNumber. */
export function parseJson(text: string, { arrayMax, onFound = refuse }: Reading): unknown {
  const { depth, commas, inexact } = survey(text);
  if (commas >= VALUES_MAX) throw refuseBody(`more than ${VALUES_MAX} values`, "value_error.values");
  if (depth > DEPTH_MAX) throw refuseBody(`more than ${DEPTH_MAX} levels deep`, "value_error.depth");
  // A random mark, which no client can have sent.
  const mark = inexact.length > 0 ? randomUUID() : null;
  const validator = new JsonValidator(arrayMax, mark);
  const value = validator.visit(parse(mark === null ? text : markedText(text, inexact, mark)));
  if (validator.found.length > 0) onFound(validator.found, value);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson("invalid JSON");
  }
}

/**
 * The same JSON with some numbers as marked texts. The native parser reads these many times faster than it reports the
 * source text of each number.
 */
function markedText(text: string, places: readonly number[], mark: string): string {
  const pieces: string[] = [];
  let last = 0;
  for (let i = 0; i < places.length; i += 2) {
    const [start, end] = [places[i]!, places[i + 1]!];
    pieces.push(text.slice(last, start), '"', mark, text.slice(start, end), '"');
    last = end;
  }
  pieces.push(text.slice(last));
  return pieces.join("");
}

/**
 * Scans the text once before it is parsed. Deep nesting would overflow the stack of recursive code. Reports the depth,
 * the commas up to the limit, and the start and end of each number that a double would change.
 */
export function survey(text: string): { depth: number; commas: number; inexact: number[] } {
  let [level, depth, commas] = [0, 0, 0];
  const inexact: number[] = [];
  for (let at = 0; at < text.length && commas < VALUES_MAX; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) commas++;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth = Math.max(depth, ++level);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) level--;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      if (isInexact(text, at, end)) inexact.push(at, end);
      at = end - 1;
    }
  }
  return { depth, commas, inexact };
}

const [QUOTE, BACKSLASH, PLUS, COMMA, MINUS, POINT] = [0x22, 0x5c, 0x2b, 0x2c, 0x2d, 0x2e];
const [ZERO, NINE, COLON] = [0x30, 0x39, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [LETTER_E, LOWER_CASE, SPACE] = [0x65, 0x20, 0x20];
const BYTE_ORDER_MARK = 0xfeff;
/** Integers up to this length are exact as doubles. */
const SAFE_DIGITS = 15;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Malformed numbers, and numbers in the place of names, are left to the parser, which refuses them. */
function isInexact(text: string, start: number, end: number): boolean {
  const long = end - start > SAFE_DIGITS;
  const ragged = text.charCodeAt(end - 1) === ZERO && hasPoint(text, start, end);
  if (!long && !ragged && !hasExponent(text, start, end)) return false;
  const source = text.slice(start, end);
  return NUMBER.test(source) && String(Number(source)) !== source && !isName(text, end);
}

/** Scans the number alone: the next point may be megabytes away. */
function hasPoint(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === POINT) return true;
  return false;
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) | LOWER_CASE) === LETTER_E) return true;
  return false;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= SPACE) at++;
  return text.charCodeAt(at) === COLON;
}

function endOfNumber(text: string, start: number): number {
  for (let end = start + 1; ; end++) {
    const code = text.charCodeAt(end);
    const part =
      (code >= ZERO && code <= NINE) ||
      code === POINT ||
      code === MINUS ||
      code === PLUS ||
      (code | LOWER_CASE) === LETTER_E;
    if (!part) return end;
  }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const notJson = (msg: string) => refuseBody(msg, "value_error.jsondecode");
const refuseBody = (msg: string, type: string) => invalid([{ loc: ["body"], msg, type }]);
