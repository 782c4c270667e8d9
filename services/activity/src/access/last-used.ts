import type { Db } from "@emissions/kit/db/transactions";

const INTERVAL_MS = 60_000;
const KEYS_MAX = 10_000;

/**
 * Stores the last use of keys, at most once a minute. Calls do not wait for it, and it never fails.
 * It also stores the hash with the present pepper, so that an earlier pepper is no longer needed some time.
 */
export class LastUsed {
  readonly #db: Db;
  /** When this process last stored the use of a key, as a value of `performance.now()`. */
  readonly #recordedAt = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  async record(org: string, keyId: string, newHash: Buffer | null = null): Promise<void> {
    const now = performance.now();
    if (now - (this.#recordedAt.get(keyId) ?? -INTERVAL_MS) < INTERVAL_MS) return;
    // The statement also checks the stored time, so clearing the map is cheap.
    if (this.#recordedAt.size >= KEYS_MAX) this.#recordedAt.clear();
    this.#recordedAt.set(keyId, now);
    try {
      await this.#db.asService(
        org,
        ({ tx }) => tx`
          update api_keys set last_used_at = now(), key_hash = coalesce(${newHash}, key_hash)
          where organization_id = ${org} and id = ${keyId}
            and (${newHash !== null} or last_used_at is null or last_used_at < now() - interval '1 minute')`,
      );
    } catch {
      // The time is only informative; the next use of the key tries again.
      this.#recordedAt.delete(keyId);
    }
  }
}
