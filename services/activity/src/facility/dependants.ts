import type { Context } from "../context.ts";
import { invoicesOfFacilities } from "../invoice/deletion.ts";
import { wastes } from "../waste/waste.ts";
import { wasteWater } from "../waste_water/waste_water.ts";
import type { FacilityDependant } from "./dependant.ts";
import { recordsOfFacilities } from "./records.ts";

/** Every kind of record that belongs to a facility: one line each. */
export const facilityDependants = (context: Pick<Context, "units">): readonly FacilityDependant[] => [
  recordsOfFacilities(context, wastes),
  invoicesOfFacilities(context),
  recordsOfFacilities(context, wasteWater),
];
