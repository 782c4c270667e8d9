import type { Logger } from "pino";
import { type Background, repeat } from "../process/repeat.ts";
import { REPLY_DAYS } from "./idempotency.ts";
import { withLease } from "./lease.ts";
import type { Db } from "./transactions.ts";

/** Periodic work of one replica, the holder of the lease. */
export interface Sweep {
  name: string;
  everyMs: number;
  work(signal: AbortSignal, fence: bigint): Promise<void>;
}

/** A consumer may be away for this long while the store of NATS is lost: its stream is filled again from these rows. */
const OUTBOX_DAYS = 7;
/** Longer than OUTBOX_DAYS, because a message published again must still be recognized. */
const INBOX_DAYS = 8;
const DELETE_EVERY_MS = 10 * 60 * 1000;
/** Rows deleted by one statement. */
const DELETE_ROWS_MAX = 5_000;

export function startSweeps({ db, sweeps, log }: { db: Db; sweeps: readonly Sweep[]; log: Logger }): Background {
  const running = [...sweeps, deleteExpired(db)].map((sweep) =>
    repeat({
      everyMs: sweep.everyMs,
      onError: (error) => log.warn({ err: error, sweep: sweep.name }, "sweep failed; it will be repeated"),
      work: async () => void (await withLease(db, `sweep:${sweep.name}`, sweep.work)),
    }),
  );
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
}

/** Deletes published events, inbox rows and stored replies after their retention. */
const deleteExpired = (db: Db): Sweep => ({
  name: "tidy",
  everyMs: DELETE_EVERY_MS,
  work: async (signal) => {
    const old = [
      {
        table: "outbox",
        column: "created_at",
        days: OUTBOX_DAYS,
        and: `and published_at < now() - interval '${OUTBOX_DAYS} days'`,
      },
      { table: "inbox", column: "received_at", days: INBOX_DAYS, and: "" },
      { table: "idempotency_keys", column: "created_at", days: REPLY_DAYS, and: "" },
    ];
    for (const { table, column, days, and } of old) {
      let removed = DELETE_ROWS_MAX;
      while (removed === DELETE_ROWS_MAX && !signal.aborted) {
        const result = await db.systemWide((tx) =>
          tx.unsafe(`delete from ${table} where ctid = any(array(
            select ctid from ${table} where ${column} < now() - interval '${days} days' ${and} limit ${DELETE_ROWS_MAX}))`),
        );
        removed = result.count;
      }
    }
  },
});
