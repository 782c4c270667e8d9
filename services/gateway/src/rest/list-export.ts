import type { DescMethodServerStreaming, DescMethodUnary, Message } from "@bufbuild/protobuf";
import { z } from "zod";
import type { Caller, StreamCaller } from "./call.ts";
import type { Content } from "./content.ts";
import { filterHash } from "./fields.ts";
import type { Violation } from "./violations.ts";

/** The whole list of a route as a file, for `?format=`. */
export interface ListExport {
  /** Media types by format, for the description of the API. */
  types: Readonly<Record<ExportFormat, string>>;
  /** Refusals come before the first piece of the content. */
  write(request: ExportRequest): Promise<Content>;
}

export interface ExportRequest {
  method: DescMethodUnary | DescMethodServerStreaming;
  /** The field of the reply with the items. */
  returns: string;
  call: Caller;
  stream: StreamCaller;
  /** The request of the list. */
  message: Message;
  format: ExportFormat;
  /** Of the list that the client has seen. */
  filterHash: string | undefined;
}

const FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof FORMATS)[number];

/** Parameters of a list that has exports. */
export const EXPORT_PARAMETERS = {
  format: z.enum(FORMATS).optional().meta({
    description:
      "All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused.",
  }),
  filter_hash: filterHash.optional().meta({
    description:
      "Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed.",
  }),
};

/** Parameters that only pages have. */
const OF_PAGES: readonly string[] = ["page", "size", "offset", "limit", "sort", "cursor"];

/** A page of an export does not exist, and a page has no hash to compare. */
export function checkExportParameters(sent: Readonly<Record<string, unknown>>, found: Violation[]): void {
  const wrong = sent.format === undefined ? ["filter_hash"] : OF_PAGES.flatMap((name) => [name, `${name}[]`]);
  const msg = sent.format === undefined ? "only with format" : "not with format";
  for (const name of wrong) {
    if (sent[name] !== undefined)
      found.push({ loc: ["query", name.replace("[]", "")], msg, type: "value_error.extra" });
  }
}
