import type { Context } from "../context.ts";
import { deletableWastes } from "../waste/deletion.ts";
import type { Deletable } from "./deletion.ts";

/** Every kind of record that is deleted by jobs: one line each. */
export const deletables = (_context: Context): readonly Deletable[] => [deletableWastes];
