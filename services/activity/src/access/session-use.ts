import type { Db } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { LRUCache } from "lru-cache";
import { actAsUser } from "./sessions.ts";

const INTERVAL_MS = 60_000;
const SESSIONS_MAX = 10_000;

/** Stores the last use of sessions, at most once a minute. Calls do not wait for it, and it never fails. */
export class SessionUse {
  readonly #db: Db;
  readonly #recorded = new LRUCache<string, true>({ max: SESSIONS_MAX, ttl: INTERVAL_MS });

  constructor(db: Db) {
    this.#db = db;
  }

  async record(userId: string, sessionId: string): Promise<void> {
    if (this.#recorded.has(sessionId)) return;
    this.#recorded.set(sessionId, true);
    try {
      await this.#db.asService(NIL_ID, async ({ tx }) => {
        await actAsUser(tx, userId);
        await tx`
          update sessions set last_used_at = now()
          where user_id = ${userId} and id = ${sessionId} and last_used_at < now() - interval '1 minute'`;
      });
    } catch {
      // The time is only informative; the next use of the session tries again.
      this.#recorded.delete(sessionId);
    }
  }
}
