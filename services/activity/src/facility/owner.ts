import { ownerIn } from "../records/owner.ts";

/** Records of facilities: the facility selects the country and the grid of the factor and shows the sum of their emissions. */
export const facilityOwner = ownerIn({
  table: "facilities",
  totals: "facility_totals",
  countsFailures: false,
  column: "facility_id",
  key: "facilityId",
  location: { country: "country", gridZone: "grid_zone" },
});
