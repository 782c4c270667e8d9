import type { Context } from "../context.ts";
import { facilityDeletable } from "../facility/delete.ts";
import { deletableWastes } from "../waste/deletion.ts";
import type { Deletable } from "./deletion.ts";

/** Every kind of record that is deleted by jobs: one line each. */
export const deletables = (context: Context): readonly Deletable[] => [deletableWastes, facilityDeletable(context)];
