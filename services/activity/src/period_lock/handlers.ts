import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { type Check, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { busy, conflict, notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type LockPeriodRequest,
  PeriodLockSchema,
  type PeriodLockService,
} from "@emissions/proto/activity/v1/period_lock_service";
import { isDay } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { hasAcceptance } from "../recalculation/queries.ts";
import { type RecordTable, tableOf } from "../records/kind.ts";
import { rowWriter } from "../rows.ts";
import { periodLockList } from "./list.ts";
import { announceLock } from "./pending-locks.ts";
import {
  countPeriodLocks,
  countRecords,
  deletePeriodLock,
  hasPendingDeletions,
  hasUnmergedRestatements,
  holdWriters,
  insertPeriodLock,
  type PeriodLockRow,
  selectOverlapping,
  selectPeriodLock,
  updateNote,
} from "./queries.ts";

const NOTE_MAX = 1_000;
/** Each change of the totals reads all locks of the organization. */
const LOCKS_MAX = 500;

const toPeriodLock = rowWriter(PeriodLockSchema);

export const periodLockHandlers = (
  { db }: Pick<Context, "db">,
  kinds: readonly RecordTable[],
): ServiceImpl<typeof PeriodLockService> => ({
  lockPeriod: async (request, call) => {
    refuse(checkPeriod(request));
    return db.write(call, request, async (write) => {
      const { tx, org, principal, about } = write;
      const { startDate, endDate, note = null } = request;
      await holdWriters(tx, org);
      const overlapping = await selectOverlapping(tx, org, startDate, endDate);
      if (overlapping !== null)
        throw conflict("PERIOD_OVERLAPS", `${overlapping.startDate} to ${overlapping.endDate} is locked already.`);
      if ((await countPeriodLocks(tx, org)) >= LOCKS_MAX)
        throw conflict("PERIOD_LOCK_LIMIT", `An organization has at most ${LOCKS_MAX} locked periods.`);
      await refuseUnsettled(tx, org, kinds, request);
      const failed = await Promise.all(kinds.map((kind) => countRecords(tx, tableOf(kind), "failed", request)));
      const failedRecords = failed.reduce((sum, count) => sum + count, 0);
      const id = newId();
      about(id);
      const row = { id, startDate, endDate, note: note || null, failedRecords, lockedBy: principal.userId };
      const lock = await insertPeriodLock(tx, org, row);
      announceLock(write, lock, true);
      return { periodLock: toPeriodLock(lock) };
    });
  },

  getPeriodLock: ({ id }, call) =>
    db.read(call, async (tx, org) => ({
      periodLock: toPeriodLock(found(isId(id) && (await selectPeriodLock(tx, org, id)))),
    })),

  listPeriodLocks: async (request, call) => {
    const query = parseListQuery(periodLockList, request, principalOf(call));
    const { rows, total } = await db.read(call, (tx) => selectList<PeriodLockRow>(tx, query));
    return { periodLocks: rows.map(toPeriodLock), total };
  },

  updatePeriodLock: async (request, call) => {
    const { id, note = null, updateMask } = request;
    refuse(checkText("note", note, { max: NOTE_MAX }));
    return db.write(call, request, async ({ tx, org, about }) => {
      const before = found(isId(id) && (await selectPeriodLock(tx, org, id)));
      if (!updateMask?.paths.includes("note")) return { periodLock: toPeriodLock(before) };
      const after = found(await updateNote(tx, org, id, note || null));
      about(id, fieldChanges(before, after));
      return { periodLock: toPeriodLock(after) };
    });
  },

  deletePeriodLock: (request, call) =>
    db.write(call, request, async (write) => {
      const { id } = request;
      const lock = found(isId(id) && (await deletePeriodLock(write.tx, write.org, id)));
      write.about(id);
      announceLock(write, lock, false);
      return {};
    }),
});

function checkPeriod({ startDate, endDate, note }: LockPeriodRequest): Check[] {
  const days = Object.entries({ start_date: startDate, end_date: endDate });
  const wrong = days.filter(([, day]) => !isDay(day));
  return [
    ...wrong.map(([name]) => violation(name, "value_error.date", "invalid date format")),
    ...(wrong.length === 0 && endDate < startDate
      ? [violation("end_date", "value_error", "must not be before start_date")]
      : []),
    ...checkText("note", note ?? null, { max: NOTE_MAX }),
  ];
}

/** A result or deletion that arrives later would change the totals of the locked period. */
async function refuseUnsettled(tx: Tx, org: string, kinds: readonly RecordTable[], period: LockPeriodRequest) {
  const pending = await Promise.all(kinds.map((kind) => countRecords(tx, tableOf(kind), "pending", period)));
  const count = pending.reduce((sum, one) => sum + one, 0);
  if (count > 0) throw busy("PERIOD_NOT_CALCULATED", `${count} records of the period wait for their calculation.`);
  if (await hasPendingDeletions(tx, org))
    throw busy("PERIOD_NOT_CALCULATED", "Deleted records have not left the totals yet.");
  if (await hasAcceptance(tx, org, period))
    throw busy("PERIOD_NOT_CALCULATED", "An accepted recalculation has not changed the totals yet.");
  if (await hasUnmergedRestatements(tx, org, period.startDate, period.endDate))
    throw busy("PERIOD_NOT_CALCULATED", "Restatements of the period are not in its totals yet.");
}

function found(row: PeriodLockRow | null | false): PeriodLockRow {
  if (!row) throw notFound("period lock");
  return row;
}
