/** Combining marks that remain after decomposition. */
const MARKS = /\p{M}/gu;
const SEPARATORS = /[^\p{L}\p{N}%/€$£¥.+*]+/gu;
/** Lower-case ASCII words, the usual case. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
const OUTER_DOTS = /(?<=^|\s)\.+|\.+(?=\s|$)/g;

/**
 * The spelling that texts are compared by: lower case without accents; blanks, hyphens and underscores are one blank.
 * "Toneladas_métricas" and "toneladas metricas" are equal, "m³" and "m3" too.
 */
export function textKey(text: string): string {
  if (PLAIN.test(text)) return text;
  const bare = text.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return bare.replace(SEPARATORS, " ").replace(OUTER_DOTS, "").replace(/ +/g, " ").trim();
}
