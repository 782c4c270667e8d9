import type { Owner } from "../records/owner.ts";
import { lockCountries } from "./queries.ts";
import { checkNamedFacility } from "./rules.ts";
import { moveFacilityTotals } from "./totals.ts";

/** Records of facilities: the facility selects the country of the factor and shows the sum of their emissions. */
export const facilityOwner: Owner = {
  column: "facility_id",
  key: "facilityId",
  lockCountries,
  check: (record, known) => checkNamedFacility(record as { facilityId: string }, known),
  moveTotals: moveFacilityTotals,
};
