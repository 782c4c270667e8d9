import { createHash } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { type PrincipalSigner, servicePrincipal } from "@emissions/kit/principal";
import {
  type Resolution,
  ResolutionSchema,
  type Selection,
  SelectionSchema,
  type SelectionService,
} from "@emissions/proto/factors/v1/selection_service";
import { LRUCache } from "lru-cache";

/** What factors answered, ready to be stored. */
export interface Resolved {
  /** Made of the bytes: equal answers have one id. */
  id: string;
  bytes: Uint8Array;
  /** The answer without its candidates, which only readers of the stored bytes want. */
  answer: Resolution;
}

/** Answers in the order asked. Throws when factors cannot be reached. */
export type Resolve = (org: string, selections: readonly Selection[]) => Promise<Resolved[]>;

export interface FactorResolver {
  resolve: Resolve;
  /** Forgets every answer: factors, units or rates have changed. */
  forget(): void;
}

/** The most that factors takes at once. */
const SELECTIONS_MAX = 500;
const CACHE_ENTRIES_MAX = 20_000;
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** A UUID without its hyphens, which Postgres takes as one. */
const UUID_DIGITS = 32;
/** A decoded answer takes about so much more room than its bytes. */
const DECODED_RATIO = 4;
/** Bounds how long an answer is wrong when the news of a change was lost. */
const CACHE_MS = 10 * 60 * 1000;

interface Dependencies {
  factors: Pick<Client<typeof SelectionService>, "resolveFactors">;
  signer: PrincipalSigner;
}

/** Asks factors for what it was not asked before. */
export function factorResolver({ factors, signer }: Dependencies): FactorResolver {
  const cache = new LRUCache<string, Resolved>({
    max: CACHE_ENTRIES_MAX,
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length * DECODED_RATIO,
    ttl: CACHE_MS,
  });
  // An answer that was on its way while factors changed is used, but not kept.
  let generation = 0;

  async function ask(org: string, selections: Selection[]): Promise<Resolved[]> {
    const { resolutions } = await factors.resolveFactors(
      { selections },
      { headers: signer.headers(servicePrincipal(org)) },
    );
    if (resolutions.length !== selections.length) throw new Error("Factors left selections without an answer.");
    return resolutions.map(resolved);
  }

  async function resolve(org: string, selections: readonly Selection[]): Promise<Resolved[]> {
    const keys = selections.map((selection) => keyOf(org, selection));
    const answers = new Map<string, Resolved>();
    const missing = new Map<string, Selection>();
    for (const [index, key] of keys.entries()) {
      const known = answers.get(key) ?? cache.get(key);
      if (known === undefined) missing.set(key, selections[index]!);
      else answers.set(key, known);
    }
    const begun = generation;
    const chunks = chunked([...missing], SELECTIONS_MAX);
    await Promise.all(
      chunks.map(async (chunk) => {
        const found = await ask(
          org,
          chunk.map(([, selection]) => selection),
        );
        for (const [index, [key]] of chunk.entries()) {
          answers.set(key, found[index]!);
          if (generation === begun && isSettled(chunk[index]![1])) cache.set(key, found[index]!);
        }
      }),
    );
    return keys.map((key) => answers.get(key)!);
  }

  return {
    resolve,
    forget: () => {
      generation += 1;
      cache.clear();
    },
  };
}

/** Which revision of a custom factor is in force may change without news, so only an answer to a named one is kept. */
function isSettled({ selector }: Selection): boolean {
  const kind = selector?.kind;
  return (kind?.case !== "customRecord" && kind?.case !== "customGroup") || kind.value.revision > 0;
}

const keyOf = (org: string, selection: Selection) =>
  org + Buffer.from(toBinary(SelectionSchema, selection)).toString("latin1");

function resolved(resolution: Resolution): Resolved {
  const bytes = toBinary(ResolutionSchema, resolution);
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, UUID_DIGITS);
  return { id, bytes, answer: create(ResolutionSchema, { ...resolution, candidates: [] }) };
}

export function chunked<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
