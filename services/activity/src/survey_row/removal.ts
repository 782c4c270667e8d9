import { chunked } from "@emissions/kit/db/chunked";
import type { Fragment, Tx, Write } from "@emissions/kit/db/transactions";
import { unprocessable } from "@emissions/kit/wire/errors";
import { commutingPeriods } from "../commuting_period/commuting_period.ts";
import { removeRecords } from "../records/delete.ts";

/** Commuting periods that one request deletes: it ends within the timeout of a request. */
const COMMUTES_MAX = 100_000;
/** Commuting periods that are deleted by one statement. */
const PAGE_MAX = 5_000;

/**
 * Deletes the commuting periods of survey rows, whose emissions leave all totals. `rows` selects the ids of the rows.
 * Periods are locked before survey rows, as consumers of results do. Returns the number of periods.
 */
export async function removeCommutes(write: Write, rows: Fragment): Promise<number> {
  const ids = await lockCommutes(write.tx, write.org, rows);
  if (ids.length > COMMUTES_MAX)
    throw unprocessable("TOO_MANY_ROWS", `At most ${COMMUTES_MAX} commuting periods can be deleted at once.`);
  for (const page of chunked(ids, PAGE_MAX)) await removeRecords(write, commutingPeriods, page);
  return ids.length;
}

/** Locks the commuting periods of survey rows, in the order of their ids. */
export async function lockCommutes(tx: Tx, org: string, rows: Fragment): Promise<string[]> {
  const periods = await tx<{ id: string }[]>`
    select id from commuting_periods where organization_id = ${org} and survey_row_id in (${rows})
    order by id limit ${COMMUTES_MAX + 1} for update`;
  return periods.map(({ id }) => id);
}
