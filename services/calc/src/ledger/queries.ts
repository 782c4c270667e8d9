import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import type { GwpSet } from "@emissions/quantity/gases";
import type { RecordVersion } from "../calculation/queries.ts";
import { co2eColumn } from "../total_impact/group-queries.ts";
import type { Range } from "../total_impact/range.ts";
import type { Series } from "../total_impact/series.ts";
import { restatedMasses, type Slice } from "../total_impact/slices.ts";

/** The current records that the totals of a range may have. */
export interface LedgerQuery {
  range: Range;
  /** Null for all kinds. */
  entityType: string | null;
}

export interface LedgerRecord extends RecordVersion {
  entityType: string;
}

const counted = (tx: Tx, { range: { startDate, endDate }, entityType }: LedgerQuery): Fragment => tx`
  from current_records n
  join calculations c using (organization_id, record_id, revision, version)
  where n.state = 'counted' and coalesce(n.start_date <= ${endDate} and n.end_date >= ${startDate}, true)
    ${entityType === null ? tx`` : tx`and c.entity_type = ${entityType}`}`;

interface Page {
  after: string;
  size: number;
}

export const selectRecords = (tx: Tx, org: string, { after, size, ...query }: LedgerQuery & Page) => tx<LedgerRecord[]>`
  select n.record_id, n.revision, n.version, c.entity_type ${counted(tx, query)}
    and n.organization_id = ${org} and n.record_id > ${after}
  order by n.record_id limit ${size}`;

export async function countRecords(tx: Tx, orgs: readonly string[], query: LedgerQuery & { atMost: number }) {
  const [row] = await tx<[{ records: number }]>`
    select count(*)::int as records from (
      select ${counted(tx, query)} and n.organization_id = any (${orgs as string[]}::uuid[]) limit ${query.atMost}) r`;
  return row.records;
}

/** The organization of a record, if it is one of these. */
export async function selectOrganization(tx: Tx, orgs: readonly string[], recordId: string): Promise<string | null> {
  if (recordId === NIL_ID) return null;
  const [row] = await tx<{ organizationId: string }[]>`
    select organization_id from current_records
    where organization_id = any (${orgs as string[]}::uuid[]) and record_id = ${recordId}`;
  return row?.organizationId ?? null;
}

export const selectSeries = (tx: Tx, org: string, ids: readonly string[]) => tx<Series[]>`
  select * from emission_series where organization_id = ${org} and id = any (${ids as string[]}::uuid[])`;

/** Kilograms of a series that are kept apart from locked periods. */
export interface ApartRow {
  seriesId: string;
  kg: string;
  biogenicCo2Kg: string;
}

/** The amounts within a slice, without its share. */
export const selectApart = (tx: Tx, slice: Slice, gwpSet: GwpSet | null) => {
  const co2e = co2eColumn(gwpSet);
  const known = { slices: [{ ...slice, share: "1" }], asOf: null };
  return tx<ApartRow[]>`
    select masses.series_id, sum(masses.${tx(co2e)}) as kg, sum(masses.biogenic_co2_kg) as biogenic_co2_kg
    from ${restatedMasses(tx, known, [co2e, "biogenic_co2_kg"])}
    group by masses.series_id having sum(masses.${tx(co2e)}) <> 0 or sum(masses.biogenic_co2_kg) <> 0
    order by masses.series_id`;
};
