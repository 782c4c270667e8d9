// First, because the parser must not keep a function that connects.
import "./no-network.ts";
import { failureOf, type ReadOutcome } from "./document.ts";
import { readDocument } from "./read.ts";

/** Messages of the process that reads a document. */
export type ChildMessage = ReadOutcome | { crash: { message: string; stack: string } };

// The library may print parts of damaged documents.
for (const method of ["log", "warn", "error"] as const) console[method] = () => undefined;

const send = (message: ChildMessage) => process.send!(message, undefined, undefined, () => process.disconnect());

// Without its parent nobody waits for the result.
process.once("disconnect", () => process.exit());

process.once("message", async (bytes: Uint8Array) => {
  try {
    send({ result: await readDocument({ bytes }) });
  } catch (error) {
    const failure = failureOf(error);
    const { message, stack = "" } = error as Error;
    send(failure === null ? { crash: { message, stack } } : { failure });
  }
});
