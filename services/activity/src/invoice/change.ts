import type { Write } from "@emissions/kit/db/transactions";
import { refuse, unknown } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { notFound } from "@emissions/kit/wire/errors";
import { type InvoiceStatus, InvoiceStatusSchema } from "@emissions/proto/activity/v1/invoice_service";
import { lockCountries } from "../facility/queries.ts";
import { selectOrganization } from "../organization/queries.ts";
import { announceStored } from "../records/announce.ts";
import { concurrentChange, pinOf, refuseConcurrentChange } from "../records/custom-factors.ts";
import { leaveFacilityTotals } from "./deletion.ts";
import { toInput } from "./input.ts";
import { type InvoiceRow, NOT_CALCULATED, selectInvoice, updateInvoice } from "./queries.ts";
import { checkReferences, hasFuel, keysOf, type References } from "./references.ts";
import { checkInvoice, type InvoiceValues, isCounted, needsRecalculation, statusWith } from "./rules.ts";
import { amountOf, checkProduct } from "./shares.ts";

interface Change {
  /** As it was when what it names was looked up. */
  seen: InvoiceRow;
  changes: Partial<InvoiceValues>;
  status: InvoiceStatus | undefined;
}

/** Announces the invoice only when it has to be calculated again, or begins or ceases to count. */
export async function changeInvoice(write: Write, change: Change, references: References): Promise<InvoiceRow> {
  const { tx, org } = write;
  const { seen, changes } = change;
  // Before the invoice itself, in the order in which a facility is deleted with its invoices.
  const named = [seen.facilityId, ...(changes.facilityId ? [changes.facilityId] : [])];
  const countryOf = await lockCountries(tx, org, named);
  const before = await selectInvoice(tx, org, seen.id, "to change");
  if (before === null) throw notFound("invoice");
  const values = { ...before, ...changes };
  const held = change.status === undefined ? before.status : enumText(InvoiceStatusSchema, change.status);
  refuse(checkInvoice(before.type, values));
  refuse(checkProduct(values.baseQuantity, [before]));
  const isAnew = needsRecalculation(before, changes);
  const after = { ...values, status: statusWith(held, before) };
  if (!isAnew && isCounted(before) === isCounted(after)) return updateInvoice(tx, org, after);

  // Another change moved it meanwhile, to a facility that is not locked here.
  if (before.facilityId !== seen.facilityId) throw concurrentChange();
  const country = countryOf.get(after.facilityId);
  refuse(country === undefined ? [unknown("facility_id")] : []);
  if (isAnew) {
    const wasLookedUp = needsRecalculation(seen, changes);
    if (!wasLookedUp || !hasFuel(references, after, country!)) throw concurrentChange();
    refuseConcurrentChange(after, references.factors);
    refuse(checkReferences(before.type, after, references));
  }
  const organization = await selectOrganization(tx, org);
  if (organization === null) throw notFound("organization");
  const anew = {
    ...after,
    ...(isAnew && { ...keysOf(after, references), ...pinOf(after, references.factors) }),
    ...NOT_CALCULATED,
    quantity: amountOf(after.baseQuantity, before),
    status: statusWith(held, NOT_CALCULATED),
    revision: before.revision + 1,
  };
  announceStored(write, [toInput(anew, { gwpSet: organization.gwpSet, country: country!, units: references.units })]);
  const row = await updateInvoice(tx, org, anew);
  await leaveFacilityTotals(tx, org, [before]);
  return row;
}
