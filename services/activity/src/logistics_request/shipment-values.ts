import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import type { UniqueValuesSchema } from "@emissions/proto/activity/v1/list";

/** An organization with more active shipments gets estimates (E10 of the public contract). */
export const EXACT_MAX = 250_000;
/** Values of one reply. Of more values, the most frequent ones; of more uploads, the newest. */
export const VALUES_MAX = 2_000;

interface ValueRow {
  value: string;
  label: string | null;
  count: number;
  distinctValues: number;
}

type UniqueValues = MessageInitShape<typeof UniqueValuesSchema>;
type Select = (tx: Tx, org: string, request: { projectId: string; isLarge: boolean }) => Promise<ValueRow[]>;

/** The values of each field that clients can filter shipments by. */
const FIELDS: Readonly<Record<string, Select>> = {
  // Above the limit the names are those of the organization.
  vehicle_type: (tx, org, { projectId, isLarge }) =>
    projectId && !isLarge ? selectTypesOfProject(tx, org, projectId) : selectVehicleTypes(tx, org),
  file_id: async (tx, org, { isLarge }) => {
    const [files, [none]] = await Promise.all([
      isLarge ? selectUploads(tx, org) : selectFiles(tx, org),
      tx<[{ count: number }]>`
        select coalesce(sum(active), 0)::int as count from shipment_counts
        where organization_id = ${org} and field = 'file_id' and value = ''`,
    ]);
    if (none.count <= 0) return files;
    const distinctValues = (files[0]?.distinctValues ?? 0) + 1;
    return [
      ...files.map((file) => ({ ...file, distinctValues })),
      { value: NIL_ID, label: null, ...none, distinctValues },
    ];
  },
  uploaded_by: (tx, org, { isLarge }) => (isLarge ? selectMembers(tx, org) : selectUploaders(tx, org)),
};

/**
 * The values of one field of the active shipments. Reads maintained counts (ADR 0052); only the values of a project are
 * counted in its shipments. An unsupported field has no values.
 */
export async function selectShipmentValues(
  tx: Tx,
  org: string,
  { field, projectId }: { field: string; projectId: string },
): Promise<UniqueValues> {
  const select = Object.hasOwn(FIELDS, field) ? FIELDS[field]! : undefined;
  if (select === undefined) return { field, totalCount: 0, values: [] };
  const rows = await select(tx, org, { projectId, isLarge: (await countActive(tx, org)) > EXACT_MAX });
  const values = rows.map(({ value, label, count }) => ({ value, label: label ?? undefined, count }));
  return { field, totalCount: rows[0]?.distinctValues ?? 0, values };
}

/** Each active shipment has one uploader, or the empty text. */
async function countActive(tx: Tx, org: string): Promise<number> {
  const [{ active }] = await tx<[{ active: number }]>`
    select coalesce(sum(active), 0)::int as active from shipment_counts
    where organization_id = ${org} and field = 'uploaded_by'`;
  return active;
}

/** The values that active shipments have, with their numbers. */
const counted = (tx: Tx, org: string, field: string): Fragment => tx`
  select value, sum(active)::int as count, (count(*) over ())::int as distinct_values from shipment_counts
  where organization_id = ${org} and field = ${field} and value <> ''
  group by value having sum(active) > 0 order by sum(active) desc, value limit ${VALUES_MAX}`;

const selectVehicleTypes = (tx: Tx, org: string) => tx<ValueRow[]>`
  select c.value, c.value as label, c.count, c.distinct_values from (${counted(tx, org, "vehicle_type")}) c
  order by c.value collate "C"`;

/** Reads the links of active shipments, which are at most `EXACT_MAX` here. */
const selectTypesOfProject = (tx: Tx, org: string, projectId: string) => tx<ValueRow[]>`
  select r.vehicle_type as value, r.vehicle_type as label, count(*)::int as count,
    (count(*) over ())::int as distinct_values
  from project_links l join logistics_requests r on r.organization_id = l.organization_id and r.id = l.entity_id
  where l.organization_id = ${org} and l.project_id = ${projectId} and l.entity_type = 'logistics_requests'
    and r.calculation_status = 'calculated' and r.vehicle_type is not null
  group by r.vehicle_type order by r.vehicle_type collate "C" limit ${VALUES_MAX}`;

const selectFiles = (tx: Tx, org: string) => tx<ValueRow[]>`
  select c.value, u.file_name as label, c.count, c.distinct_values from (${counted(tx, org, "file_id")}) c
  left join shipment_uploads u on u.organization_id = ${org} and u.file_id = c.value::uuid
  order by plain_text(u.file_name) nulls last, c.value`;

const selectUploads = (tx: Tx, org: string) => tx<ValueRow[]>`
  select file_id::text as value, file_name as label, row_count as count, (count(*) over ())::int as distinct_values
  from shipment_uploads where organization_id = ${org}
  order by uploaded_at desc, file_id desc limit ${VALUES_MAX}`;

/** First and last name of the user u; null for a user without a name. */
const nameOf = (tx: Tx): Fragment => tx`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`;

/** `offset 0` keeps the planner from repeating the expression of the name. */
const sortedByName = (tx: Tx, users: Fragment) => tx<ValueRow[]>`
  select * from (${users} offset 0) as named order by plain_text(label) nulls last, value limit ${VALUES_MAX}`;

const selectUploaders = (tx: Tx, org: string) =>
  sortedByName(
    tx,
    tx`
      select c.value, ${nameOf(tx)} as label, c.count, c.distinct_values from (${counted(tx, org, "uploaded_by")}) c
      left join users u on u.id = c.value::uuid`,
  );

/** Two statements: Postgres joins them row by row, because it takes the counts for few. */
async function selectMembers(tx: Tx, org: string): Promise<ValueRow[]> {
  const [members, counts] = await Promise.all([
    sortedByName(
      tx,
      tx`
        select m.user_id::text as value, ${nameOf(tx)} as label, (count(*) over ())::int as distinct_values
        from members m join users u on u.id = m.user_id where m.organization_id = ${org}`,
    ),
    tx<Pick<ValueRow, "value" | "count">[]>`
      select value, greatest(sum(active), 0)::int as count from shipment_counts
      where organization_id = ${org} and field = 'uploaded_by' group by value`,
  ]);
  const countOf = new Map(counts.map(({ value, count }) => [value, count]));
  return members.map((member) => ({ ...member, count: countOf.get(member.value) ?? 0 }));
}

/** No request names a deleted file. */
export async function deleteUpload(tx: Tx, org: string, fileId: string): Promise<void> {
  await tx`delete from shipment_uploads where organization_id = ${org} and file_id = ${fileId}`;
  await tx`
    delete from shipment_counts where organization_id = ${org} and field = 'file_id' and value = ${fileId}::uuid::text`;
}
