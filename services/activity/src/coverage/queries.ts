import type { Tx } from "@emissions/kit/db/transactions";
import { type Decimal, plain } from "@emissions/quantity/decimal";
import type { CoveringMatch } from "./rules.ts";

/** The matches of each invoice, in the order in which they were made. Empty for most. */
export type MatchesOfInvoices = ReadonlyMap<string, readonly CoveringMatch[]>;

export async function selectMatches(
  tx: Tx,
  orgs: readonly string[],
  invoiceIds: readonly string[],
): Promise<MatchesOfInvoices> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tx<CoveringMatch[]>`
    select m.id, m.certificate_id, m.invoice_id, m.mwh, c.type, c.technology, c.country, c.production_start_date,
      c.emission_rate
    from certificate_matches m
    join certificates c on c.organization_id = m.organization_id and c.id = m.certificate_id
    where m.organization_id = any(${orgs as string[]}::uuid[])
      and m.invoice_id in (select unnest(${invoiceIds as string[]}::uuid[]))
    order by m.id`;
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}

/** Locks certificates in order of id, so that two writers do not block each other. */
export const lockCertificates = (tx: Tx, org: string, ids: readonly string[]) => tx`
  select id from certificates where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
  order by id for update`;

export const deleteMatches = (tx: Tx, org: string, ids: readonly string[]) => tx`
  delete from certificate_matches where organization_id = ${org} and id = any(${ids as string[]}::uuid[])`;

export const updateMatches = (tx: Tx, org: string, matches: readonly { id: string; mwh: Decimal }[]) => tx`
  update certificate_matches m set mwh = r.mwh
  from unnest(${matches.map(({ id }) => id)}::uuid[], ${matches.map(({ mwh }) => plain(mwh))}::numeric[]) as r (id, mwh)
  where m.organization_id = ${org} and m.id = r.id`;
