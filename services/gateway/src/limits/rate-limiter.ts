import { arrayText, type Tx } from "@emissions/kit/db/pool";
import { LRUCache } from "lru-cache";
import { answer, type Bucket, fullBucket, refilled, type Taken, tokensIn, windowUs, withTokens } from "./bucket.ts";
import type { LimitsStore } from "./database.ts";
import type { Policy, Subject } from "./policy.ts";

/** Buckets in memory. When there are more, the one that was used least recently is dropped. */
const KNOWN_MAX = 100_000;
/** Buckets in one statement. */
const BUCKETS_PER_STATEMENT = 500;
/** An empty bucket is asked for again after this time, so that a new limit takes effect. */
const RECHECK_US = 1_000_000;
const MILLISECOND_US = 1_000;

/** Microseconds since 1970, without the jumps of the system's clock. */
const processClock = (): number => Math.floor((performance.timeOrigin + performance.now()) * MILLISECOND_US);

/** The last known state of a bucket. It has at least the tokens of the bucket in the database. */
interface Known {
  bucket: Bucket;
  /** The clock of the database minus that of the process. */
  offsetUs: number;
  /** By the clock of the process. */
  askedUs: number;
}

interface Waiting {
  subject: Subject;
  policy: Policy;
  bucket: string;
  resolve: ((taken: Taken) => void)[];
}

interface Row {
  organizationId: string;
  subject: string;
  bucket: string;
  requests: number;
  burst: number;
  deficit: string;
  atUs: string;
  taken: number;
}

/**
 * Token buckets in the database, exact for any number of gateways. Requests that arrive while a statement runs share the
 * next one, and an empty bucket refuses without one until it has a token again. While the database is away the gateway
 * counts alone, from the last known state. A refused request takes no token.
 */
export class RateLimiter {
  readonly #store: LimitsStore;
  /** Clock of a test. By default buckets follow the clock of the database. */
  readonly #clock: (() => number) | undefined;
  readonly #known = new LRUCache<string, Known>({ max: KNOWN_MAX });
  readonly #waiting = new Map<string, Waiting>();
  #isTaking = false;

  constructor(store: LimitsStore, clock?: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Takes a token. `route` is for policies of which each route has a bucket. */
  async take(subject: Subject, policy: Policy, route?: string): Promise<Taken> {
    const bucket = route === undefined ? policy.name : `${policy.name} ${route}`;
    const key = keyOf(subject.organizationId, subject.name, bucket);
    if (this.#store.isAway) return this.#takeHere(key, policy);
    return this.#refusedHere(key) ?? this.#enqueue(key, { subject, policy, bucket, resolve: [] });
  }

  /** Whether the bucket, as far as this gateway knows, has no token. Asks nobody. */
  isEmpty({ organizationId, name }: Subject, policy: Policy): boolean {
    const key = keyOf(organizationId, name, policy.name);
    const known = this.#known.get(key);
    if (!this.#store.isAway || known === undefined) return this.#refusedHere(key) !== undefined;
    return tokensIn(refilled(known.bucket, this.#nowUs() + known.offsetUs)) < 1;
  }

  /** Returns a token that was taken. A bucket is never more than full. */
  async giveBack(subject: Subject, policy: Policy): Promise<void> {
    const key = keyOf(subject.organizationId, subject.name, policy.name);
    const askedUs = this.#nowUs();
    const one = { subject, policy, bucket: policy.name, wanted: -1 };
    const [row] = (await this.#store.ask((sql) => takeTokens(sql, [one], this.#clock?.()))) ?? [];
    const known = this.#known.get(key);
    if (row !== undefined) {
      const bucket = { policy, deficit: Number(row.deficit), atUs: Number(row.atUs) };
      this.#known.set(key, { bucket, offsetUs: bucket.atUs - askedUs, askedUs });
    } else if (known !== undefined) this.#known.set(key, { ...known, bucket: withTokens(known.bucket, 1) });
  }

  #enqueue(key: string, empty: Waiting): Promise<Taken> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key) ?? empty;
      waiting.resolve.push(resolve);
      this.#waiting.set(key, waiting);
      if (this.#isTaking) return;
      this.#isTaking = true;
      // Requests of the same turn of the event loop share the statement.
      setImmediate(() => void this.#takeWaiting());
    });
  }

  async #takeWaiting(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, BUCKETS_PER_STATEMENT);
      for (const [key] of batch) this.#waiting.delete(key);
      const askedUs = this.#nowUs();
      const rows = await this.#store.ask((tx) =>
        takeTokens(
          tx,
          batch.map(([, waiting]) => ({ ...waiting, wanted: waiting.resolve.length })),
          this.#clock?.(),
        ),
      );
      const found = new Map(rows?.map((row) => [keyOf(row.organizationId, row.subject, row.bucket), row]));
      for (const [key, waiting] of batch) this.#settle(key, waiting, found.get(key), askedUs);
    }
    this.#isTaking = false;
  }

  #settle(key: string, { policy: usual, resolve }: Waiting, row: Row | undefined, askedUs: number): void {
    if (row === undefined) {
      for (const each of resolve) each(this.#takeHere(key, usual));
      return;
    }
    const policy = { ...usual, requests: row.requests, burst: row.burst };
    const bucket = { policy, deficit: Number(row.deficit), atUs: Number(row.atUs) };
    // The statement ran after `askedUs`. So the bucket here is never behind that of the database.
    this.#known.set(key, { bucket, offsetUs: bucket.atUs - askedUs, askedUs });
    const refused = answer(bucket, true);
    resolve.forEach((each, at) => {
      each(at < row.taken ? answer(withTokens(bucket, row.taken - 1 - at), false) : refused);
    });
  }

  /** A refusal that the database would give, too: the bucket has no token, at most fewer. */
  #refusedHere(key: string): Taken | undefined {
    const known = this.#known.get(key);
    const nowUs = this.#nowUs();
    if (known === undefined || nowUs - known.askedUs >= RECHECK_US) return undefined;
    const bucket = refilled(known.bucket, nowUs + known.offsetUs);
    return tokensIn(bucket) < 1 ? answer(bucket, true) : undefined;
  }

  #takeHere(key: string, policy: Policy): Taken {
    const askedUs = this.#nowUs();
    const { bucket, offsetUs } = this.#known.get(key) ?? { bucket: fullBucket(policy, askedUs), offsetUs: 0 };
    const before = refilled(bucket, askedUs + offsetUs);
    const isRefused = tokensIn(before) < 1;
    const after = isRefused ? before : withTokens(before, -1);
    this.#known.set(key, { bucket: after, offsetUs, askedUs });
    return answer(after, isRefused);
  }

  #nowUs(): number {
    return this.#clock?.() ?? processClock();
  }
}

const keyOf = (organizationId: string, subject: string, bucket: string) => `${organizationId}/${subject}/${bucket}`;

type Wanted = Pick<Waiting, "subject" | "policy" | "bucket"> & { wanted: number };

function takeTokens(tx: Tx, all: readonly Wanted[], clockUs: number | undefined) {
  const column = (value: (one: Wanted) => string | number) => arrayText(all.map(value));
  return tx<Row[]>`
    select * from take_tokens(
      ${column(({ subject }) => subject.organizationId)}::uuid[],
      ${column(({ subject }) => subject.name)}::text[],
      ${column(({ bucket }) => bucket)}::text[],
      ${column(({ policy }) => policy.name)}::text[],
      ${column(({ wanted }) => wanted)}::int[],
      ${column(({ policy }) => policy.requests)}::int[],
      ${column(({ policy }) => windowUs(policy))}::bigint[],
      ${column(({ policy }) => policy.burst)}::int[],
      ${clockUs ?? null}::bigint)`;
}
