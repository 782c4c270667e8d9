import { readFileSync } from "node:fs";
import { type Background, repeat } from "./repeat.ts";

/** A changed file is in use after this time. */
const RELOAD_MS = 1_000;

/** Files or their texts, by the name of the variable that has the path. */
export type Named<N extends string> = Readonly<Record<N, string>>;

export interface WatchLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface Watch<N extends string> {
  files: Named<N>;
  /** The texts that are in use. */
  texts: Named<N>;
  /** Begins to use other texts. It throws if they are not valid. */
  use(texts: Named<N>): void;
  /** The content of the files, for the log. */
  what: string;
  log: WatchLog;
  everyMs?: number | undefined;
}

export const readFiles = <N extends string>(files: Named<N>): Named<N> =>
  Object.fromEntries(
    Object.entries<string>(files).map(([name, path]) => [name, readFileSync(path, "utf8")]),
  ) as Named<N>;

/**
 * Reads the files again and uses them when they have changed. While they are not valid, for example because only one of
 * a pair has been replaced, the texts from before stay in use.
 */
export function watchFiles<N extends string>(watch: Watch<N>): Background {
  const { files, use, what, log, everyMs = RELOAD_MS } = watch;
  const names = Object.keys(files) as N[];
  let current = watch.texts;
  return repeat({
    everyMs,
    work: async () => {
      const texts = readFiles(files);
      if (names.every((name) => texts[name] === current[name])) return;
      use(texts);
      current = texts;
    },
    onError: (err) => log.error({ err }, `${what} cannot be read; those from before stay in use`),
  });
}
