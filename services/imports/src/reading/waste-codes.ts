import { catalogueId } from "@emissions/quantity/catalogue-id";

const CODE = /^(\d{2}) ?(\d{2}) ?(\d{2})\*?$/;
/** Six digits in pairs, after the name of the list or with spaces between the pairs. */
const NAMED = /\b(?:LER|EWC|CER)\b[^\d]{0,20}(\d{2})[ .]?(\d{2})[ .]?(\d{2})\b/i;
const IN_PAIRS = /(?<![\d.,])(\d{2}) (\d{2}) (\d{2})(?![\d.,])/;
/** Chapters of the European List of Waste. */
const CHAPTER_MAX = 20;

/** As the catalogue writes it: "15 01 01". Null for another text. */
export function lerCodeOf(text: string): string | null {
  const match = CODE.exec(text.trim());
  return match === null ? null : match.slice(1, 4).join(" ");
}

export function lerCodeIn(line: string): string | null {
  const match = NAMED.exec(line) ?? IN_PAIRS.exec(line);
  if (match === null) return null;
  const chapter = Number(match[1]);
  return chapter >= 1 && chapter <= CHAPTER_MAX ? match.slice(1, 4).join(" ") : null;
}

/** The id of the code in the catalogue. */
export const lerCodeId = (code: string): string => catalogueId("ler", code.replaceAll(" ", ""));
