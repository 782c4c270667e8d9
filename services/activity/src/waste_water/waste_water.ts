import type { ServiceImpl } from "@connectrpc/connect";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { enumNumber } from "@emissions/kit/wire/enum";
import { RecordStatusSchema } from "@emissions/proto/activity/v1/record";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import * as proto from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import type { Context } from "../context.ts";
import { facilityOwner } from "../facility/owner.ts";
import { anyId, anyStatus, calculated, endsByDay, fromDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import type { ValuesOf } from "../records/columns.ts";
import { factorSelector } from "../records/custom-factors.ts";
import { activityOf } from "../records/inputs.ts";
import { kindOf, type Lookups, statusOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";

type Treatment = ValuesOf<proto.WasteWaterTreatmentValues, "quantity">;

const VOLUME = "volume";
/** A plant of somebody else, as for most waste water. */
const PUBLIC_PLANT = { category: "water_treatment", key: "water" };

export const wasteWater = kindOf({
  entityType: EntityType.WASTE_WATER_TREATMENTS,
  values: proto.WasteWaterTreatmentValuesSchema,
  owner: facilityOwner,
  defaults: () => ({ unitId: unitId("m3") }),
  recalculateOn: () => ["startDate", "endDate", "quantity", "unitId"],
  customFactor: { category: () => "waste_water_treatments" },
  checkLookups: checkUnit,
  input: (row, { country, units }) => ({
    category: "water",
    ...activityOf(row, { value: row.quantity, unitId: row.unitId }, { units }),
    selector: { kind: factorSelector(row) ?? { case: "library", value: { ...PUBLIC_PLANT, country } } },
  }),
  view: (row, { units }) => ({
    status: enumNumber(RecordStatusSchema, statusOf(row)),
    unit: units.get(row.unitId)?.unit,
  }),
  list: {
    search: (tx) => tx`plain_text(name || chr(10) || coalesce(description, ''))`,
    filters: {
      ...commonFilters,
      facilityId: anyId("facility_id"),
      status: anyStatus(RecordStatusSchema),
      startDate: fromDay("start_date"),
      endDate: endsByDay("end_date", "start_date"),
      co2eStatus: calculated("co2e"),
    } satisfies ListFilters<proto.WasteWaterTreatmentFilter>,
    day: "start_date",
  },
});

/** A volume, or the unit of the custom record. A custom group takes any unit. */
function checkUnit(
  { unitId, customEfRecordId, customEmissionFactorId }: Treatment,
  { units, factors }: Lookups,
): Check[] {
  if (unitId === "") return [];
  const unit = units.get(unitId);
  if (unit === undefined) return [unknown("unit_id")];
  if (unit.dimension === VOLUME || customEmissionFactorId !== null) return [];
  if (customEfRecordId !== null && factors.records.get(customEfRecordId)?.unitId === unitId) return [];
  return [violation("unit_id", "value_error.unit_not_allowed", "not a unit of volume")];
}

export const wasteWaterHandlers = (context: Context): ServiceImpl<typeof proto.WasteWaterTreatmentService> =>
  usualHandlers(recordStore(context, wasteWater), proto.WasteWaterTreatmentService, {
    one: "wasteWaterTreatment",
    many: "wasteWaterTreatments",
  });
