import { RefusedError, type Violation } from "@emissions/client";
import { isWord, type Say } from "./words.ts";

/** The violations of a refusal by field, as sentences. Those of no field have the name "". */
export function violationsOf(error: unknown, fields: readonly string[], say: Say): Readonly<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  if (!(error instanceof RefusedError)) return found;
  for (const violation of error.errors) {
    const [, field = "", ...within] = violation.loc.map(String);
    // Fields of items are named with their places: `sections.0.origin`.
    const name = [[field, ...within].join("."), field].find((one) => fields.includes(one)) ?? "";
    found[name] = [...(found[name] ?? []), sentenceOf(violation, say)];
  }
  return found;
}

/** Messages of the service are English; frequent ones have words. */
function sentenceOf({ type, msg }: Violation, say: Say): string {
  const word = `cell.${type}`;
  return isWord(word) ? say(word) : msg;
}
