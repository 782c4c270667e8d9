import { plainText } from "../plain-text.ts";

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  ð: "d",
  ø: "o",
  þ: "th",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  œ: "oe",
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
const ASCII = /^[ -~]*$/;

/** A name for comparison: without case, accents, hyphens, points and apostrophes. */
export function placeName(text: string): string {
  const letters = ASCII.test(text)
    ? text.toLowerCase()
    : plainText(text).replace(SPECIAL, (letter) => LETTERS[letter]!);
  return letters.replace(/[-'./_ ]+/g, " ").trim();
}
