import type { ConnectError } from "@connectrpc/connect";
import { invalid, unprocessable } from "@emissions/kit/errors";

interface Violation {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
}

/** More are not listed: whoever sends a thousand wrong records repairs one mistake a thousand times. */
export const VIOLATIONS_MAX = 100;

/** Codes of records; every other mistake of one is SCHEMA_INVALID. */
const RECORD_CODES: Record<string, string> = { activity_date_out_of_range: "ACTIVITY_DATE_OUT_OF_RANGE" };

/**
 * Refuses a request for what is wrong with it. `batch` is the list in its body
 * whose items are records: when nothing else is wrong, the batch is rejected
 * because of them.
 */
export function refusalFor(found: readonly Violation[], body: unknown, batch?: string): ConnectError {
  const texts = found.slice(0, VIOLATIONS_MAX).map((violation) => ({ ...violation, loc: violation.loc.map(String) }));
  const records = batch === undefined ? undefined : (body as Record<string, unknown> | null)?.[batch];
  const inRecords = ({ loc }: Violation) => loc[0] === "body" && loc[1] === batch && loc.length > 2;
  if (!Array.isArray(records) || !found.every(inRecords)) return invalid(texts);

  const rejected = new Set(found.map(({ loc }) => String(loc[2]))).size;
  const more = found.length > VIOLATIONS_MAX ? ` Only the first ${VIOLATIONS_MAX} mistakes are listed.` : "";
  const detail = `${rejected} of ${records.length} records were rejected.${more}`;
  const coded = texts.map((violation) => ({ ...violation, type: RECORD_CODES[violation.type] ?? "SCHEMA_INVALID" }));
  return unprocessable("BULK_RECORDS_REJECTED", detail, coded);
}
