import type { Tx, Write } from "@emissions/kit/db/transactions";
import type { InvoiceRow } from "./row.ts";

/**
 * Stores the shares of deleted parts of invoices that still have other parts, and removes the stored shares of invoices
 * without parts. Two deletions at the same time, of the last two parts, leave shares that no invoice shows.
 */
export async function keepShares({ tx, org, send }: Write, gone: readonly InvoiceRow[]): Promise<void> {
  const sources = [...new Set(gone.map(({ sourceInvoiceId }) => sourceInvoiceId))];
  const left = await selectLeft(tx, org, sources);
  const partsOf = new Map(left.map(({ source, parts }) => [source, parts]));
  const kept = gone.filter(({ sourceInvoiceId }) => (partsOf.get(sourceInvoiceId) ?? 0) > 0);
  if (kept.length > 0) send(insertShares(tx, org, kept));
  const ended = left.filter(({ parts }) => parts === 0).map(({ source }) => source);
  if (ended.length > 0) {
    send(tx`
      delete from deleted_invoice_shares where organization_id = ${org} and source_invoice_id = any(${ended}::uuid[])`);
  }
}

/**
 * The invoices that have parts or stored shares. Postgres runs each count once for each invoice and reads an index. A
 * join would read all invoices of the organization for each, where the tables were never analyzed.
 */
const selectLeft = (tx: Tx, org: string, sources: readonly string[]) => tx<{ source: string; parts: number }[]>`
  select g.source, p.parts from unnest(${sources as string[]}::uuid[]) as g (source)
  cross join lateral (
    select count(*)::int as parts from invoices
    where organization_id = ${org} and source_invoice_id = g.source) as p
  cross join lateral (
    select count(*)::int as shares from deleted_invoice_shares
    where organization_id = ${org} and source_invoice_id = g.source) as s
  where p.parts + s.shares > 0`;

const insertShares = (tx: Tx, org: string, gone: readonly InvoiceRow[]) => tx`
  insert into deleted_invoice_shares (organization_id, source_invoice_id, id, facility_id, facility_name, percentage,
    company_name)
  select ${org}::uuid, g.source, g.id, g.facility_id, f.name, g.percentage, g.company_name
  from unnest(
    ${gone.map(({ sourceInvoiceId }) => sourceInvoiceId)}::uuid[], ${gone.map(({ id }) => id)}::uuid[],
    ${gone.map(({ facilityId }) => facilityId)}::uuid[], ${gone.map(({ percentage }) => percentage)}::numeric[],
    ${gone.map(({ companyName }) => companyName)}::text[]
  ) as g (source, id, facility_id, percentage, company_name)
  join facilities f on f.organization_id = ${org} and f.id = g.facility_id`;
