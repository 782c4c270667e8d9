import type { Write } from "@emissions/kit/db/transactions";
import { deleteMatches } from "../coverage/queries.ts";
import { facilityOwner } from "../facility/owner.ts";
import { invoices as kind } from "../invoice/invoice.ts";
import type { InvoiceRow } from "../invoice/row.ts";
import { restartRecords } from "../records/delete.ts";

import { type InputCatalogues, tableOf } from "../records/kind.ts";
import { selectRecords } from "../records/table.ts";
import { lockMatching, type MatchRow, selectMatchesOf } from "./match-queries.ts";
import { deleteCertificate, selectCertificate } from "./queries.ts";

/** Gives the MWh of matches back, and starts a new calculation of their invoices. */
export async function release(context: InputCatalogues, write: Write, matches: readonly MatchRow[]) {
  const { tx, org } = write;
  const ids = matches.map(({ invoiceId }) => invoiceId);
  const seen = await selectRecords<InvoiceRow>(tx, org, tableOf(kind), ids);
  const facilities = seen.map(({ facilityId }) => facilityId);
  // Facilities before their invoices, as every writer locks them.
  await facilityOwner.lockLocations(tx, org, facilities);
  const held = await selectRecords<InvoiceRow>(tx, org, tableOf(kind), ids, "lock");
  await deleteMatches(
    tx,
    org,
    matches.map(({ id }) => id),
  );
  await restartRecords(context, write, kind, held);
}

/** Deletes a certificate with its matches. Returns false if there is none. */
export async function removeCertificate(context: InputCatalogues, write: Write, id: string): Promise<boolean> {
  const { tx, org } = write;
  // No new match until the end.
  await lockMatching(tx, org);
  if ((await selectCertificate(tx, org, id)) === null) return false;
  const matches = await selectMatchesOf(tx, org, id);
  if (matches.length > 0) await release(context, write, matches);
  return (await deleteCertificate(tx, org, id)).count === 1;
}
