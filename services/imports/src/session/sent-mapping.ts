import type { ImportCombine, ImportValueMapping } from "@emissions/proto/imports/v1/import_session_service";
import type { SentFill } from "./fill.ts";

/** The mapping of a request. */
export interface SentMapping {
  mapping: Record<string, string>;
  fill: SentFill;
  combine?: ImportCombine | undefined;
  valueMappings: Record<string, Pick<ImportValueMapping, "values">>;
}
