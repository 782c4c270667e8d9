import { type Consumer, on } from "@emissions/kit/messages/consume";
import { FacilityRelocatedSchema } from "@emissions/proto/activity/v1/facility_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import type { RecordKind } from "../records/kind.ts";
import { kindsOfFacilities, recalculateNext } from "./records.ts";

/** Recalculates the records of a relocated facility: each event handles one page of one kind and announces the next. */
export function facilityConsumers(context: Pick<Context, "units">, kinds: readonly RecordKind[]): Consumer[] {
  const all = kindsOfFacilities(kinds);
  return [
    on(FacilityRelocatedSchema, async (write, { facilityId, entityType, recordsDoneTo, gridZoneOnly }) => {
      const own = gridZoneOnly ? all.filter(({ ofGrid }) => ofGrid !== undefined) : all;
      const index = entityType === EntityType.UNSPECIFIED ? 0 : own.findIndex((kind) => kind.entityType === entityType);
      const kind = own[index];
      if (kind === undefined) return;
      const doneTo = await recalculateNext(context, write, kind, { facilityId, doneTo: recordsDoneTo, gridZoneOnly });
      const next = doneTo === null ? own[index + 1] : kind;
      if (next === undefined) return;
      const rest = { entityType: next.entityType, recordsDoneTo: doneTo ?? "" };
      write.emit(FacilityRelocatedSchema, { facilityId, gridZoneOnly, ...rest });
    }),
  ];
}
