import type { CustomFactor } from "./factor.ts";
import { type GroupRow, OWN_GASES, type Pin, type RecordRow } from "./queries.ts";

/** All its values apply on the same days. */
export interface GroupFactor extends CustomFactor {
  startDate: string;
  endDate: string | null;
}

/** A group with the factors that it had in one of its revisions. */
export interface CustomGroup {
  startDate: string | null;
  endDate: string | null;
  factors: GroupFactor[];
}

/** What a selector named: one of the two. */
export interface Found {
  record: CustomFactor | null;
  group: CustomGroup | null;
  /** Whether a revision was named; what is in force may be another one tomorrow. */
  pinned: boolean;
}

export type What = "record" | "group";

export const keyOf = (what: What, owner: string, { id, revision }: Pin) => `${what} ${owner} ${id} ${revision}`;

export function recordsIn(rows: readonly RecordRow[]): Map<string, Found> {
  const found = new Map<string, Found & { record: CustomFactor }>();
  for (const { gas, value, startDate, endDate, asked, ...row } of rows) {
    const key = keyOf("record", row.organizationId, { id: row.id, revision: asked });
    const known = found.get(key);
    const gases = known?.record.gases ?? [];
    gases.push({ gas, value, startDate, endDate });
    if (known !== undefined) continue;
    const record: CustomFactor = { ...row, category: "custom_record", key: row.id, gases };
    found.set(key, { record, group: null, pinned: asked > 0 });
  }
  return found;
}

export function groupsIn(rows: readonly GroupRow[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const row of rows) {
    const key = keyOf("group", row.organizationId, { id: row.id, revision: row.asked });
    const known = found.get(key);
    const factors = known?.group?.factors ?? [];
    if (row.factorId !== null) factors.push(factorIn(row, row.factorId));
    if (known !== undefined) continue;
    const group: CustomGroup = { startDate: row.groupStartDate, endDate: row.groupEndDate, factors };
    found.set(key, { record: null, group, pinned: row.asked > 0 });
  }
  return found;
}

function factorIn(row: GroupRow, id: string): GroupFactor {
  const { organizationId, revision, name, unitId, tag, enabled, isBiogenic, startDate, endDate } = row;
  const gases = OWN_GASES.flatMap((gas) => {
    const value = row[gas];
    return value === null ? [] : [{ gas, value, startDate, endDate }];
  });
  const own = { organizationId, id, revision, name, unitId, tag, enabled, isBiogenic, gases, startDate, endDate };
  return { ...own, category: "custom_group", key: row.id };
}
