import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import type { Principal } from "@emissions/kit/wire/principal";
import { GasTypeSchema, RecordTagSchema } from "@emissions/proto/factors/v1/custom_database_service";
import {
  type CustomGroupSchema,
  GroupCategorySchema,
  type GroupFactorSchema,
} from "@emissions/proto/factors/v1/custom_group_service";
import type { UnitRow } from "../catalogue/queries.ts";
import type { EvidenceRow } from "../custom_record/evidence.ts";
import { toEvidence } from "../custom_record/messages.ts";
import { toUnit } from "../unit/convert.ts";
import type { FactorRow, GroupRow } from "./queries.ts";

type Units = ReadonlyMap<string, UnitRow>;

/** The ancestor organization that owns the group. Undefined for a group of the caller's organization. */
export const parentOf = ({ organizationId }: GroupRow, { ancestors }: Principal) =>
  ancestors.find(({ id }) => id === organizationId);

/** Distinct units, sorted by name. */
export const toUnits = (ids: Iterable<string>, units: Units) =>
  [...new Set(ids)]
    .flatMap((id) => units.get(id) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(toUnit);

export interface Viewer {
  principal: Principal;
  units: Units;
  /** Base URL of the API for clients. */
  publicUrl: string;
}

interface GroupContext extends Viewer {
  /** Factors that are not deleted, sorted by name. */
  factors: readonly FactorRow[];
  evidence: readonly EvidenceRow[];
}

export const toGroup = (
  row: GroupRow,
  { principal, factors, units, evidence, publicUrl }: GroupContext,
): MessageInitShape<typeof CustomGroupSchema> => ({
  id: row.id,
  name: row.name,
  category: enumNumber(GroupCategorySchema, row.category),
  description: row.description ?? undefined,
  startDate: row.startDate ?? undefined,
  endDate: row.endDate ?? undefined,
  organizationId: row.organizationId,
  isOwner: row.organizationId === principal.organizationId,
  parent: parentOf(row, principal),
  units: toUnits(
    factors.filter(({ enabled }) => enabled).map(({ unitId }) => unitId),
    units,
  ),
  factors: factors.map(toFactor),
  revision: row.revision,
  uploadedBy: row.uploadedBy ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  additionalDocs: evidence[0] && toEvidence(evidence[0], publicUrl).fileUrl,
  evidence: evidence.map((file) => toEvidence(file, publicUrl)),
});

export const toFactor = (row: FactorRow): MessageInitShape<typeof GroupFactorSchema> => ({
  id: row.id,
  name: row.name,
  unitId: row.unitId,
  tag: enumNumber(RecordTagSchema, row.tag),
  gases: row.gases.map(({ gas, value }) => ({ gasType: enumNumber(GasTypeSchema, gas), value: { value } })),
  startDate: row.startDate,
  endDate: row.endDate ?? undefined,
  enabled: row.enabled,
  isBiogenic: row.isBiogenic,
  uncertaintyGrade: row.uncertaintyGrade,
  revision: row.revision,
  createdAt: timestampFromDate(row.createdAt),
});
