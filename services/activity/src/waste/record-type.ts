import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import { lockFacilities } from "../facility/queries.ts";
import { type RecordTable, updateFacilityResults } from "../facility/record-table.ts";
import { selectOrganization } from "../organization/queries.ts";
import type { RecordType } from "../records/record-type.ts";
import { toInput } from "./input.ts";
import { selectWastesById } from "./queries.ts";

export const WASTES: RecordTable = { table: "wastes", entityType: EntityType.WASTES };

export const wasteRecords = ({ units }: Pick<Context, "units">): RecordType => ({
  entityType: WASTES.entityType,
  updateResults: (tx, org, results) => updateFacilityResults(tx, org, WASTES, results),
  selectInputs: async (tx, org, ids) => {
    const [organization, rows] = await Promise.all([selectOrganization(tx, org), selectWastesById(tx, org, ids)]);
    if (organization === null || rows.length === 0) return [];
    const named = [...new Set(rows.map(({ facilityId }) => facilityId))];
    const [facilities, catalogue] = await Promise.all([lockFacilities(tx, org, named), units.all()]);
    const countryOf = new Map(facilities.map(({ id, country }) => [id, country]));
    const { gwpSet } = organization;
    return rows.map((row) => toInput(row, { gwpSet, country: countryOf.get(row.facilityId) ?? "", units: catalogue }));
  },
});
