import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { type EvidenceTable, GROUP_EVIDENCE, RECORD_EVIDENCE } from "../../custom_record/evidence.ts";

/** A reference to a revision of a record or group. Revision 0 is the current one. */
export interface Pin {
  id: string;
  revision: number;
}

/** One gas in one revision of a record. */
export interface RecordRow {
  organizationId: string;
  id: string;
  /** The requested revision; 0 for the current one. */
  requested: number;
  revision: number;
  name: string;
  unitId: string;
  tag: Tag;
  enabled: boolean;
  isBiogenic: boolean;
  gas: CustomGas;
  /** kg of co2e and co2, g of ch4 and n2o. */
  value: string;
  startDate: string;
  endDate: string | null;
  databaseId: string;
  database: string;
  versionId: string;
  version: string;
  uncertaintyGrade: string;
  evidence: EvidenceFile[];
}

/** A file that documents a record or group. */
export interface EvidenceFile {
  fileId: string;
  fileName: string;
}

export type Tag = "simple" | "advanced" | "full";
export const CUSTOM_GASES = ["co2e", "co2", "ch4", "n2o"] as const;
export type CustomGas = (typeof CUSTOM_GASES)[number];

/** The files of a record or group, in the order of attachment. */
const evidenceOf = (tx: Tx, { name, key }: EvidenceTable, id: Fragment, org = tx`r.organization_id`) => tx`
  coalesce((
    select json_agg(json_build_object('fileId', e.file_id, 'fileName', e.file_name) order by e.position, e.file_id)
    from ${tx(name)} e where e.organization_id = ${org} and e.${tx(key)} = ${id}), '[]')`;

/** All gases of the requested revisions, for all visible organizations. */
export const selectRecords = (tx: Tx, pins: readonly Pin[]) => tx<RecordRow[]>`
  select r.organization_id, r.record_id as id, requested.revision as requested, r.revision, r.name, r.unit_id, r.tag, r.enabled,
    r.is_biogenic, r.uncertainty_grade, f.gas, f.value, f.start_date, f.end_date, d.id as database_id, d.name as database,
    v.id as version_id, v.name as version, ${evidenceOf(tx, RECORD_EVIDENCE, tx`r.record_id`)} as evidence
  from unnest(${pins.map(({ id }) => id)}::uuid[], ${pins.map(({ revision }) => revision)}::int[])
    as requested (id, revision)
  join custom_records now on now.organization_id = any (visible_organizations()) and now.id = requested.id
  join custom_record_revisions r on r.organization_id = now.organization_id and r.record_id = now.id
    and r.revision = case requested.revision when 0 then now.revision else requested.revision end
  join custom_versions v on v.organization_id = now.organization_id and v.id = now.version_id
  join custom_databases d on d.organization_id = v.organization_id and d.id = v.database_id
  join custom_record_factors f on f.organization_id = r.organization_id and f.record_id = r.record_id
    and f.revision = r.revision`;

/** One factor of a group in one revision of the group. A group without factors has one row with a null factor. */
export interface GroupRow {
  organizationId: string;
  id: string;
  requested: number;
  groupStartDate: string | null;
  groupEndDate: string | null;
  factorId: string | null;
  /** The revision of the group that wrote this state. */
  revision: number;
  name: string;
  unitId: string;
  tag: Tag;
  enabled: boolean;
  isBiogenic: boolean;
  co2e: string | null;
  co2: string | null;
  /** Grams, like n2o. */
  ch4: string | null;
  n2o: string | null;
  startDate: string;
  endDate: string | null;
  group: string;
  uncertaintyGrade: string;
  evidence: EvidenceFile[];
}

/**
 * The factors of the groups in the requested revisions. A future revision is not found, because its content is unknown.
 * A deleted group is found only by a pinned revision, not by revision 0.
 */
export const selectGroups = (tx: Tx, pins: readonly Pin[]) => tx<GroupRow[]>`
  select g.organization_id, g.id, requested.revision as requested, g.start_date as group_start_date,
    g.end_date as group_end_date, f.id as factor_id, f.revision, f.name, f.unit_id, f.tag, f.enabled, f.is_biogenic,
    f.co2e, f.co2, f.ch4, f.n2o, f.start_date, f.end_date, f.uncertainty_grade, g.name as "group",
    ${evidenceOf(tx, GROUP_EVIDENCE, tx`g.id`, tx`g.organization_id`)} as evidence
  from unnest(${pins.map(({ id }) => id)}::uuid[], ${pins.map(({ revision }) => revision)}::int[])
    as requested (id, revision)
  join custom_groups g on g.organization_id = any (visible_organizations()) and g.id = requested.id
    and case requested.revision when 0 then g.deleted_at is null else requested.revision <= g.revision end
  left join lateral (
    select distinct on (s.id) s.* from custom_group_factors s
    where s.organization_id = g.organization_id and s.group_id = g.id
      and s.revision <= case requested.revision when 0 then g.revision else requested.revision end
    order by s.id, s.revision desc
  ) f on not f.deleted`;
