import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  FacilityCategory,
  type FacilityFuelSchema,
  FacilitySchema,
} from "@emissions/proto/activity/v1/facility_service";
import { FuelPurpose, type LibraryFuel } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { rowWriter } from "../rows.ts";
import type { FacilityRow } from "./queries.ts";

const write = rowWriter(FacilitySchema);

/** The purpose type distinguishes facilities from other places in mixed lists of clients. */
export const toFacility = (row: FacilityRow) => write({ ...row, facilityPurposeType: "facilities" });

/** The invoices that can be about a fuel. */
const categoryOf = (purpose: FuelPurpose): FacilityCategory =>
  purpose === FuelPurpose.RECHARGE ? FacilityCategory.RECHARGE : FacilityCategory.HEAT;

export const toFacilityFuel = (
  { id, fuel, purpose, units }: LibraryFuel,
  country: string,
): MessageInitShape<typeof FacilityFuelSchema> => ({ id, fuel, category: categoryOf(purpose), units, country });
