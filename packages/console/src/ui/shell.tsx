import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Role, useTexts } from "../state/context.ts";
import { applyTheme, firstTheme, THEMES, type Theme } from "../state/preferences.ts";
import { hashOf, usePlace } from "../state/route.ts";
import { isLanguage, type Language, languages } from "../words/words.ts";

/** Pages of these are for admins alone. */
const ADMIN_PAGES: readonly string[] = ["webhooks", "members", "keys"];
const PAGES = [
  "overview",
  "dashboards",
  "records",
  "imports",
  "factors",
  "jobs",
  "webhooks",
  "members",
  "keys",
  "account",
] as const;
const NAMES: Record<Language, string> = { en: "English", es: "Español" };

interface Props {
  /** The last text for screen readers. */
  heard: string;
  language: Language;
  onLanguage: (language: Language) => void;
  onSignOut?: () => void;
  navigation: boolean;
  /** The role in the chosen organization. Null until it is known. */
  role: Role | null;
  children: ComponentChildren;
}

/** The frame of all pages: banner, navigation, content. */
export function Shell({ heard, language, onLanguage, onSignOut, navigation, role, children }: Props) {
  const { say } = useTexts();
  // The first control is no link: it would change the hash, which is the place in the console.
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("content")?.focus()}>
        {say("skip")}
      </button>
      <header class="banner">
        <span class="brand">{say("title")}</span>
        {navigation && <Navigation role={role} />}
        <div class="choices">
          <LanguageChoice language={language} onLanguage={onLanguage} />
          <ThemeChoice />
          {onSignOut && (
            <button type="button" class="plain" onClick={onSignOut}>
              {say("signOut")}
            </button>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <p class="heard" aria-live="polite" aria-atomic="true">
        {heard}
      </p>
    </>
  );
}

function Navigation({ role }: Pick<Props, "role">) {
  const { say } = useTexts();
  const here = usePlace().path[0] ?? "overview";
  return (
    <nav aria-label={say("nav")}>
      <ul>
        {PAGES.filter((page) => role === "admin" || !ADMIN_PAGES.includes(page)).map((page) => (
          <li key={page}>
            <a href={hashOf([page])} {...(page === here && { "aria-current": "page" as const })}>
              {say(`nav.${page}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LanguageChoice({ language, onLanguage }: Pick<Props, "language" | "onLanguage">) {
  const { say } = useTexts();
  const choose = ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) =>
    isLanguage(value) && onLanguage(value);
  return (
    <select aria-label={say("language")} value={language} onChange={choose}>
      {(Object.keys(languages) as Language[]).map((one) => (
        <option key={one} value={one} lang={one}>
          {NAMES[one]}
        </option>
      ))}
    </select>
  );
}

function ThemeChoice() {
  const { say } = useTexts();
  const [theme, setTheme] = useState(firstTheme);
  const choose = ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) => {
    applyTheme(value as Theme);
    setTheme(value as Theme);
  };
  return (
    <select aria-label={say("theme")} value={theme} onChange={choose}>
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {say(`theme.${one}`)}
        </option>
      ))}
    </select>
  );
}
