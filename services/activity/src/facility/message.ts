import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  FacilityCategorySchema,
  type FacilitySchema,
  FacilityStatusSchema,
} from "@emissions/proto/activity/v1/facility_service";
import type { FacilityRow } from "./queries.ts";

/** Distinguishes facilities from other places in mixed lists of clients. */
const PURPOSE = "facilities";

export const toFacility = (row: FacilityRow): MessageInitShape<typeof FacilitySchema> => ({
  id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  address: row.address ?? undefined,
  country: row.country,
  type: row.type,
  status: enumNumber(FacilityStatusSchema, row.status),
  co2e: { value: row.co2e },
  co2eBiomass: { value: row.co2eBiomass },
  logisticFactor: { value: row.logisticFactor },
  categories: row.categories.map((category) => enumNumber(FacilityCategorySchema, category)),
  cupsList: row.cupsList,
  facilityPurposeType: PURPOSE,
  externalId: row.externalId ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
});
