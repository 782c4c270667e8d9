import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Background } from "./repeat.ts";
import { type WatchLog, watchFiles } from "./watch-files.ts";

/** Secrets that are accepted at a time: the present one, and those that others may still use. */
const SECRETS_MAX = 4;
const LENGTH_MIN = 32;

/** Throws an error without any part of the text. */
type Parse<T> = (text: string) => T[];

/**
 * A list of secrets: the first one signs, hashes or encrypts, and all are accepted. It is private, so that no log or
 * error shows it. A list from a file changes with the file.
 */
export class Secrets<T = string> {
  readonly #parse: Parse<T>;
  readonly #file: string | undefined;
  #text: string;
  #values: T[];

  constructor(given: string | { file: string }, parse: Parse<T>) {
    this.#parse = parse;
    this.#file = typeof given === "string" ? undefined : given.file;
    this.#text = typeof given === "string" ? given : readFileSync(given.file, "utf8");
    this.#values = parse(this.#text);
  }

  get first(): T {
    return this.#values[0]!;
  }

  get all(): readonly T[] {
    return this.#values;
  }

  /** Reads the file again when it has changed. While it is not valid, the secrets from before stay in use. */
  watch(name: string, log: WatchLog, everyMs?: number): Background | undefined {
    if (this.#file === undefined) return undefined;
    const use = ({ file }: { file: string }) => {
      this.#values = this.#parse(file);
      log.info({ count: this.#values.length }, `${name} has changed`);
    };
    return watchFiles({ files: { file: this.#file }, texts: { file: this.#text }, use, what: name, log, everyMs });
  }
}

/** The schema of a variable with secrets. `readConfig` gives it the text, or the path of `<NAME>_FILE`. */
export const secretsOf = <T>(parse: Parse<T>) =>
  z.union([z.string(), z.object({ file: z.string() })]).transform((given, context): Secrets<T> => {
    try {
      return new Secrets(given, parse);
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message, input: null });
      return z.NEVER;
    }
  });

/** The parts of a list with commas or line ends. */
export const partsOf = (text: string): string[] => text.trim().split(/\s*[,\n]\s*/);

/** Several secrets stand in one variable with commas, and in a file with commas or on lines of their own. */
export const SecretList = secretsOf((text) => {
  const parts = partsOf(text);
  if (parts.length > SECRETS_MAX) throw new Error(`expected at most ${SECRETS_MAX} secrets`);
  if (parts.some(({ length }) => length < LENGTH_MIN))
    throw new Error(`a secret is shorter than ${LENGTH_MIN} characters`);
  return parts;
});

/** Secrets of any length that never change, such as those of tests. */
export const fixedSecrets = (...values: readonly [string, ...string[]]): Secrets =>
  new Secrets(values.join(), () => [...values]);

/** Reads the files of all secrets of a configuration again when they change. */
export function watchSecrets(config: object, log: WatchLog, everyMs?: number): Background {
  const watches = Object.entries(config).flatMap(([name, value]) =>
    value instanceof Secrets ? (value.watch(name, log, everyMs) ?? []) : [],
  );
  return { stop: async () => void (await Promise.all(watches.map((watch) => watch.stop()))) };
}
