import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** The last line of a complete list. A list without it was cut off: nothing may be concluded from it. */
interface End {
  end: true;
}

const isEnd = (line: object): line is End => "end" in line;

/** Reads a list that another command writes, one JSON object in a line. Throws if its end is missing. */
export async function* readLines<T extends object>(input: Readable): AsyncGenerator<T> {
  let ended = false;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text === "") continue;
    const line = JSON.parse(text) as T | End;
    if (isEnd(line)) ended = true;
    else yield line;
  }
  if (!ended) throw new Error("The list ended early: the command that writes it has failed.");
}

/** Groups lines of one organization, at most `max` in each group. */
export async function* grouped<T extends { organizationId: string }>(
  lines: AsyncIterable<T>,
  max: number,
): AsyncGenerator<[T, ...T[]]> {
  let group: T[] = [];
  for await (const line of lines) {
    if (group.length === max || (group.length > 0 && group[0]!.organizationId !== line.organizationId)) {
      yield group as [T, ...T[]];
      group = [];
    }
    group.push(line);
  }
  if (group.length > 0) yield group as [T, ...T[]];
}

/** Writes such a list. Waits for a slow reader, so that memory stays bounded. */
export class LineWriter {
  readonly #output: Writable;

  constructor(output: Writable) {
    this.#output = output;
  }

  async write(lines: readonly object[]): Promise<void> {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    if (!this.#output.write(text)) await once(this.#output, "drain");
  }

  end = (): Promise<void> => this.write([{ end: true } satisfies End]);
}
