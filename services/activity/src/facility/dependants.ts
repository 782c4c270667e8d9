import type { Context } from "../context.ts";
import { invoicesOfFacilities } from "../invoice/deletion.ts";
import { wastesOfFacilities } from "../waste/deletion.ts";
import { treatmentsOfFacilities } from "../waste_water/record-type.ts";
import type { FacilityDependant } from "./dependant.ts";

/** Every kind of record that belongs to a facility: one line each. */
export const facilityDependants = (context: Pick<Context, "units">): readonly FacilityDependant[] => [
  wastesOfFacilities(context),
  invoicesOfFacilities(context),
  treatmentsOfFacilities(context),
];
