import type { Write } from "@emissions/kit/db/transactions";
import type { InvoiceRow } from "./row.ts";

/**
 * Stores the shares of deleted parts of invoices that still have other parts, and removes the stored shares of invoices
 * without parts. Two deletions at the same time, of the last two parts, leave shares that no invoice shows.
 */
export function keepShares({ tx, org, send }: Write, gone: readonly InvoiceRow[]): void {
  const sources = gone.map(({ sourceInvoiceId }) => sourceInvoiceId);
  // With a limit Postgres reads the index for each invoice, and never all invoices of the organization.
  const part = tx`select 1 as one from invoices where organization_id = ${org} and source_invoice_id = g.source limit 1`;
  send(tx`
    insert into deleted_invoice_shares (organization_id, source_invoice_id, id, facility_id, facility_name, percentage,
      company_name)
    select ${org}::uuid, g.source, g.id, g.facility_id, f.name, g.percentage, g.company_name
    from unnest(
      ${sources}::uuid[], ${gone.map(({ id }) => id)}::uuid[], ${gone.map(({ facilityId }) => facilityId)}::uuid[],
      ${gone.map(({ percentage }) => percentage)}::numeric[], ${gone.map(({ companyName }) => companyName)}::text[]
    ) as g (source, id, facility_id, percentage, company_name)
    cross join lateral (${part}) as other
    join facilities f on f.organization_id = ${org} and f.id = g.facility_id`);
  send(tx`
    delete from deleted_invoice_shares d using unnest(${[...new Set(sources)]}::uuid[]) as g (source)
    where d.organization_id = ${org} and d.source_invoice_id = g.source and not exists (${part})`);
}
