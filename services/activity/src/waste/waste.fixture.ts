import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import type { CustomRecordStateSchema } from "@emissions/proto/factors/v1/custom_database_service";
import type { CustomGroupStateSchema } from "@emissions/proto/factors/v1/custom_group_service";
import { activity, type eachTest, KG, PAPER, RECYCLING, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { wastes } from "./waste.ts";

/** A facility of the organization, of the test that runs. */
export let plant: string;

/** Starts the tests of a file with a facility. */
export const withPlant = (start: typeof eachTest, prepare?: () => Promise<void>): void =>
  start(async () => {
    await usePlant();
    await prepare?.();
  });

/** Continues with a new facility, as for another organization. */
export const usePlant = async (): Promise<void> => {
  plant = await facility();
};

/** A facility of the organization. */
export async function facility({ by = us, country = "ES" }: { by?: Principal; country?: string } = {}) {
  const id = newId();
  await activity.db.asService(
    by.organizationId,
    ({ tx, org }) => tx`
      insert into facilities (organization_id, id, name, type, country)
      values (${org}, ${id}, 'Plant', 'factory', ${country})`,
  );
  return id;
}

/** The kilograms that a facility shows, and of them those from biomass. */
export async function totalsOf(facilityId: string, by: Principal = us) {
  const { facility: found } = await activity.as(by, FacilityService).getFacility({ facilityId });
  return [found!.co2e!.value, found!.co2eBiomass!.value].map(Number);
}

/** A waste that is right. */
export const wasteOf = (facilityId = plant) => ({
  facilityId,
  identificationName: "Cardboard",
  startDate: "2025-01-01",
  endDate: "2025-01-31",
  baseQuantity: { value: "1250.50" },
  unitId: KG,
  lerCodeId: PAPER,
  wasteRdCodeId: RECYCLING,
});

/** Stores wastes without the service, as fast as the table takes them. */
export const insertWastes = (ids: readonly string[]) =>
  activity.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
      insert into wastes (organization_id, id, facility_id, identification_name, start_date, end_date, base_quantity,
        unit_id, ler_code_id)
      select ${org}::uuid, id, ${plant}::uuid, 'Cardboard', '2025-01-01', '2025-01-31', 100, ${KG}, ${PAPER}
      from unnest(${ids as string[]}::uuid[]) as id`,
  );

type Values<D extends DescMessage> = Omit<MessageInitShape<D>, "$typeName" | "$unknown">;

/** Of custom factors, where a test does not care. */
const OWNER = newId();

/** A custom record that prices wastes by the kilogram; gives its id. */
export function record({ id = newId(), ...values }: Values<typeof CustomRecordStateSchema> = {}): string {
  const usual = { name: "Ours", revision: 1, enabled: true, unitId: KG, activityCategories: ["wastes"] };
  activity.customRecords.set(id, { id, found: true, organizationId: OWNER, ...usual, ...values });
  return id;
}

/** A custom group; gives its id. */
export function group({ id = newId(), ...values }: Values<typeof CustomGroupStateSchema> = {}): string {
  const usual = { name: "Ours", revision: 1, unitIds: [KG] };
  activity.groups.set(id, { id, found: true, organizationId: OWNER, ...usual, ...values });
  return id;
}

/** Stores results, as calc would send them. */
export const calculate = calculating(wastes);
