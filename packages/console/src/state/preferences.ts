import { isLanguage, type Language } from "../words/words.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const LANGUAGE = "console.language";
const THEME = "console.theme";

/** Storage may be forbidden in the browser. The console then forgets the choice. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice holds until the page is left.
  }
}

export function firstLanguage(): Language {
  const chosen = kept(LANGUAGE) ?? navigator.language.slice(0, 2).toLowerCase();
  return isLanguage(chosen) ? chosen : "en";
}

export const keepLanguage = (language: Language) => keep(LANGUAGE, language);

export function firstTheme(): Theme {
  const chosen = kept(THEME);
  return THEMES.find((theme) => theme === chosen) ?? "system";
}

export function applyTheme(theme: Theme): void {
  keep(THEME, theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The locale of numbers and dates: that of the browser when it has the chosen language. */
export const localeOf = (language: Language): string =>
  navigator.languages.find((locale) => locale.toLowerCase().startsWith(language)) ?? language;
