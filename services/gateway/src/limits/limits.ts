import type { Tx } from "@emissions/kit/db/pool";
import type { Statement } from "@emissions/kit/db/run-transaction";
import { repeat } from "@emissions/kit/process/repeat";
import type { LimitsStore } from "./database.ts";
import { OpenRequests } from "./open-requests.ts";
import { GROUP, type Policy } from "./policy.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** A third of a lease, so that one failed attempt does not end it. */
const RENEW_EVERY_MS = 4_000;
const DELETE_EVERY_MS = 60_000;
/** Addresses are known for months, so an hour more does not matter. */
const DELETE_SIGN_INS_EVERY_MS = 3_600_000;
/** Rows deleted by one statement. */
const DELETE_ROWS_MAX = 5_000;

/** All limits of one gateway. */
export interface Limits {
  rates: RateLimiter;
  openRequests: OpenRequests;
  store: LimitsStore;
  /** The usual limit of a group. */
  group: Policy;
}

export const createLimits = (store: LimitsStore, group = GROUP): Limits => ({
  rates: new RateLimiter(store),
  openRequests: new OpenRequests(store),
  store,
  group,
});

/** Keeps the leases of open requests, and deletes rows that mean nothing any more. */
export function maintainLimits(store: LimitsStore, { openRequests }: Limits): { stop(): Promise<void> } {
  // `ask` reports failures itself.
  const onError = () => {};
  const running = [
    repeat({ everyMs: RENEW_EVERY_MS, work: () => openRequests.renew(), onError }),
    repeat({ everyMs: DELETE_EVERY_MS, work: () => deleteExpired(store), onError }),
    repeat({ everyMs: DELETE_SIGN_INS_EVERY_MS, work: () => deleteOldSignIns(store), onError }),
  ];
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
}

type Deleted = { deleted: number }[];

const deleteExpired = (store: LimitsStore) =>
  deleteAll(store, (tx) => tx<Deleted>`select delete_expired_limits(${DELETE_ROWS_MAX}, null) as deleted`);

const deleteOldSignIns = (store: LimitsStore) =>
  deleteAll(store, (tx) => tx<Deleted>`select delete_old_sign_ins(${DELETE_ROWS_MAX}) as deleted`);

/** Every gateway deletes; rows that another one is deleting are skipped. */
async function deleteAll(store: LimitsStore, step: (tx: Tx) => Statement<Deleted>): Promise<void> {
  let deleted: number | undefined = DELETE_ROWS_MAX;
  while (deleted === DELETE_ROWS_MAX) deleted = (await store.ask(step))?.[0]?.deleted;
}
