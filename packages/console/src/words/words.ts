import { en } from "./en.ts";
import { es } from "./es.ts";

export const languages = { en, es } as const;
export type Language = keyof typeof languages;
export type Word = keyof typeof en;
/** Values of the places in braces. */
export type Values = Readonly<Record<string, string | number>>;
export type Say = (word: Word, values?: Values) => string;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);
export const isWord = (text: string): text is Word => Object.hasOwn(en, text);

export const sayIn =
  (language: Language): Say =>
  (word, values = {}) =>
    languages[language][word].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** The word of a value of the API, such as a status. A value without a word is shown as it is, without underscores. */
export function named(say: Say, group: string, value: string): string {
  const word = `${group}.${value}`;
  return isWord(word) ? say(word) : value.replaceAll("_", " ");
}
