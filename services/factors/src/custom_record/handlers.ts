import type { Context } from "../context.ts";
import { evidenceHandlers } from "./evidence-handlers.ts";
import { readHandlers } from "./read-handlers.ts";
import { writeHandlers } from "./write-handlers.ts";

export const customRecordHandlers = (context: Context) => ({
  ...readHandlers(context),
  ...writeHandlers(context),
  ...evidenceHandlers(context),
});
