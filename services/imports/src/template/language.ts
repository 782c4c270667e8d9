import { preferredLanguage } from "@emissions/kit/wire/language";
import { LANGUAGES, type Labels, type Language } from "./template.ts";

/** The best known language of an `Accept-Language` header; English if it names none. */
export const languageOf = (header: string): Language => preferredLanguage(header, LANGUAGES);

export const labelIn = (labels: Labels, language: Language): string => labels[language] ?? labels.en;
