import { ownerIn } from "../records/owner.ts";

/** Records of vehicles: the vehicle selects the country of the factor and shows the sum of their emissions. */
export const vehicleOwner = ownerIn({
  table: "vehicles",
  totals: "vehicle_totals",
  countsFailures: true,
  column: "vehicle_id",
  key: "vehicleId",
  location: { country: "country" },
});
