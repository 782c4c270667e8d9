import { guardFormulas } from "@emissions/kit/wire/formulas";

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A field of RFC 4180 without quotes of its own. */
export const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text of people as a field. No spreadsheet program runs it, in any locale. */
export const textField = (text: string) => quoted(guardFormulas(text));
