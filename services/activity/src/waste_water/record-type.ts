import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import type { FacilityDependant } from "../facility/dependant.ts";
import { lockFacilities } from "../facility/queries.ts";
import {
  deleteFacilityRecords,
  dependantTable,
  type RecordTable,
  updateFacilityResults,
} from "../facility/record-table.ts";
import type { Remove } from "../list/deletion.ts";
import { selectOrganization } from "../organization/queries.ts";
import type { RecordType } from "../records/record-type.ts";
import { toInput } from "./input.ts";
import { selectTreatmentsById } from "./queries.ts";

const TREATMENTS: RecordTable = { table: "waste_water_treatments", entityType: EntityType.WASTE_WATER_TREATMENTS };

export const treatmentRecords = ({ units }: Pick<Context, "units">): RecordType => ({
  entityType: TREATMENTS.entityType,
  updateResults: (tx, org, results) => updateFacilityResults(tx, org, TREATMENTS, results),
  selectInputs: async (tx, org, ids) => {
    const [organization, rows] = await Promise.all([selectOrganization(tx, org), selectTreatmentsById(tx, org, ids)]);
    if (organization === null || rows.length === 0) return [];
    const named = [...new Set(rows.map(({ facilityId }) => facilityId))];
    const [facilities, catalogue] = await Promise.all([lockFacilities(tx, org, named), units.all()]);
    const countryOf = new Map(facilities.map(({ id, country }) => [id, country]));
    const { gwpSet } = organization;
    return rows.map((row) => toInput(row, { gwpSet, country: countryOf.get(row.facilityId) ?? "", units: catalogue }));
  },
});

export const treatmentsOfFacilities = (context: Pick<Context, "units">): FacilityDependant =>
  dependantTable(TREATMENTS, treatmentRecords(context));

export const deleteTreatments: Remove = (write, ids) => deleteFacilityRecords(write, TREATMENTS, ids);
