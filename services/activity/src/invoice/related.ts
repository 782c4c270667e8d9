import type { Tx } from "@emissions/kit/db/transactions";
import { selectMatches } from "../coverage/queries.ts";
import type { RelatedPurpose } from "../records/kind.ts";
import type { Invoice, InvoiceRow } from "./row.ts";
import { selectShares } from "./shares.ts";

export type Related = Awaited<ReturnType<typeof selectRelated>>;

/** The shares of invoices for people, and the certificates that cover them for their calculation. */
export async function selectRelated(
  tx: Tx,
  orgs: readonly string[],
  named: readonly Invoice[],
  purpose: RelatedPurpose,
) {
  const ids = purpose === "show" ? [] : named.flatMap((invoice) => (invoice as Partial<InvoiceRow>).id ?? []);
  const [shares, matches] = await Promise.all([
    selectShares(tx, orgs, named, purpose),
    selectMatches(tx, orgs, [...new Set(ids)]),
  ]);
  return { ...shares, matches };
}
