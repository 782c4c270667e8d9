import type { RefusalCode } from "./refusals.ts";

/** A file, the code of its refusal, and its name if that is not the usual one of its type. */
export type RefusedFile = [what: string, content: string | Uint8Array, code: RefusalCode, name?: string];
