import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import type { CustomRecordStateSchema } from "@emissions/proto/factors/v1/custom_database_service";
import { currentRevision } from "./queries.ts";

export const LOOK_UPS_MAX = 500;

interface StateRow {
  id: string;
  organizationId: string;
  revision: number;
  name: string;
  enabled: boolean;
  unitId: string;
  activityCategories: string[];
}

/** One state per id, in the order of the ids. */
export async function selectStates(
  tx: Tx,
  ids: readonly string[],
): Promise<MessageInitShape<typeof CustomRecordStateSchema>[]> {
  const rows = await tx<StateRow[]>`
    select r.id, r.organization_id, r.revision, s.name, s.enabled, s.unit_id, s.activity_categories
    from custom_records r
    cross join lateral ${currentRevision(tx)} s
    where r.organization_id = any(visible_organizations()) and r.id = any(${ids.filter(isId)}::uuid[])`;
  const stateOf = new Map(rows.map((row) => [row.id, { ...row, found: true }]));
  return ids.map((id) => stateOf.get(id.toLowerCase()) ?? { id, found: false });
}
