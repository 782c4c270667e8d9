import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import type { FacilityDependant } from "../facility/dependant.ts";
import { facilityInputs } from "../facility/inputs.ts";
import {
  deleteFacilityRecords,
  dependantTable,
  type RecordTable,
  updateFacilityResults,
} from "../facility/record-table.ts";
import type { Remove } from "../list/deletion.ts";
import type { RecordType } from "../records/record-type.ts";
import { toInput } from "./input.ts";
import { selectTreatmentsById } from "./queries.ts";

const TREATMENTS: RecordTable = { table: "waste_water_treatments", entityType: EntityType.WASTE_WATER_TREATMENTS };

export const treatmentRecords = (context: Pick<Context, "units">): RecordType => ({
  entityType: TREATMENTS.entityType,
  updateResults: (tx, org, results) => updateFacilityResults(tx, org, TREATMENTS, results),
  selectInputs: facilityInputs(context, { selectById: selectTreatmentsById, toInput }),
});

export const treatmentsOfFacilities = (context: Pick<Context, "units">): FacilityDependant =>
  dependantTable(TREATMENTS, treatmentRecords(context));

export const deleteTreatments: Remove = (write, ids) => deleteFacilityRecords(write, TREATMENTS, ids);
