import { shapes } from "./gen/decimals.ts";
import type { Shape } from "./operation.ts";

/** A number as it is written in the text. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Revive = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Parses JSON without rounding. Decimals become texts with the digits that were sent, integers become numbers. A number
 * in an unknown place becomes a text too if a double cannot hold it.
 */
export function parseExact(text: string, shape: Shape | undefined): unknown {
  const revive: Revive = (_key, value, { source }) => (typeof value === "number" ? new Digits(source!) : value);
  return placed(JSON.parse(text, revive as (key: string, value: unknown) => unknown), choicesOf(shape));
}

/** Changes the value in place. */
function placed(value: unknown, choices: readonly Shape[]): unknown {
  if (value instanceof Digits) return choices.includes(1) ? value.text : numberOf(value.text);
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) value[at] = placed(item, choices);
  } else if (typeof value === "object" && value !== null) {
    const object = value as Record<string, unknown>;
    for (const name of Object.keys(object)) object[name] = placed(object[name], partsOf(choices, name));
  }
  return value;
}

const partsOf = (choices: readonly Shape[], name: string): Shape[] =>
  choices.flatMap((shape) => {
    if (typeof shape !== "object" || Array.isArray(shape)) return [];
    const parts = shape as Readonly<Record<string, Shape>>;
    return choicesOf(Object.hasOwn(parts, name) ? parts[name] : parts["*"]);
  });

/** The shapes behind names and lists of choices. */
function choicesOf(shape: Shape | undefined): Shape[] {
  if (typeof shape === "string") return choicesOf(shapes[shape]);
  if (Array.isArray(shape)) return shape.flatMap(choicesOf);
  return shape === undefined ? [] : [shape];
}

function numberOf(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) || String(number) === text ? number : text;
}
