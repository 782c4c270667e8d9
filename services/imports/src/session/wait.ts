import { setTimeout as pause } from "node:timers/promises";
import type { Call, Db } from "@emissions/kit/db/transactions";
import { principalOf } from "@emissions/kit/wire/principal";
import { POLL_MS, WAIT_MS_MAX } from "./limits.ts";
import { requireLiveSession } from "./moves.ts";
import type { SessionRow } from "./row.ts";
import type { State } from "./states.ts";

interface Wait {
  importId: string;
  waitMs: number;
}

/** Reads a session after it has left the state, or after the time. Any process may do the work. */
export async function waitWhile(db: Db, call: Call, state: State, { importId, waitMs }: Wait): Promise<SessionRow> {
  const until = performance.now() + Math.min(Math.max(waitMs, 0), WAIT_MS_MAX);
  for (;;) {
    const session = await db.read(call, (tx) => requireLiveSession(tx, principalOf(call), importId));
    if (session.status !== state || performance.now() >= until) return session;
    await pause(Math.min(POLL_MS, Math.max(until - performance.now(), 1)));
  }
}
