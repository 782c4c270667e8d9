import type { MessageInitShape } from "@bufbuild/protobuf";
import { FacilityCategory, type FacilityFuelSchema } from "@emissions/proto/activity/v1/facility_service";
import { FuelPurpose, type LibraryFuel } from "@emissions/proto/factors/v1/facility_catalogue_service";

/** The invoices that can be about a fuel. */
const categoryOf = (purpose: FuelPurpose): FacilityCategory =>
  purpose === FuelPurpose.RECHARGE ? FacilityCategory.RECHARGE : FacilityCategory.HEAT;

export const toFacilityFuel = (
  { id, fuel, purpose, units }: LibraryFuel,
  country: string,
): MessageInitShape<typeof FacilityFuelSchema> => ({ id, fuel, category: categoryOf(purpose), units, country });
