import type { Context } from "../context.ts";
import { invoices } from "../invoice/invoice.ts";
import { wastes } from "../waste/waste.ts";
import { wasteWater } from "../waste_water/waste_water.ts";
import type { FacilityDependant } from "./dependant.ts";
import { recordsOfFacilities } from "./records.ts";

/** Every kind of record that belongs to a facility: one line each. */
export const facilityDependants = (context: Pick<Context, "units">): readonly FacilityDependant[] => [
  recordsOfFacilities(context, wastes),
  recordsOfFacilities(context, invoices),
  recordsOfFacilities(context, wasteWater),
];
