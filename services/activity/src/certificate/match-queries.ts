import type { Tx } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";
import { CertificateMatchSchema } from "@emissions/proto/activity/v1/certificate_service";
import { type Decimal, plain } from "@emissions/quantity/decimal";
import type { InvoiceRow } from "../invoice/row.ts";
import { rowWriter } from "../rows.ts";
import type { CertificateRow } from "./queries.ts";

export interface MatchRow {
  id: string;
  certificateId: string;
  invoiceId: string;
  mwh: string;
  createdAt: Date;
}

export const toMatch = rowWriter(CertificateMatchSchema);

/** One matching of an organization at a time, so that invoices are covered in their order. */
export const lockMatching = (tx: Tx, org: string) => tx`
  select pg_advisory_xact_lock(hashtextextended('certificate matches of ' || ${org}, 0))`;

export type Candidate = Pick<InvoiceRow, "id" | "facilityId" | "quantity" | "unitId" | "startDate" | "endDate">;

interface Search {
  certificate: Pick<CertificateRow, "country" | "productionStartDate">;
  /** Units of energy. */
  unitIds: readonly string[];
  /** Candidates after this one. Null for the first. */
  after: Candidate | null;
  limit: number;
}

/**
 * Electricity invoices of the country and the year, in the order of their first day and id. Leaves out invoices that no
 * total includes, and those of locked periods.
 */
export function selectCandidates(tx: Tx, org: string, { certificate, unitIds, after, limit }: Search) {
  const year = certificate.productionStartDate.slice(0, 4);
  return tx<Candidate[]>`
    select i.id, i.facility_id, i.quantity, i.unit_id, i.start_date, i.end_date
    from invoices i join facilities f on f.organization_id = i.organization_id and f.id = i.facility_id
    where i.organization_id = ${org} and i.type = 'electricity' and i.held_status is distinct from 'inactive'
      and f.country = ${certificate.country} and i.unit_id = any(${unitIds as string[]}::uuid[])
      and i.start_date <= ${`${year}-12-31`}::date and i.end_date >= ${`${year}-01-01`}::date
      and not exists (
        select from period_locks l
        where l.organization_id = ${org} and l.start_date <= i.end_date and l.end_date >= i.start_date)
      ${after === null ? tx`` : tx`and (i.start_date, i.id) > (${after.startDate}::date, ${after.id}::uuid)`}
    order by i.start_date, i.id limit ${limit}`;
}

interface NewMatch {
  certificateId: string;
  invoiceId: string;
  mwh: Decimal;
}

/** An invoice that the certificate covers already gets more of its MWh. Returns the whole matches. */
export async function upsertMatches(tx: Tx, org: string, matches: readonly NewMatch[]): Promise<MatchRow[]> {
  if (matches.length === 0) return [];
  const ids = newIds(matches.length);
  const rows = await tx<MatchRow[]>`
    insert into certificate_matches (organization_id, id, certificate_id, invoice_id, mwh)
    select ${org}::uuid, r.* from unnest(
      ${ids}::uuid[], ${matches.map(({ certificateId }) => certificateId)}::uuid[],
      ${matches.map(({ invoiceId }) => invoiceId)}::uuid[], ${matches.map(({ mwh }) => plain(mwh))}::numeric[]
    ) as r (id, certificate_id, invoice_id, mwh)
    on conflict (organization_id, certificate_id, invoice_id)
    do update set mwh = certificate_matches.mwh + excluded.mwh
    returning id, certificate_id, invoice_id, mwh, created_at`;
  const order = new Map(matches.map(({ invoiceId }, at) => [invoiceId, at]));
  return [...rows].sort((a, b) => order.get(a.invoiceId)! - order.get(b.invoiceId)!);
}

export async function countMatches(tx: Tx, org: string, certificateId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from certificate_matches
    where organization_id = ${org} and certificate_id = ${certificateId}`;
  return row.count;
}

/** All matches of a certificate, or one of them. */
export const selectMatchesOf = (tx: Tx, org: string, certificateId: string, matchId?: string) => tx<MatchRow[]>`
  select id, certificate_id, invoice_id, mwh, created_at from certificate_matches
  where organization_id = ${org} and certificate_id = ${certificateId}
    ${matchId === undefined ? tx`` : tx`and id = ${matchId}`}`;
