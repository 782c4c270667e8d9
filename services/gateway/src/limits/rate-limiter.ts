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

/** A bucket by its owner. `route` is for policies of which each route has a bucket. */
interface BucketOf {
  subject: Subject;
  policy: Policy;
  route?: string;
}

/** Taken, returned and shown tokens: 1, -1 and 0. */
type Count = 1 | -1 | 0;

interface Waiting extends BucketOf {
  asked: { count: Count; resolve: (taken: Taken) => void }[];
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

  /** Takes a token. */
  async take(subject: Subject, policy: Policy, route?: string): Promise<Taken> {
    const one = { subject, policy, ...(route !== undefined && { route }) };
    if (this.#store.isAway) return this.#takeHere(one, 1);
    return this.#refusedHere(keyOf(one)) ?? this.#ask(one, 1);
  }

  /** Takes a token of each bucket, or of none. The answer is that of the first one, or of one that refuses. */
  async takeAll(buckets: readonly [BucketOf, ...BucketOf[]]): Promise<Taken & { policy: Policy }> {
    // Most refusals take no token that must be returned.
    for (const one of buckets) {
      const refused = this.#refusedHere(keyOf(one));
      if (refused !== undefined) return { ...refused, policy: one.policy };
    }
    const taken = await Promise.all(buckets.map(({ subject, policy, route }) => this.take(subject, policy, route)));
    const all = buckets.map((one, at) => ({ one, taken: taken[at]! }));
    const refused = all.find((each) => each.taken.isRefused);
    if (refused !== undefined) {
      const returned = all.filter((each) => !each.taken.isRefused);
      await Promise.all(returned.map(({ one }) => this.#ask(one, -1)));
    }
    const { one, taken: answered } = refused ?? all[0]!;
    return { ...answered, policy: one.policy };
  }

  /** Whether the bucket, as far as this gateway knows, has no token. Asks nobody. */
  isEmpty(subject: Subject, policy: Policy): boolean {
    const key = keyOf({ subject, policy });
    const known = this.#known.get(key);
    if (!this.#store.isAway || known === undefined) return this.#refusedHere(key) !== undefined;
    return tokensIn(refilled(known.bucket, this.#nowUs() + known.offsetUs)) < 1;
  }

  /** Returns a token that was taken. A bucket is never more than full. */
  async giveBack(subject: Subject, policy: Policy): Promise<void> {
    await this.#ask({ subject, policy }, -1);
  }

  /** The missing tokens of a bucket, and its capacity. Takes none. */
  async used(subject: Subject, policy: Policy): Promise<{ limit: number; used: number }> {
    const { limit, remaining } = await this.#ask({ subject, policy }, 0);
    return { limit, used: limit - remaining };
  }

  #ask(one: BucketOf, count: Count): Promise<Taken> {
    if (this.#store.isAway) return Promise.resolve(this.#takeHere(one, count));
    return new Promise((resolve) => {
      const key = keyOf(one);
      const waiting = this.#waiting.get(key) ?? { ...one, asked: [] };
      waiting.asked.push({ count, resolve });
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
      const wanted = batch.map(([, waiting]) => ({ ...waiting, wanted: sumOf(waiting.asked) }));
      const rows = await this.#store.ask((tx) => takeTokens(tx, wanted, this.#clock?.()));
      const found = new Map(rows?.map((row) => [rowKey(row), row]));
      for (const [key, waiting] of batch) this.#settle(key, waiting, found.get(key), askedUs);
    }
    this.#isTaking = false;
  }

  #settle(key: string, waiting: Waiting, row: Row | undefined, askedUs: number): void {
    const { policy: usual, asked } = waiting;
    if (row === undefined) {
      for (const { count, resolve } of asked) resolve(this.#takeHere(waiting, count));
      return;
    }
    const policy = { ...usual, requests: row.requests, burst: row.burst };
    // A token that was returned to a full bucket makes the deficit negative.
    const bucket = { policy, deficit: Math.max(Number(row.deficit), 0), atUs: Number(row.atUs) };
    // The statement ran after `askedUs`. So the bucket here is never behind that of the database.
    this.#known.set(key, { bucket, offsetUs: bucket.atUs - askedUs, askedUs });
    const granted = row.taken + asked.filter(({ count }) => count === -1).length;
    let at = 0;
    for (const { count, resolve } of asked) {
      if (count !== 1) resolve(answer(bucket, false));
      else if (at < granted) resolve(answer(withTokens(bucket, granted - ++at), false));
      else resolve(answer(bucket, true));
    }
  }

  /** A refusal that the database would give, too: the bucket has no token, at most fewer. */
  #refusedHere(key: string): Taken | undefined {
    const known = this.#known.get(key);
    const nowUs = this.#nowUs();
    if (known === undefined || nowUs - known.askedUs >= RECHECK_US) return undefined;
    const bucket = refilled(known.bucket, nowUs + known.offsetUs);
    return tokensIn(bucket) < 1 ? answer(bucket, true) : undefined;
  }

  #takeHere(one: BucketOf, count: Count): Taken {
    const key = keyOf(one);
    const askedUs = this.#nowUs();
    const { bucket, offsetUs } = this.#known.get(key) ?? { bucket: fullBucket(one.policy, askedUs), offsetUs: 0 };
    const before = refilled(bucket, askedUs + offsetUs);
    const isRefused = count === 1 && tokensIn(before) < 1;
    const after = isRefused ? before : withTokens(before, -count);
    this.#known.set(key, { bucket: after, offsetUs, askedUs });
    return answer(after, isRefused);
  }

  #nowUs(): number {
    return this.#clock?.() ?? processClock();
  }
}

const bucketName = ({ policy, route }: BucketOf) => (route === undefined ? policy.name : `${policy.name} ${route}`);
const keyOf = (one: BucketOf) => `${one.subject.organizationId}/${one.subject.name}/${bucketName(one)}`;
const rowKey = ({ organizationId, subject, bucket }: Row) => `${organizationId}/${subject}/${bucket}`;
const sumOf = (asked: Waiting["asked"]) => asked.reduce((sum, { count }) => sum + count, 0);

function takeTokens(tx: Tx, all: readonly (BucketOf & { wanted: number })[], clockUs: number | undefined) {
  const column = (value: (one: BucketOf & { wanted: number }) => string | number) => arrayText(all.map(value));
  return tx<Row[]>`
    select * from take_tokens(
      ${column(({ subject }) => subject.organizationId)}::uuid[],
      ${column(({ subject }) => subject.name)}::text[],
      ${column(bucketName)}::text[],
      ${column(({ policy }) => policy.name)}::text[],
      ${column(({ wanted }) => wanted)}::int[],
      ${column(({ policy }) => policy.requests)}::int[],
      ${column(({ policy }) => windowUs(policy))}::bigint[],
      ${column(({ policy }) => policy.burst)}::int[],
      ${clockUs ?? null}::bigint)`;
}
