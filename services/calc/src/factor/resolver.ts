import { createHash } from "node:crypto";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import { callAs, servicePrincipal } from "@emissions/kit/wire/principal";
import {
  type Resolution,
  ResolutionSchema,
  type Selection,
  SelectionSchema,
  type SelectionService,
  type Selector,
} from "@emissions/proto/factors/v1/selection_service";
import { LRUCache } from "lru-cache";
import { factorLookups } from "../metrics.ts";

/** An answer of the factors service, ready to be stored. */
export interface ResolvedFactor {
  /** A hash of the bytes, so equal answers have the same id. */
  id: string;
  bytes: Uint8Array;
  /** The answer without its candidates: only explanations show these, and they read the stored bytes. */
  answer: Resolution;
}

/** The part of a selection that decides about its answer. */
export type FactorQuery = Pick<Selection, "selector" | "unitId" | "referenceDate">;

/** Answers in the order of the queries. Throws when the factors service is unreachable. */
export type Resolve = (org: string, queries: readonly FactorQuery[]) => Promise<ResolvedFactor[]>;

export interface FactorResolver {
  resolve: Resolve;
  /** Drops every cached answer, because factors, units or rates changed. */
  clear(): void;
}

/** The limit of one ResolveFactors request. */
const SELECTIONS_MAX = 500;
const CACHE_ENTRIES_MAX = 20_000;
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** Postgres accepts a UUID without hyphens. */
const UUID_DIGITS = 32;
/** Estimated memory of a decoded answer, as a multiple of its encoded bytes. */
const DECODED_RATIO = 4;
/** Limits how long an answer can be stale after a lost FactorsChanged event. */
const CACHE_MS = 10 * 60 * 1000;

/** Resolves factors through a cache. */
export function factorResolver(factors: Pick<Client<typeof SelectionService>, "resolveFactors">): FactorResolver {
  const cache = new LRUCache<string, ResolvedFactor>({
    max: CACHE_ENTRIES_MAX,
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length * DECODED_RATIO,
    ttl: CACHE_MS,
  });
  // An answer that was requested before a change of factors is used, but not cached.
  let generation = 0;

  async function request(org: string, queries: readonly FactorQuery[]): Promise<ResolvedFactor[]> {
    const selections = queries.map(({ selector, unitId, referenceDate }) =>
      create(SelectionSchema, { ...(selector && { selector }), unitId, referenceDate }),
    );
    const { resolutions } = await factors.resolveFactors({ selections }, callAs(servicePrincipal(org)));
    if (resolutions.length !== selections.length)
      throw new Error("The factors service did not answer every selection.");
    return resolutions.map(toResolved);
  }

  /**
   * Requests the missing answers, each key once. An answer that is valid for the whole year is cached by year.
   */
  async function fetch(org: string, missing: ReadonlyMap<string, KeyedQuery>, answers: Map<string, ResolvedFactor>) {
    const startGeneration = generation;
    await Promise.all(
      chunked([...missing.values()], SELECTIONS_MAX).map(async (chunk) => {
        const queries = chunk.map(({ query }) => query);
        for (const [index, answer] of (await request(org, queries)).entries()) {
          const { query, dayKey, yearKey } = chunk[index]!;
          const key = yearKey !== null && isValidForYear(answer) ? yearKey : dayKey;
          answers.set(key, answer);
          if (generation === startGeneration && isCacheable(query)) cache.set(key, answer);
        }
      }),
    );
  }

  async function resolve(org: string, queries: readonly FactorQuery[]): Promise<ResolvedFactor[]> {
    const keyed = queries.map((query) => keyedQuery(org, query));
    const answers = new Map<string, ResolvedFactor>();
    const known = (key: string | null) => (key === null ? undefined : (answers.get(key) ?? cache.get(key)));
    const find = ({ dayKey, yearKey }: KeyedQuery) => known(yearKey) ?? known(dayKey);
    const found = keyed.map(find);
    const hits = found.filter((answer) => answer !== undefined).length;
    factorLookups.add(hits, { result: "hit" });
    factorLookups.add(found.length - hits, { result: "miss" });
    // First pass: one day of each year. Second pass: every day of the years whose answer depends on the day.
    for (const keyOf of [({ dayKey, yearKey }: KeyedQuery) => yearKey ?? dayKey, ({ dayKey }: KeyedQuery) => dayKey]) {
      const missing = new Map<string, KeyedQuery>();
      for (const [index, each] of keyed.entries()) {
        found[index] ??= find(each);
        if (found[index] === undefined) missing.set(keyOf(each), each);
      }
      if (missing.size === 0) break;
      await fetch(org, missing, answers);
    }
    return keyed.map((each, index) => found[index] ?? find(each)!);
  }

  return {
    resolve,
    clear: () => {
      generation += 1;
      cache.clear();
    },
  };
}

interface KeyedQuery {
  query: FactorQuery;
  /** By organization, selector, unit and day. */
  dayKey: string;
  /** By the year instead of the day. Null if the answer may depend on the day. */
  yearKey: string | null;
}

/** Kinds of selectors whose answers depend on the year alone, if no price or rate takes part. */
const YEARLY: ReadonlySet<Selector["kind"]["case"]> = new Set([
  "waste",
  "library",
  "vehicle",
  "travel",
  "freight",
  "commute",
]);

function keyedQuery(org: string, query: FactorQuery): KeyedQuery {
  const { selector, unitId, referenceDate } = query;
  const kind = selector?.kind;
  const suffix = `${org} ${unitId} ${JSON.stringify(kind)}`;
  const isPublic = kind !== undefined && YEARLY.has(kind.case);
  return {
    query,
    dayKey: `${referenceDate} ${suffix}`,
    yearKey: isPublic ? `${referenceDate.slice(0, 4)} ${suffix}` : null,
  };
}

/** Library factors depend on the year alone. Exchange rates depend on the day. */
const isValidForYear = ({ answer }: ResolvedFactor): boolean =>
  answer.euroRate === undefined &&
  answer.failureCode !== "EXCHANGE_RATE_MISSING" &&
  answer.conversion.every(({ exchangeRate }) => exchangeRate === undefined);

/** The current revision of a custom factor can change without an event, so only a fixed revision is cached. */
function isCacheable({ selector }: FactorQuery): boolean {
  const kind = selector?.kind;
  return (kind?.case !== "customRecord" && kind?.case !== "customGroup") || kind.value.revision > 0;
}

export function toResolved(init: MessageInitShape<typeof ResolutionSchema>): ResolvedFactor {
  const resolution = create(ResolutionSchema, init);
  const bytes = toBinary(ResolutionSchema, resolution);
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, UUID_DIGITS);
  return { id, bytes, answer: create(ResolutionSchema, { ...resolution, candidates: [] }) };
}
