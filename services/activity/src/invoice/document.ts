import { isId } from "@emissions/kit/process/id";
import { type Check, checkId, missing, placed, refuse, violation } from "@emissions/kit/wire/checks";
import type { CreateDocumentInvoicesRequest } from "@emissions/proto/activity/v1/invoice_service";
import { RECORDS_MAX } from "../records/announce.ts";
import { shareViolation } from "./shares.ts";

/** Invoices of one document. */
const INVOICES_MAX = 100;

/** Refuses a request without a reading, and one with too many invoices or shares. */
export function checkDocument({ readingId, invoices }: CreateDocumentInvoicesRequest): void {
  refuse(isId(readingId) ? [] : readingId === "" ? [missing("reading_id")] : checkId("reading_id", readingId));
  refuse(invoices.length === 0 ? [missing("invoices")] : []);
  const shares = invoices.reduce((sum, { facilityPercentages }) => sum + Math.max(facilityPercentages.length, 1), 0);
  if (invoices.length <= INVOICES_MAX && shares <= RECORDS_MAX) return;
  const msg = `at most ${INVOICES_MAX} invoices with at most ${RECORDS_MAX} shares in all`;
  refuse([violation("invoices", "value_error.list.max_items", msg)]);
}

/** Adds the index of the invoice to the place of a violation. */
export const placedIn =
  (index: number) =>
  (check: Check): Check =>
    placed([check], "body", "invoices", index)[0]!;

/** The place of a violation of the part at an index, in a request with several invoices. */
export function documentViolation({ invoices }: CreateDocumentInvoicesRequest) {
  const places = invoices.flatMap((invoice, index) => {
    const within = shareViolation(invoice);
    const shares = Math.max(invoice.facilityPercentages.length, 1);
    return Array.from({ length: shares }, (_, share) => (check: Check) => placedIn(index)(within(check, share)));
  });
  return (check: Check, part: number): Check => places[part]!(check);
}
