// The entry point of the image: `entry.ts <process> [arguments]`.
import { PROCESSES } from "./processes.ts";

const EXIT_USAGE = 2;
/** 128 and the number of the signal, as a shell reports it. */
const SIGNAL_EXITS = { SIGTERM: 143, SIGINT: 130 };

const [name = ""] = process.argv.splice(2, 1);
if (Object.hasOwn(PROCESSES, name)) {
  // Linux ignores signals without a handler in the first process of a container. Servers have handlers of their own.
  if (name === "migrate") {
    for (const [signal, code] of Object.entries(SIGNAL_EXITS)) process.on(signal, () => process.exit(code));
  }
  await import(PROCESSES[name]!);
} else {
  const given = name === "" ? "no process is named" : `unknown process: ${name}`;
  process.stderr.write(`${given}; the first argument is one of: ${Object.keys(PROCESSES).join(", ")}\n`);
  process.exitCode = EXIT_USAGE;
}
