import { plainColumn, column as quotedColumn } from "@emissions/kit/db/columns";
import { inOrder } from "@emissions/kit/db/in-order";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { completeItemsOfDeleted } from "../job/deleted-records.ts";
import { announceAllDeleted, announceStored } from "../records/announce.ts";
import { failureOf, nameOf, type RecordType } from "../records/record-type.ts";
import type { FacilityDependant } from "./dependant.ts";
import { lockFacilities } from "./queries.ts";
import { selectNext } from "./records.ts";
import { type FacilitySums, moveFacilitySums, moveFacilityTotals } from "./totals.ts";

/**
 * A table of records that belong to facilities, with `facility_id`, `start_date`, `revision`, `status` (loading, active
 * or error), `error_code`, `error_detail`, `co2e`, `co2e_biomass`, and an index by facility, start date and id. Whatever
 * changes or removes a number here moves the totals of the facility as well.
 */
export interface RecordTable {
  table: string;
  entityType: EntityType;
}

interface Held {
  id: string;
  revision: number;
  facilityId: string;
  co2e: string | null;
  co2eBiomass: string | null;
}

/**
 * In order of id, so that two writers do not block each other. Ids stand in a subquery here and below: as an array,
 * hundreds of them are compared with one row after the other wherever the index is not taken.
 */
const lockRecords = (tx: Tx, org: string, { table }: RecordTable, ids: readonly string[]) => tx<Held[]>`
  select id, revision, facility_id, co2e, co2e_biomass from ${tx(table)}
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) order by id for update`;

/** Deletes those of the records that there are, takes them out of all totals, and tells which there were. */
export async function deleteFacilityRecords(write: Write, kind: RecordTable, ids: readonly string[]) {
  const gone = await removeRecords(write, kind, ids);
  const there = gone.map(({ id }) => id);
  await inOrder(
    () => completeItemsOfDeleted(write, nameOf(kind.entityType), there),
    () => takeOff(write, gone),
  );
  return there;
}

/** Leaves the totals of the facilities alone, and the items that wait for the records. */
async function removeRecords(write: Write, kind: RecordTable, ids: readonly string[]): Promise<Held[]> {
  const { tx, org, send } = write;
  const gone = await lockRecords(tx, org, kind, ids);
  const there = gone.map(({ id }) => id);
  if (there.length > 0) {
    send(tx`delete from ${tx(kind.table)} where organization_id = ${org} and id in (select unnest(${there}::uuid[]))`);
  }
  announceAllDeleted(write, kind.entityType, gone);
  return gone;
}

const takeOff = ({ tx, org }: Write, held: readonly Held[]) =>
  moveFacilityTotals(
    tx,
    org,
    held.map(({ facilityId, ...was }) => ({ facilityId, was, is: null })),
  );

/** How the records of the table go with their facility, and are priced again when it moves. */
export const dependantTable = (kind: RecordTable, { selectInputs }: RecordType): FacilityDependant => ({
  entityType: kind.entityType,
  deleteOfFacility: async (write, facilityId, doneTo) => {
    const { ids, progress } = await selectNext(write, kind, facilityId, doneTo);
    const gone = await removeRecords(write, kind, ids);
    return { gone: gone.map(({ id }) => id), progress };
  },
  announceOfFacility: async (write, facilityId, doneTo) => {
    // Before its records, in the order in which it is deleted.
    await lockFacilities(write.tx, write.org, [facilityId]);
    const { ids, progress } = await selectNext(write, kind, facilityId, doneTo);
    const reset = await resetRecords(write, kind, ids);
    await takeOff(write, reset);
    const there = reset.map(({ id }) => id);
    announceStored(write, await selectInputs(write.tx, write.org, there));
    return progress;
  },
});

/** Takes the number off records, and gives back what they showed. */
async function resetRecords({ tx, org }: Write, kind: RecordTable, ids: readonly string[]): Promise<Held[]> {
  const held = await lockRecords(tx, org, kind, ids);
  await tx`
    update ${tx(kind.table)} set revision = revision + 1, status = 'loading', error_code = null, error_detail = null,
      co2e = null, co2e_biomass = null
    where organization_id = ${org} and id in (select unnest(${held.map(({ id }) => id)}::uuid[]))`;
  return held;
}

/** In the order of the ids, as they were given, so that two writers do not block each other. */
export async function updateFacilityResults(
  tx: Tx,
  org: string,
  { table }: RecordTable,
  results: readonly RecordResult[],
): Promise<void> {
  const column = (value: (result: RecordResult) => string | number | null) => plainColumn(results.map(value));
  const texts = (value: (result: RecordResult) => string | null) => quotedColumn(results.map(value));
  const sums = await tx<FacilitySums[]>`
    with moved as (
      update ${tx(table)} w set status = r.status, error_code = r.error_code, error_detail = r.error_detail,
        co2e = r.co2e, co2e_biomass = r.co2e_biomass
      from unnest(
        ${column(({ recordId }) => recordId)}::uuid[],
        ${column(({ revision }) => revision)}::int[],
        ${column(({ status }) => (status === CalculationOutcome.CALCULATED ? "active" : "error"))}::text[],
        ${texts(failureOf)}::text[],
        ${texts(({ errorDetail }) => errorDetail || null)}::text[],
        ${column(({ co2e }) => co2e?.value ?? null)}::numeric[],
        ${column(biomassOf)}::numeric[]
      ) as r (id, revision, status, error_code, error_detail, co2e, co2e_biomass)
      where w.organization_id = ${org} and w.id = r.id and w.revision = r.revision
        and (r.status = 'active' or w.status <> 'active')
      returning w.facility_id, old.co2e as co2e_was, old.co2e_biomass as biomass_was, new.co2e, new.co2e_biomass)
    select facility_id, coalesce(sum(co2e_was), 0) as co2e_was, coalesce(sum(biomass_was), 0) as biomass_was,
      coalesce(sum(co2e), 0) as co2e, coalesce(sum(co2e_biomass), 0) as co2e_biomass
    from moved group by facility_id`;
  await moveFacilitySums(tx, org, sums);
}

/** Kilograms of biogenic CO2; none is zero. Null where there is no number at all. */
export const biomassOf = ({ status, biogenicCo2 }: RecordResult) =>
  status === CalculationOutcome.CALCULATED ? (biogenicCo2?.value ?? "0") : null;
