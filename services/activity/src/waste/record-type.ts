import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import { facilityInputs } from "../facility/inputs.ts";
import { type RecordTable, updateFacilityResults } from "../facility/record-table.ts";
import type { RecordType } from "../records/record-type.ts";
import { toInput } from "./input.ts";
import { selectWastesById } from "./queries.ts";

export const WASTES: RecordTable = { table: "wastes", entityType: EntityType.WASTES };

export const wasteRecords = (context: Pick<Context, "units">): RecordType => ({
  entityType: WASTES.entityType,
  updateResults: (tx, org, results) => updateFacilityResults(tx, org, WASTES, results),
  selectInputs: facilityInputs(context, { selectById: selectWastesById, toInput }),
});
