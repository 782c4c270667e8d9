#!/usr/bin/env node
import { homedir } from "node:os";
import { main } from "./main.ts";

// A reader such as `head` may close the pipe before the end.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
const { env, stdin, stdout, stderr } = process;
process.exitCode = await main(process.argv.slice(2), { env, home: homedir(), stdin, stdout, stderr });
// A terminal that was asked a question would keep the process.
stdin.pause();
stdin.unref?.();
