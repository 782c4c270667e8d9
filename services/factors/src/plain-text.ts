/** Normalizes text for comparison: lower case, no accents, single spaces, one kind of apostrophe. */
export function plainText(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[‘’´`]/g, "'");
  return bare.toLowerCase().replace(/\s+/g, " ").trim();
}
