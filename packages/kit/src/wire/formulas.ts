/**
 * Texts of csv files that a spreadsheet program would take for formulas. Some locales separate cells by `;` or tabs, and
 * do not see the quotes around a later field. So each part of a text after such a character or a line end counts, too.
 * The second group of characters are the full-width forms.
 */
const FORMULA = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20]`;
const FIRST = String.raw`['"\s]*${FORMULA}|'*[\t\r\n]`;
/** Quotes before a formula are removed there. Stops at separators, so that the search stays linear. */
const LATER = String.raw`(?:[^\S\t\r\n]|['"])*${FORMULA}`;

const before = (apostrophe: "" | "'") =>
  new RegExp(`^${apostrophe}(?=${FIRST})|(?<=[;\\t\\r\\n])${apostrophe}(?=${LATER})`, "g");
const [BARE, GUARDED] = [before(""), before("'")];

/** Puts an apostrophe before each part that would begin a formula, with apostrophes before it or not. */
export const guardFormulas = (text: string): string => text.replace(BARE, "'");

/** The text before `guardFormulas`. */
export const unguardFormulas = (text: string): string => text.replace(GUARDED, "");
