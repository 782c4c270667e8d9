import type { Labels } from "./template.ts";

/** `total_km` is "Total km". */
export function humanized(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Labels in English, Spanish and Catalan. Aliases may be in any language. */
export function named(en: string, es: string, ca?: string, aliases: readonly string[] = []) {
  const labels: Labels = { en, es, ...(ca !== undefined && { ca }) };
  return { labels, aliases };
}
