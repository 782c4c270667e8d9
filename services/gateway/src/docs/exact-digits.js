const exact = /** @type {{ rawJSON?: (digits: string) => unknown }} */ (/** @type {unknown} */ (JSON));

/** @typedef {(key: string, value: unknown) => unknown} Reviver */

/**
 * Indents JSON and leaves its numbers as they are. Browsers without `JSON.rawJSON` show the text as it was sent.
 * @param {string} text
 */
export function indented(text) {
  const { rawJSON } = exact;
  if (rawJSON === undefined) return text;
  /** @type {(key: string, value: unknown, context: { source: string }) => unknown} */
  const keepDigits = (_key, value, { source }) => (typeof value === "number" ? rawJSON(source) : value);
  try {
    return JSON.stringify(JSON.parse(text, /** @type {Reviver} */ (keepDigits)), null, 2);
  } catch {
    return text;
  }
}
