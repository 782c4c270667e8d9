import type { ServiceEntry } from "@emissions/kit/services";
import type { Context } from "./context.ts";

/** What the service answers: so far only the questions for its health. */
export const routes = (_context: Context): ServiceEntry[] => [];
