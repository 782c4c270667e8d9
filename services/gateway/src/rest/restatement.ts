import type { IncomingMessage } from "node:http";
import { forbidden, invalid } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";

const NAME = "Restatement-Reason";
/** Unicode characters. */
export const REASON_MAX = 500;

/**
 * Why the request may change records of locked periods; undefined without the header. Only roles that lock periods may
 * say so.
 */
export function restatementReason({ headers, rawHeaders }: IncomingMessage, { role }: Principal): string | undefined {
  const header = headers[NAME.toLowerCase()];
  if (header === undefined) return undefined;
  if (role !== "admin") throw forbidden("ORG_ADMIN_REQUIRED", "Only admins change records of locked periods.");
  const lines = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === NAME.toLowerCase()).length;
  const reason = lines === 1 ? utf8(String(header)).trim() : "";
  const length = [...reason].length;
  if (length >= 1 && length <= REASON_MAX) return reason;
  const msg = `expected one header of 1 to ${REASON_MAX} characters in UTF-8`;
  throw invalid([{ loc: ["header", NAME], msg, type: "value_error.restatement_reason" }]);
}

/** Node reads each byte of a header as one character. Empty if the bytes are no UTF-8. */
function utf8(bytes: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return "";
  }
}
