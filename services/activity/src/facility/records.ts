import type { Write } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";
import { RECORDS_MAX } from "../records/announce.ts";
import { recalculateRecords, removeRows } from "../records/delete.ts";
import { type RecordKind, type RecordTable, tableOf } from "../records/kind.ts";
import { facilityOwner } from "./owner.ts";
import { lockFacilities } from "./queries.ts";

/** Start date and id of the last record of a page; "" before the first page, null after the last one. */
type Progress = string | null;

interface Page {
  facilityId: string;
  doneTo: string;
  /** Only records that the grid of the facility prices. */
  gridZoneOnly?: boolean;
}

/** The kinds whose records belong to facilities. */
export const kindsOfFacilities = <K extends RecordTable>(kinds: readonly K[]): K[] =>
  kinds.filter(({ owner }) => owner === facilityOwner);

/**
 * Deletes the next records of a facility, at most RECORDS_MAX, and returns their ids. Leaves items of jobs and the
 * totals of the facility: the caller ends the items and deletes the facility.
 */
export async function deleteNext(write: Write, kind: RecordTable, page: Page) {
  const { ids, progress } = await selectNext(write, kind, page);
  const deleted = await removeRows(write, kind, ids);
  return { ids: deleted.map(({ id }) => id), progress };
}

/** Starts a new calculation of the next records of a facility, at most RECORDS_MAX, because its country or its grid zone has changed. */
export async function recalculateNext(
  context: Pick<Context, "units">,
  write: Write,
  kind: RecordKind,
  page: Page,
): Promise<Progress> {
  // Before its records, in the order in which a facility is deleted.
  await lockFacilities(write.tx, write.org, [page.facilityId]);
  const { ids, progress } = await selectNext(write, kind, page);
  await recalculateRecords(context, write, kind, ids);
  return progress;
}

/** In the order of the index by facility. */
async function selectNext({ tx, org }: Write, kind: RecordTable, { facilityId, doneTo, gridZoneOnly }: Page) {
  const [startDate, id] = doneTo.split(" ");
  const after = id ? tx`and (start_date, id) < (${startDate!}, ${id})` : tx``;
  const ofGrid = gridZoneOnly && kind.ofGrid ? tx`and ${kind.ofGrid(tx)}` : tx``;
  const next = await tx<{ id: string; startDate: string }[]>`
    select id, start_date from ${tx(tableOf(kind))}
    where organization_id = ${org} and facility_id = ${facilityId} ${ofGrid} ${after}
    order by start_date desc, id desc limit ${RECORDS_MAX}`;
  const last = next.length === RECORDS_MAX ? next.at(-1) : undefined;
  const progress: Progress = last ? `${last.startDate} ${last.id}` : null;
  return { ids: next.map((row) => row.id), progress };
}
