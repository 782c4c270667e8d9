import type { Owner } from "../records/owner.ts";
import { lockLocations } from "./queries.ts";
import { checkNamedFacility } from "./rules.ts";

/** Records of facilities: the facility selects the country and the grid of the factor and shows the sum of their emissions. */
export const facilityOwner: Owner = {
  table: "facilities",
  totals: "facility_totals",
  countsFailures: false,
  column: "facility_id",
  key: "facilityId",
  lockLocations,
  check: (record, known) => checkNamedFacility(record as { facilityId: string }, known),
};
