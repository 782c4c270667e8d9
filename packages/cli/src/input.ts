import { readFile, stat } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { EXIT, Failure, usageFailure } from "./exit.ts";
import { type Io, print } from "./io.ts";

/** Bytes of a JSON file or of standard input. Explanations with many pieces have some megabytes. */
const TEXT_BYTES_MAX = 100_000_000;
/** Bytes of a password on standard input. */
const SECRET_BYTES_MAX = 4_096;

/** The text of a file, or of standard input for `-`. */
export async function textOfFile(io: Io, path: string): Promise<string> {
  if (path === "-") return textOfStdin(io, TEXT_BYTES_MAX);
  try {
    const { size } = await stat(path);
    if (size > TEXT_BYTES_MAX) throw new RangeError(`it has more than ${TEXT_BYTES_MAX} bytes`);
    return await readFile(path, "utf8");
  } catch (error) {
    throw usageFailure(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function textOfStdin({ stdin }: Io, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > bytesMax) throw usageFailure(`Standard input has more than ${bytesMax} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks in the terminal. The answer to a secret question is not shown. */
export async function ask(io: Io, question: string, { secret = false } = {}): Promise<string> {
  await print(io.stderr, question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: io.stdin, output: secret ? silent : io.stderr, terminal: io.stdin.isTTY });
  try {
    return await new Promise<string>((resolve, reject) => {
      const end = () => reject(new Failure(EXIT.interrupted, "Interrupted", "INTERRUPTED"));
      prompt.once("line", resolve).once("SIGINT", end).once("close", end);
    });
  } finally {
    prompt.close();
    if (secret) await print(io.stderr, "\n");
  }
}

/** A secret from the terminal, or the first line of standard input. Never from the command line, which others see. */
export async function secretOf(io: Io, question: string): Promise<string> {
  if (io.stdin.isTTY) return ask(io, question, { secret: true });
  const [line = ""] = (await textOfStdin(io, SECRET_BYTES_MAX)).split(/\r?\n/);
  if (line === "") throw usageFailure("The password is missing: write it on standard input, or use a terminal");
  return line;
}

/** Whether a person agrees. Outside of a terminal nobody can be asked. */
export async function confirmed(io: Io, question: string): Promise<boolean> {
  if (!io.stdin.isTTY) return false;
  return /^y(es)?$/i.test((await ask(io, `${question} [y/N] `)).trim());
}
