import type { CustomFactor } from "./factor.ts";
import { CUSTOM_GASES, type GroupRow, type Pin, type RecordRow } from "./queries.ts";

/** All its values are valid on the same days. */
export interface GroupFactor extends CustomFactor {
  startDate: string;
  endDate: string | null;
}

/** A group with its factors in one revision. */
export interface CustomGroup {
  startDate: string | null;
  endDate: string | null;
  factors: GroupFactor[];
}

/** A record or a group; the other one is null. */
export interface CustomEntry {
  record: CustomFactor | null;
  group: CustomGroup | null;
  /** True if the selector has a fixed revision. Only these are cached, because the current revision can change. */
  pinned: boolean;
}

export type ReferenceKind = "record" | "group";

export const keyOf = (kind: ReferenceKind, owner: string, { id, revision }: Pin) =>
  `${kind} ${owner} ${id} ${revision}`;

export function recordsIn(rows: readonly RecordRow[]): Map<string, CustomEntry> {
  const found = new Map<string, CustomEntry & { record: CustomFactor }>();
  for (const { gas, value, startDate, endDate, requested, ...rest } of rows) {
    const { databaseId, database, versionId, version, uncertaintyGrade, evidence, ...row } = rest;
    const key = keyOf("record", row.organizationId, { id: row.id, revision: requested });
    const known = found.get(key);
    const gases = known?.record.gases ?? [];
    gases.push({ gas, value, startDate, endDate });
    if (known !== undefined) continue;
    const source = { databaseId, database, versionId, version, uncertaintyGrade, evidence };
    const record: CustomFactor = { ...row, category: "custom_record", key: row.id, gases, source };
    found.set(key, { record, group: null, pinned: requested > 0 });
  }
  return found;
}

export function groupsIn(rows: readonly GroupRow[]): Map<string, CustomEntry> {
  const found = new Map<string, CustomEntry>();
  for (const row of rows) {
    const key = keyOf("group", row.organizationId, { id: row.id, revision: row.requested });
    const known = found.get(key);
    const factors = known?.group?.factors ?? [];
    if (row.factorId !== null) factors.push(factorIn(row, row.factorId));
    if (known !== undefined) continue;
    const group: CustomGroup = { startDate: row.groupStartDate, endDate: row.groupEndDate, factors };
    found.set(key, { record: null, group, pinned: row.requested > 0 });
  }
  return found;
}

function factorIn(row: GroupRow, id: string): GroupFactor {
  const { organizationId, revision, name, unitId, tag, enabled, isBiogenic, startDate, endDate } = row;
  const gases = CUSTOM_GASES.flatMap((gas) => {
    const value = row[gas];
    return value === null ? [] : [{ gas, value, startDate, endDate }];
  });
  const own = { organizationId, id, revision, name, unitId, tag, enabled, isBiogenic, gases, startDate, endDate };
  const source = { database: row.group, uncertaintyGrade: row.uncertaintyGrade, evidence: row.evidence };
  return { ...own, category: "custom_group", key: row.id, source };
}
