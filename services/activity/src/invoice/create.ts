import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import type { CreateInvoiceRequest } from "@emissions/proto/activity/v1/invoice_service";
import { lockCountries } from "../facility/queries.ts";
import { announceStored } from "../records/announce.ts";
import { pinOf } from "../records/custom-factors.ts";
import { toInput } from "./input.ts";
import { type InvoiceRow, inserted, insertInvoices } from "./queries.ts";
import { checkReferences, keysOf, type References } from "./references.ts";
import { checkInvoice, checkType, type InvoiceType, type InvoiceValues, sentValues, typeOf } from "./rules.ts";
import { amountOf, checkFacilities, checkProduct, checkShares, type SentShare, sentShares } from "./shares.ts";

/** An invoice whose form is right; refuses any other. */
export interface SentInvoice {
  type: InvoiceType;
  values: InvoiceValues;
  shares: readonly SentShare[];
}

export function sentInvoice(request: CreateInvoiceRequest, org: string): SentInvoice {
  const sent = { type: typeOf(request), values: sentValues(request), shares: sentShares(request, org) };
  const { type, values, shares } = sent;
  refuse([...checkType(type), ...checkInvoice(type, values), ...checkShares(shares, request)]);
  refuse(checkProduct(values.baseQuantity, shares));
  return sent;
}

/** Stores one row for each facility, and gives back all. */
export async function storeInvoice(
  write: Write,
  { type, values, shares }: SentInvoice,
  references: References & { gwpSet: string },
): Promise<InvoiceRow[]> {
  const { tx, org, principal } = write;
  const named = shares.map(({ facilityId }) => facilityId);
  const countryOf = await lockCountries(tx, org, named);
  // Only now, for a repeat gets the first answer although facility or factor are gone since.
  refuse([...checkFacilities(shares, org, countryOf), ...checkReferences(type, values, references)]);
  const common = {
    ...values,
    ...keysOf(values, references),
    ...pinOf(values, references.factors),
    type,
    sourceInvoiceId: newId(),
    uploadedBy: principal.userId,
    createdAt: new Date(),
  };
  // Sorted, because ids of one moment are in no order, and the parts are to be shown in that of the request.
  const ids = shares.map(() => newId()).sort();
  const invoices = shares.map(({ facilityId, percentage, companyName }, at) => {
    const quantity = amountOf(values.baseQuantity, { percentage });
    return inserted(org, { ...common, id: ids[at]!, facilityId, percentage, companyName, quantity });
  });
  await insertInvoices(tx, org, invoices);
  const { gwpSet, units } = references;
  announceStored(
    write,
    invoices.map((invoice) => toInput(invoice, { gwpSet, country: countryOf.get(invoice.facilityId)!, units })),
  );
  return invoices;
}
