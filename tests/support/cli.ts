import { PassThrough, Readable, Writable } from "node:stream";
import type { Exit } from "@emissions/cli/exit";
import { main } from "@emissions/cli/main";

/** A run of the command line in the process of the test. */
export interface Ran {
  exit: Exit;
  out: string;
  err: string;
  /** The parsed standard output. Tests assert its type. */
  json: ReturnType<typeof JSON.parse>;
}

export interface Outside {
  env: Record<string, string>;
  /** Text on standard input. */
  stdin?: string;
  /** Whether input and outputs are a terminal. */
  isTerminal?: boolean;
}

class Collected extends Writable {
  text = "";
  isTTY = false;
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.text += chunk;
    done();
  }
}

export async function runCli(args: readonly string[], { env, stdin = "", isTerminal = false }: Outside): Promise<Ran> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const input: Readable & { isTTY?: boolean } = isTerminal ? new PassThrough() : Readable.from([stdin]);
  if (isTerminal) (input as PassThrough).write(stdin);
  for (const stream of [stdout, stderr, input]) stream.isTTY = isTerminal;
  const exit = await main(args, { env, home: "/nonexistent", stdin: input, stdout, stderr });
  const isJson = args.includes("--json") && stdout.text !== "";
  return { exit, out: stdout.text, err: stderr.text, json: isJson ? JSON.parse(stdout.text) : undefined };
}
