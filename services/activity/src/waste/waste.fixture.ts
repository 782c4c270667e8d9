import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import type { CustomRecordStateSchema } from "@emissions/proto/factors/v1/custom_database_service";
import type { CustomGroupStateSchema } from "@emissions/proto/factors/v1/custom_group_service";
import { type Activity, KG, PAPER, RECYCLING } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { wastes } from "./waste.ts";

/** A facility of the organization. */
export async function facility(activity: Activity, { organizationId }: Principal, country = "ES"): Promise<string> {
  const id = newId();
  await activity.db.asService(
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

type Values<D extends DescMessage> = Omit<MessageInitShape<D>, "$typeName" | "$unknown">;

/** Of custom factors, where a test does not care. */
const OWNER = newId();

/** A custom record that prices wastes by the kilogram; gives its id. */
export function record(
  activity: Activity,
  { id = newId(), ...values }: Values<typeof CustomRecordStateSchema>,
): string {
  const usual = { name: "Ours", revision: 1, enabled: true, unitId: KG, activityCategories: ["wastes"] };
  activity.customRecords.set(id, { id, found: true, organizationId: OWNER, ...usual, ...values });
  return id;
}

/** A custom group; gives its id. */
export function group(activity: Activity, { id = newId(), ...values }: Values<typeof CustomGroupStateSchema>): string {
  activity.groups.set(id, {
    id,
    found: true,
    organizationId: OWNER,
    name: "Ours",
    revision: 1,
    unitIds: [KG],
    ...values,
  });
  return id;
}

/** Stores results, as calc would send them. */
export const calculate = calculating(wastes);
