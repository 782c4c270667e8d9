import type { Tx, Write } from "@emissions/kit/db/transactions";
import { completeItemsOfDeleted } from "../job/deleted-records.ts";
import type { Deletable } from "../job/deletion.ts";
import { type RecordTable, tableOf } from "../records/kind.ts";
import { deleteFacility, selectFacility } from "./queries.ts";
import { deleteNext, kindsOfFacilities } from "./records.ts";

/** Records that are deleted with their facility. */
interface DeletedWith {
  kind: string;
  count: number;
}

/** Deletes a facility with all its records; null when it does not exist. The lock prevents new records meanwhile. */
export async function deleteWithRecords(
  write: Write,
  kinds: readonly RecordTable[],
  id: string,
): Promise<DeletedWith[] | null> {
  const { tx, org } = write;
  if ((await selectFacility(tx, org, id, "to change")) === null) return null;
  const deletedWith: DeletedWith[] = [];
  for (const kind of kindsOfFacilities(kinds)) {
    const deleted: string[] = [];
    let doneTo: string | null = "";
    while (doneTo !== null) {
      const { ids, progress } = await deleteNext(write, kind, { facilityId: id, doneTo });
      deleted.push(...ids);
      doneTo = progress;
    }
    // Records are locked before items and jobs, and kinds in their order, as consumers of results do.
    await completeItemsOfDeleted(write, tableOf(kind), deleted);
    deletedWith.push({ kind: tableOf(kind), count: deleted.length });
  }
  await deleteFacility(tx, org, id);
  return deletedWith;
}

/** The records of facilities, by kind, as far as they exist. */
export const countRecords = (tx: Tx, org: string, kinds: readonly RecordTable[], ids: readonly string[]) =>
  Promise.all(
    kindsOfFacilities(kinds).map(async (kind): Promise<DeletedWith> => {
      const [row] = await tx<[{ count: number }]>`
        select count(*)::int as count from ${tx(tableOf(kind))}
        where organization_id = ${org} and facility_id in (select unnest(${ids as string[]}::uuid[]))`;
      return { kind: tableOf(kind), count: row.count };
    }),
  );

/** One facility in each transaction, with all its records. */
export const facilityDeletable = (kinds: readonly RecordTable[]): Deletable => ({
  entityType: "facilities",
  batchSize: 1,
  deleteItems: async (write, ids) => {
    for (const id of ids) await deleteWithRecords(write, kinds, id);
  },
});
