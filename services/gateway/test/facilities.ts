import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { notFound, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import {
  FacilityCategory,
  FacilitySchema,
  FacilityService,
  FacilityStatus,
} from "@emissions/proto/activity/v1/facility_service";
import { IngestJobStatus, IngestOperation, IngestSource } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";

export const FACILITY_ID = "0190f3a0-0000-7000-8000-0000000000f1";
/** A record of a batch that the service refuses. */
export const WRONG_NAME = "wrong in the eyes of the service";

const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

const facility = create(FacilitySchema, {
  id: FACILITY_ID,
  name: "Plant north",
  country: "ES",
  type: "factory",
  status: FacilityStatus.ACTIVE,
  co2e: { value: "12.500000000001" },
  co2eBiomass: { value: "0" },
  logisticFactor: { value: "0.8" },
  facilityPurposeType: "facilities",
  createdAt: NOW,
});

/** Knows one facility of its caller. */
export function facilityService(organizationId: string): ServiceEntry {
  const one = (id: string) => {
    if (id !== FACILITY_ID) throw notFound("facility", `Facility with id=UUID('${id}') not found`);
    return { facility: { ...facility, organizationId } };
  };
  return serve(FacilityService, {
    createFacility: ({ $typeName: _, ...sent }) => ({ facility: { ...facility, ...sent, organizationId } }),
    createFacilities: ({ records }) => {
      const place = records.findIndex(({ name }) => name === WRONG_NAME);
      const found = { loc: ["body", "records", String(place), "name"], msg: "wrong", type: "SCHEMA_INVALID" };
      if (place >= 0) throw unprocessable("BULK_RECORDS_REJECTED", "1 record was rejected.", [found]);
      const items = records.map(({ $typeName: _, ...sent }) => ({ ...facility, ...sent, id: newId(), organizationId }));
      return { items, total: items.length };
    },
    getFacility: ({ facilityId }) => one(facilityId),
    listFacilities: ({ page }) => ({ facilities: page === 1 ? [facility] : [], total: 1 }),
    updateFacility: ({ facilityId }) => one(facilityId),
    deleteFacility: ({ facilityId }) => {
      one(facilityId);
      return {};
    },
    listFacilityFuels: ({ facilityId }) => {
      const { country } = one(facilityId).facility;
      return { fuels: [{ id: newId(), fuel: "Natural gas", category: FacilityCategory.HEAT, units: [], country }] };
    },
    deleteFacilities: ({ facilityIds }, call) => ({
      job: {
        id: newId(),
        organizationId: principalOf(call).organizationId,
        entityType: EntityType.FACILITIES,
        operation: IngestOperation.DELETE,
        source: IngestSource.API_BULK,
        status: IngestJobStatus.QUEUED,
        totalItems: facilityIds.length,
        createdAt: NOW,
      },
    }),
  });
}
