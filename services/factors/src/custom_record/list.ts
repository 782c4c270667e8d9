import { pageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import {
  type ListCustomRecordsRequest,
  RecordSort,
  RecordSortSchema,
  SortOrder,
} from "@emissions/proto/factors/v1/custom_database_service";
import { columns, currentRevision, type RecordRevisionRow, withFactors } from "./queries.ts";

/** The records of a version in the requested order. Equal values are sorted by id; missing values are last. */
export async function selectRecords(tx: Tx, owner: string, request: ListCustomRecordsRequest) {
  const { sourceId, search, sortOrder } = request;
  const { limit, offset } = pageOf(request);
  const direction = sortOrder === SortOrder.DESC ? tx`desc` : tx`asc`;
  // Without a search term, the count does not need the revisions.
  const counted = tx`from custom_records r where r.organization_id = ${owner} and r.version_id = ${sourceId}`;
  const from = tx`
    from custom_records r
    cross join lateral ${currentRevision(tx)} s
    where r.organization_id = ${owner} and r.version_id = ${sourceId}
      ${search ? tx`and strpos(s.search_name, plain_text(${search})) > 0` : tx``}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<RecordRevisionRow[]>`
      select ${columns(tx)} ${from}
      order by ${sortKey(tx, request.sortBy)} ${direction} nulls last, r.id limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total ${search ? from : counted}`,
  ]);
  return { rows: await withFactors(tx, owner, rows), total };
}

function sortKey(tx: Tx, by: RecordSort) {
  switch (by) {
    case RecordSort.UNSPECIFIED:
    case RecordSort.NAME:
      return tx`s.search_name`;
    case RecordSort.CATEGORY:
      return tx`(select min(category) from unnest(s.activity_categories) as category)`;
    case RecordSort.UNIT_ID:
      return tx`s.unit_id`;
    case RecordSort.HAS_ATTACHMENTS:
      return tx`exists (
        select from custom_record_evidence e where e.organization_id = r.organization_id and e.record_id = r.id)`;
    default:
      return tx`(
        select f.value from custom_record_factors f
        where f.organization_id = r.organization_id and f.record_id = r.id and f.revision = r.revision
          and f.gas = ${enumText(RecordSortSchema, by)})`;
  }
}
