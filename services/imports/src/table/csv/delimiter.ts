import { DELIMITER_SAMPLE_LENGTH } from "../limits.ts";

/** In order of preference: a comma may also be a decimal mark. */
const DELIMITERS = ["\t", ";", "|", ","] as const;
/** A delimiter with a smaller share of equal lines is one by chance. */
const EQUAL_SHARE_MIN = 0.5;
/** A preferred delimiter wins with nearly as many equal lines. */
const TOLERANCE = 0.1;

/** Lines of a directive of Excel: `sep=;`. */
const DIRECTIVE = /^sep=([;,|\t])\r?\n/i;

export interface DetectedDelimiter {
  delimiter: string;
  /** Characters before the first record. */
  skip: number;
}

/** The delimiter that divides most lines into the same number of fields. A comma, if none does; tabs in a tsv file. */
export function detectDelimiter(text: string, isTsv = false): DetectedDelimiter {
  const directive = DIRECTIVE.exec(text);
  if (directive) return { delimiter: directive[1]!, skip: directive[0].length };
  if (isTsv && text.includes("\t")) return { delimiter: "\t", skip: 0 };
  const lines = logicalLines(text.slice(0, DELIMITER_SAMPLE_LENGTH));
  const shares = DELIMITERS.map((delimiter) => ({ delimiter, share: equalShare(lines, delimiter) }));
  const best = Math.max(...shares.map(({ share }) => share));
  const chosen = shares.find(({ share }) => share >= Math.max(best - TOLERANCE, EQUAL_SHARE_MIN));
  return { delimiter: chosen?.delimiter ?? ",", skip: 0 };
}

/** Lines without their quoted parts. Line ends within quotes do not count. */
function logicalLines(text: string): string[] {
  return text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "");
}

/** The share of lines that have the most frequent number of fields, which must be two at least. */
function equalShare(lines: readonly string[], delimiter: string): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const fields = line.split(delimiter).length;
    if (fields > 1) counts.set(fields, (counts.get(fields) ?? 0) + 1);
  }
  return lines.length === 0 ? 0 : Math.max(0, ...counts.values()) / lines.length;
}
