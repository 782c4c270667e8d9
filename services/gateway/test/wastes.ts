import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { conflict, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { IngestJobStatus, IngestOperation, IngestSource } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import {
  type CreateWastesRequest,
  type ListWastesRequest,
  WasteSchema,
  WasteService,
  WasteStatus,
} from "@emissions/proto/activity/v1/waste_service";

export const WASTE_ID = "0190f3a0-0000-7000-8000-0000000000e1";
/** Of a waste without its number. */
export const LOADING_WASTE_ID = "0190f3a0-0000-7000-8000-0000000000e2";
const FILTER_HASH = "a3f1c2e4b5d6a7b8";
const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

/** What was asked for last. */
export interface AskedOfWastes {
  batch?: CreateWastesRequest;
  list?: ListWastesRequest;
}

/** Knows two wastes of its caller. */
export function wasteService(asked: AskedOfWastes, organizationId: string): ServiceEntry {
  const waste = create(WasteSchema, {
    id: WASTE_ID,
    organizationId,
    type: "waste",
    identificationName: "Cardboard",
    status: WasteStatus.ACTIVE,
    calculationStatus: CalculationStatus.CALCULATED,
    baseQuantity: { value: "1250.50" },
    quantity: { value: "1250.50" },
    percentage: { value: "1" },
    co2e: { value: "26.700000000001" },
    co2eBiomass: { value: "0" },
    createdAt: NOW,
  });
  const one = (id: string) => {
    if (id === LOADING_WASTE_ID) return { waste: { ...waste, id, calculationStatus: CalculationStatus.PENDING } };
    if (id !== WASTE_ID) throw notFound("waste");
    return { waste };
  };
  const job = (operation: IngestOperation, totalItems: number) => ({
    id: newId(),
    organizationId,
    entityType: EntityType.WASTES,
    operation,
    source: IngestSource.API_BULK,
    status: IngestJobStatus.QUEUED,
    totalItems,
    createdAt: NOW,
  });
  return serve(WasteService, {
    createWaste: ({ $typeName: _, ...sent }) => ({ waste: { ...waste, ...sent } }),
    createWastes: (request) => {
      asked.batch = request;
      const place = request.records.findIndex(({ rejected }) => rejected.length > 0);
      const found = { loc: ["body", "records", String(place), "unit_id"], msg: "wrong", type: "SCHEMA_INVALID" };
      if (place >= 0) throw unprocessable("BULK_RECORDS_REJECTED", "1 record was rejected.", [found]);
      return { job: job(IngestOperation.CREATE, request.records.length) };
    },
    getWaste: ({ wasteId }) => one(wasteId),
    listWastes: (request) => {
      asked.list = request;
      return { wastes: [waste], total: 1, total2: 0, totalGeneral: 3, filterHash: FILTER_HASH };
    },
    listWasteValues: ({ field }) => ({ uniqueValues: { field, totalCount: 1, values: [{ value: "x", count: 1 }] } }),
    updateWaste: ({ wasteId }) => one(wasteId),
    deleteWaste: ({ wasteId }) => {
      one(wasteId);
      return {};
    },
    deleteWastes: ({ wasteIds }, call) => ({
      job: { ...job(IngestOperation.DELETE, wasteIds.length), organizationId: principalOf(call).organizationId },
    }),
    deleteWastesById: ({ wasteIds }) => ({
      deletion: { successCount: wasteIds.length, successIds: wasteIds, message: "Deleted." },
    }),
    deleteWastesByFilters: ({ filterHash }) => {
      if (filterHash !== FILTER_HASH) throw conflict("FILTER_HASH_MISMATCH", "The set has changed.");
      return { deletion: { message: "0 deleted." } };
    },
  });
}
