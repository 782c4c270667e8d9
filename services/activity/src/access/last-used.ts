import type { Db } from "@emissions/kit/db/transactions";

const EVERY_MS = 60_000;
const KEYS_MAX = 10_000;

/** Notes when keys were used, to the minute, and without holding up the call that uses one. */
export class LastUsed {
  readonly #db: Db;
  /** When this process last noted a key. */
  readonly #noted = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  note(org: string, keyId: string): void {
    const now = Date.now();
    if (now - (this.#noted.get(keyId) ?? 0) < EVERY_MS) return;
    // The statement below looks at the stored time as well, so forgetting costs little.
    if (this.#noted.size >= KEYS_MAX) this.#noted.clear();
    this.#noted.set(keyId, now);
    const written = this.#db.asService(
      org,
      ({ tx }) => tx`
        update api_keys set last_used_at = now()
        where organization_id = ${org} and id = ${keyId}
          and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    );
    // Nothing depends on the time but people's curiosity; the next use of the key tries again.
    written.catch(() => this.#noted.delete(keyId));
  }
}
