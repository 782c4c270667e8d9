import { unreadable } from "./refusals.ts";

const [A, Z, ZERO, NINE] = [65, 90, 48, 57];
/** XFD1048576 is the last cell that Excel has. */
const REFERENCE_LENGTH_MAX = 10;

/** Zero-based row and column of a reference such as `C12`. */
export function parseReference(reference: string): { row: number; column: number } {
  let [row, column, at] = [0, 0, 0];
  if (reference.length > REFERENCE_LENGTH_MAX) return unreadable("A cell has no valid reference.");
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < A || code > Z) break;
    column = column * 26 + code - A + 1;
  }
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < ZERO || code > NINE) return unreadable("A cell has no valid reference.");
    row = row * 10 + code - ZERO;
  }
  if (row === 0 || column === 0) return unreadable("A cell has no valid reference.");
  return { row: row - 1, column: column - 1 };
}

/** Letters of a zero-based column. */
export function columnLetters(column: number): string {
  let [letters, rest] = ["", column + 1];
  while (rest > 0) {
    letters = String.fromCharCode(A + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}
