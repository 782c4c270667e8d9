import type { Explanation } from "./explanation.ts";

/** Characters of one explanation. Those of records with many pieces have some megabytes. */
const EXPLANATION_MAX = 100_000_000;

/**
 * Parses an explanation, the answer of `GET .../calculation`. JSON numbers become texts, because a floating-point number
 * would lose digits. Throws an Error for a text that is no explanation.
 */
export function readExplanation(text: string): Explanation {
  if (text.length > EXPLANATION_MAX) throw new Error(`it has more than ${EXPLANATION_MAX} characters`);
  const exact = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  const record = JSON.parse(exact) as Partial<Explanation> | null;
  if (!Array.isArray(record?.impacts) || !Array.isArray(record.parts)) throw new Error("it has no impacts and parts");
  return record as Explanation;
}
