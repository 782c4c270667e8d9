import type { Violations } from "@emissions/kit/wire/errors";
import { VIOLATIONS_MAX } from "./violations.ts";

const KEY_LENGTH_MAX = 255;
const STRING_BYTES_MAX = 64 * 1024;
/** Keys that reach prototypes when objects are merged. No field has these names. */
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);
/** Size of the cache of valid names. Further names are checked each time. */
const NAMES_MAX = 1_000;

/** A number that a double cannot hold, as source text. */
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

/** Finds valid JSON that the database cannot store, and converts marked texts back to exact numbers. */
export class JsonValidator {
  readonly found: Violations[number][] = [];
  readonly #arrayMax: number;
  readonly #mark: string | null;
  readonly #path: (string | number)[] = [];
  readonly #names = new Set<string>();
  #item: string | number | undefined;
  #reportedOfItem = 0;

  constructor(arrayMax: number, mark: string | null) {
    this.#arrayMax = arrayMax;
    this.#mark = mark;
  }

  /** Returns the value. Marked texts become exact numbers in place. */
  visit(value: unknown): unknown {
    if (typeof value === "string") return this.#text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) this.#list(value);
    else this.#object(value as Record<string, unknown>);
    return value;
  }

  #text(value: string): unknown {
    if (this.#mark !== null && value.startsWith(this.#mark)) return new Exact(value.slice(this.#mark.length));
    const problem = textProblem(value);
    if (problem !== null) this.#report(problem);
    return value;
  }

  #list(list: unknown[]): void {
    if (list.length > this.#arrayMax) {
      this.#report({
        msg: `ensure this value has at most ${this.#arrayMax} items`,
        type: "value_error.list.max_items",
      });
      return;
    }
    for (let index = 0; index < list.length; index++) {
      this.#path.push(index);
      list[index] = this.visit(list[index]);
      this.#path.pop();
    }
  }

  #object(object: Record<string, unknown>): void {
    for (const name in object) {
      if (!this.#isValidName(name)) continue;
      this.#path.push(name);
      const value = object[name];
      const visited = this.visit(value);
      if (visited !== value) object[name] = visited;
      this.#path.pop();
    }
  }

  #isValidName(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (FORBIDDEN_KEYS.has(name)) {
      this.#path.push(name);
      this.#report({ msg: "extra fields not permitted", type: "value_error.extra" });
      this.#path.pop();
      return false;
    }
    if (name.length > KEY_LENGTH_MAX || textProblem(name) !== null) {
      this.#report({ msg: "field name not permitted", type: "value_error.extra" });
      return false;
    }
    if (this.#names.size < NAMES_MAX) this.#names.add(name);
    return true;
  }

  /** Limits the violations reported for one item of the body. */
  #report(problem: { msg: string; type: string }): void {
    const item = this.#path[1];
    if (item !== this.#item) [this.#item, this.#reportedOfItem] = [item, 0];
    if (++this.#reportedOfItem > VIOLATIONS_MAX + 1) return;
    this.found.push({ loc: ["body", ...this.#path.map(String)], ...problem });
  }
}

/** Postgres refuses NUL in text, and a lone surrogate has no UTF-8. */
export function textProblem(text: string): { msg: string; type: string } | null {
  if (text.includes("\0")) return { msg: "NUL characters are not allowed", type: "value_error.any_str.nul" };
  if (!text.isWellFormed()) return { msg: "not well-formed Unicode", type: "value_error.any_str.surrogate" };
  if (text.length > STRING_BYTES_MAX / 4 && Buffer.byteLength(text) > STRING_BYTES_MAX) {
    return { msg: `ensure this value has at most ${STRING_BYTES_MAX} bytes`, type: "value_error.any_str.max_length" };
  }
  return null;
}
