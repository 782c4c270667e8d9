import { create } from "@bufbuild/protobuf";
import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Write } from "@emissions/kit/db/transactions";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import { emitStored, RECORDS_MAX } from "./announce.ts";
import { forgetPending, type Overdue, selectLastResultAt, selectOverdue, updateTries } from "./pending.ts";
import { nameOf, type RecordType } from "./record-type.ts";
import { storeResults } from "./results.ts";

const EVERY_MS = 5_000;
/** Pieces of one round; what is left waits for the next. */
const PIECES_MAX = 20;
/** After so many tries the record ends as failed; a result that comes later still counts. */
export const TRIES_MAX = 5;
/** The consumer of results, under whose name the inbox knows them. */
const RESULTS = "activity_RecordsCalculated";

interface Sweeping {
  db: Db;
  types: readonly RecordType[];
  /** How long a record waits before it is announced again, each time. */
  overdueS: number;
}

/** Announces records again whose result does not come, whatever was lost on the way. */
export const pendingSweep = (sweeping: Sweeping): Sweep => ({
  name: "pending-calculations",
  everyMs: EVERY_MS,
  work: (signal) => sweepPending(sweeping, signal),
});

export async function sweepPending({ db, types, overdueS }: Sweeping, signal: AbortSignal): Promise<void> {
  const failures = new Map<string, unknown>();
  for (let pieces = 0; pieces < PIECES_MAX && !signal.aborted; pieces++) {
    const [found, lastResultAt] = await db.systemWide((tx) =>
      Promise.all([selectOverdue(tx, { afterS: overdueS, limit: RECORDS_MAX }), selectLastResultAt(tx, RESULTS)]),
    );
    const waited = { afterS: overdueS, lastResultAt };
    const overdue = Map.groupBy(found, ({ organizationId }) => organizationId);
    for (const [org, rows] of overdue) {
      // One organization's trouble must not hold up the others.
      await db
        .asService(org, (write) => republishAll(write, types, rows, waited))
        .catch((error) => failures.set(org, error));
    }
    if (found.length < RECORDS_MAX || failures.size > 0) break;
  }
  if (failures.size > 0) {
    throw new AggregateError(failures.values(), "Some pending records could not be announced again.");
  }
}

type Waited = Parameters<typeof updateTries>[4];

async function republishAll(write: Write, types: readonly RecordType[], rows: readonly Overdue[], waited: Waited) {
  for (const type of types) {
    const ids = rows.filter((row) => row.entityType === nameOf(type.entityType)).map(({ recordId }) => recordId);
    if (ids.length > 0) await republish(write, type, ids, waited);
  }
}

async function republish(write: Write, type: RecordType, ids: readonly string[], waited: Waited): Promise<void> {
  const { tx, org } = write;
  const { entityType } = type;
  const waiting = await updateTries(tx, org, nameOf(entityType), ids, waited);
  const exhausted = waiting.filter(({ tries }) => tries > TRIES_MAX);
  const retried = waiting.filter(({ tries, silent }) => tries <= TRIES_MAX && !silent);
  const failed = { entityType, status: CalculationOutcome.FAILED, errorCode: "CALCULATION_FAILED" };
  await storeResults(
    write,
    type,
    exhausted.map(({ recordId, revision }) => create(RecordResultSchema, { recordId, revision, ...failed })),
  );
  const asked = retried.map(({ recordId }) => recordId);
  const inputs = await type.selectInputs(tx, org, asked);
  emitStored(write, inputs);
  const there = new Set(inputs.map(({ recordId }) => recordId));
  const gone = asked.filter((id) => !there.has(id));
  if (gone.length > 0) await forgetPending(tx, org, nameOf(entityType), gone);
}
