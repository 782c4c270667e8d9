import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import {
  type ListWasteWaterTreatmentsRequest,
  WasteWaterTreatmentSchema,
  WasteWaterTreatmentService,
  WasteWaterTreatmentStatus,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";

export const TREATMENT_ID = "0190f3a0-0000-7000-8000-0000000000e2";
const FILTER_HASH = "a3f1c2e4b5d6a7b8";

/** What was asked for last. */
export interface AskedOfTreatments {
  list?: ListWasteWaterTreatmentsRequest;
}

/** Knows one treatment of its caller. */
export function wasteWaterService(asked: AskedOfTreatments, organizationId: string): ServiceEntry {
  const wasteWaterTreatment = create(WasteWaterTreatmentSchema, {
    id: TREATMENT_ID,
    organizationId,
    name: "Municipal plant",
    quantity: { value: "340.50" },
    status: WasteWaterTreatmentStatus.ACTIVE,
    calculationStatus: CalculationStatus.CALCULATED,
    co2e: { value: "58.100000000001" },
    co2eBiomass: { value: "0" },
    createdAt: timestampFromDate(new Date("2026-01-31T10:00:00Z")),
  });
  const one = (id: string) => {
    if (id !== TREATMENT_ID) throw notFound("waste water treatment");
    return { wasteWaterTreatment };
  };
  return serve(WasteWaterTreatmentService, {
    createWasteWaterTreatment: ({ $typeName: _, ...sent }) => ({
      wasteWaterTreatment: { ...wasteWaterTreatment, ...sent },
    }),
    getWasteWaterTreatment: ({ id }) => one(id),
    listWasteWaterTreatments: (request) => {
      asked.list = request;
      return { wasteWaterTreatments: [wasteWaterTreatment], total: 1, filterHash: FILTER_HASH };
    },
    updateWasteWaterTreatment: ({ id }) => one(id),
    deleteWasteWaterTreatment: ({ id }) => {
      one(id);
      return {};
    },
    deleteWasteWaterTreatments: ({ wasteWaterTreatmentIds: ids }) => ({
      deletion: { successCount: ids.length, successIds: ids, message: "Deleted." },
    }),
    deleteWasteWaterTreatmentsByFilters: ({ filterHash }) => {
      if (filterHash !== FILTER_HASH) throw conflict("FILTER_HASH_MISMATCH", "The set has changed.");
      return { deletion: { message: "0 deleted." } };
    },
  });
}
