import { create } from "@bufbuild/protobuf";
import type { Sweep } from "@emissions/kit/db/sweep";
import type { Write } from "@emissions/kit/db/transactions";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { Context } from "../context.ts";
import { emitStored, RECORDS_MAX } from "./announce.ts";
import { selectInputs } from "./inputs.ts";
import { type InputCatalogues, type RecordKind, tableOf } from "./kind.ts";
import { forgetPending, type Overdue, selectLastResultAt, selectOverdue, updateTries } from "./pending.ts";
import { storeResults } from "./results.ts";

const EVERY_MS = 5_000;
/** Pages in one round; the next round handles the rest. */
const PIECES_MAX = 20;
/** After this many tries the record is failed. A later result still replaces the failure. */
export const TRIES_MAX = 5;
/** Name of the consumer of results in the inbox. */
const RESULTS = "activity_RecordsCalculated";

export interface Sweeping {
  context: Pick<Context, "db"> & InputCatalogues;
  kinds: readonly RecordKind[];
  /** Seconds that a record waits before it is announced again, each time. */
  overdueS: number;
}

/** Publishes overdue records again, so that a lost event does not lose a result. */
export const pendingSweep = (sweeping: Sweeping): Sweep => ({
  name: "pending-calculations",
  everyMs: EVERY_MS,
  work: (signal) => sweepPending(sweeping, signal),
});

export async function sweepPending({ context, kinds, overdueS }: Sweeping, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const failures = new Map<string, unknown>();
  for (let pieces = 0; pieces < PIECES_MAX && !signal.aborted; pieces++) {
    const [found, lastResultAt] = await db.systemWide((tx) =>
      Promise.all([selectOverdue(tx, { afterS: overdueS, limit: RECORDS_MAX }), selectLastResultAt(tx, RESULTS)]),
    );
    const waited = { afterS: overdueS, lastResultAt };
    const overdue = Map.groupBy(found, ({ organizationId }) => organizationId);
    for (const [org, rows] of overdue) {
      // A failure of one organization does not stop the others.
      await db
        .asService(org, (write) => republishAll({ context, kinds }, write, rows, waited))
        .catch((error) => failures.set(org, error));
    }
    if (found.length < RECORDS_MAX || failures.size > 0) break;
  }
  if (failures.size > 0) {
    throw new AggregateError(failures.values(), "Some pending records could not be announced again.");
  }
}

type Waited = Parameters<typeof updateTries>[4];

type Announcing = Pick<Sweeping, "context" | "kinds">;

async function republishAll(
  { context, kinds }: Announcing,
  write: Write,
  rows: readonly Overdue[],
  waited: Waited,
): Promise<void> {
  for (const kind of kinds) {
    const ids = rows.filter(({ entityType }) => entityType === tableOf(kind)).map(({ recordId }) => recordId);
    if (ids.length > 0) await republish({ context, kind }, write, ids, waited);
  }
}

async function republish(
  { context, kind }: { context: Announcing["context"]; kind: RecordKind },
  write: Write,
  ids: readonly string[],
  waited: Waited,
): Promise<void> {
  const { tx, org } = write;
  const { entityType } = kind;
  const waiting = await updateTries(tx, org, tableOf(kind), ids, waited);
  const exhausted = waiting.filter(({ tries }) => tries > TRIES_MAX);
  const retried = waiting.filter(({ tries, silent }) => tries <= TRIES_MAX && !silent).map(({ recordId }) => recordId);
  const failed = { entityType, status: CalculationOutcome.FAILED, errorCode: "CALCULATION_FAILED" };
  const results = exhausted.map(({ recordId, revision }) => ({ recordId, revision, ...failed }));
  await storeResults(
    write,
    kind,
    results.map((result) => create(RecordResultSchema, result)),
  );
  const inputs = await selectInputs(context, kind, { tx, org, ids: retried });
  emitStored(write, inputs);
  const existing = new Set(inputs.map(({ recordId }) => recordId));
  const deleted = retried.filter((id) => !existing.has(id));
  if (deleted.length > 0) await forgetPending(tx, org, tableOf(kind), deleted);
}
