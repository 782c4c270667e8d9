import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

/** The outside of the program, so that tests can run it in their own process. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  /** Home directory, for settings. */
  home: string;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
}

/** Writes a text. Waits while a slow reader has not taken the earlier ones. */
export async function print(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain");
}

/** Control characters, and those that change the direction of a text. A terminal could obey them. */
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text of the service on one line, safe for a terminal. */
export const inLine = (text: string): string => text.replace(UNSAFE, " ");

const CODES = { bold: "1", red: "31", green: "32", yellow: "33" } as const;

/** Colours a text. Only in a terminal, and never with NO_COLOR (no-color.org) or a dumb terminal. */
export function coloured(io: Io, stream: Io["stdout"], colour: keyof typeof CODES, text: string): string {
  const { NO_COLOR, TERM } = io.env;
  if (!stream.isTTY || (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb") return text;
  return `\u001b[${CODES[colour]}m${text}\u001b[0m`;
}

/** Lines about the progress, on the error output. In a terminal a line replaces the one before. */
export class Progress {
  /** Between two lines outside of a terminal. */
  static readonly LINE_EVERY_MS = 10_000;
  readonly #io: Io;
  #shown = "";
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(io: Io) {
    this.#io = io;
  }

  /** A state that the next one replaces. */
  show(text: string): void {
    const { stderr } = this.#io;
    if (text === this.#shown) return;
    if (stderr.isTTY) stderr.write(`\r\u001b[K${inLine(text)}`);
    else if (performance.now() - this.#lastAt < Progress.LINE_EVERY_MS) return;
    else stderr.write(`${inLine(text)}\n`);
    this.#shown = text;
    this.#lastAt = performance.now();
  }

  /** A line that stays. */
  line(text: string): void {
    const { stderr } = this.#io;
    stderr.write(`${stderr.isTTY && this.#shown !== "" ? "\r\u001b[K" : ""}${inLine(text)}\n`);
    this.#shown = "";
  }

  /** Removes a state that is not over. */
  clear(): void {
    if (this.#io.stderr.isTTY && this.#shown !== "") this.#io.stderr.write("\r\u001b[K");
    this.#shown = "";
  }
}
