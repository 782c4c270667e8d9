import { newId } from "@emissions/kit/id";
import type { Principal } from "@emissions/kit/principal";
import { type Activity, KG, PAPER, RECYCLING } from "../activity.fixture.ts";

/** A facility of the organization. */
export async function facility(activity: Activity, { organizationId }: Principal, country = "ES"): Promise<string> {
  const id = newId();
  await activity.db.enter(
    organizationId,
    ({ tx }) => tx`
      insert into facilities (organization_id, id, name, type, country)
      values (${organizationId}, ${id}, 'Plant', 'factory', ${country})`,
  );
  return id;
}

/** A waste that is right. */
export const wasteOf = (facilityId: string) => ({
  facilityId,
  identificationName: "Cardboard",
  startDate: "2025-01-01",
  endDate: "2025-01-31",
  baseQuantity: { value: "1250.50" },
  unitId: KG,
  lerCodeId: PAPER,
  wasteRdCodeId: RECYCLING,
});
