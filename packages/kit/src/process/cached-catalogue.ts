const TTL_MS = 60_000;

/** Caches a list of another service, so that requests need no call. */
export class CachedCatalogue<T> {
  readonly #load: () => Promise<ReadonlyMap<string, T>>;
  #cached: ReadonlyMap<string, T> | null = null;
  /** Value of `performance.now()`. */
  #expiresAt = 0;
  #loading: Promise<ReadonlyMap<string, T>> | null = null;

  constructor(load: () => Promise<ReadonlyMap<string, T>>) {
    this.#load = load;
  }

  /** Entries are never removed, so an expired list is valid while its service is unavailable. */
  async all(): Promise<ReadonlyMap<string, T>> {
    if (this.#cached !== null && performance.now() < this.#expiresAt) return this.#cached;
    this.#loading ??= this.#reload().finally(() => {
      this.#loading = null;
    });
    return this.#cached === null ? this.#loading : this.#loading.catch(() => this.#cached!);
  }

  /** Expires the list in this process. Other replicas reload it after the TTL. */
  expire(): void {
    this.#expiresAt = 0;
  }

  async #reload(): Promise<ReadonlyMap<string, T>> {
    this.#cached = await this.#load();
    this.#expiresAt = performance.now() + TTL_MS;
    return this.#cached;
  }
}
