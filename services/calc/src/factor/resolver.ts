import { createHash } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import { type PrincipalSigner, servicePrincipal } from "@emissions/kit/wire/principal";
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

/** What factors is asked. */
export type Question = Pick<Selection, "selector" | "unitId" | "referenceDate">;

/** Answers in the order asked. Throws when factors cannot be reached. */
export type Resolve = (org: string, questions: readonly Question[]) => Promise<Resolved[]>;

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
/** The longest that an answer may be stale when the news of a change was lost. */
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

  async function ask(org: string, questions: readonly Question[]): Promise<Resolved[]> {
    const selections = questions.map(({ selector, unitId, referenceDate }) =>
      create(SelectionSchema, { ...(selector && { selector }), unitId, referenceDate }),
    );
    const { resolutions } = await factors.resolveFactors(
      { selections },
      { headers: signer.headers(servicePrincipal(org)) },
    );
    if (resolutions.length !== selections.length) throw new Error("Factors left selections without an answer.");
    return resolutions.map(resolved);
  }

  /**
   * Asks for what is missing, each key once. An answer that holds for the whole year is kept under the key of the year.
   */
  async function fetch(org: string, missing: ReadonlyMap<string, Asked>, answers: Map<string, Resolved>) {
    const begun = generation;
    await Promise.all(
      chunked([...missing.values()], SELECTIONS_MAX).map(async (chunk) => {
        const questions = chunk.map(({ question }) => question);
        for (const [index, answer] of (await ask(org, questions)).entries()) {
          const { question, own, shared } = chunk[index]!;
          const key = shared !== null && holdsForTheYear(answer) ? shared : own;
          answers.set(key, answer);
          if (generation === begun && isSettled(question)) cache.set(key, answer);
        }
      }),
    );
  }

  async function resolve(org: string, questions: readonly Question[]): Promise<Resolved[]> {
    const asked = questions.map((question) => askedOf(org, question));
    const answers = new Map<string, Resolved>();
    const known = (key: string | null) => (key === null ? undefined : (answers.get(key) ?? cache.get(key)));
    const find = ({ own, shared }: Asked) => known(shared) ?? known(own);
    const found = asked.map(find);
    // At first one day of each year is asked for; where its answer does not hold for the whole year, each day is.
    for (const keyOf of [({ own, shared }: Asked) => shared ?? own, ({ own }: Asked) => own]) {
      const missing = new Map<string, Asked>();
      for (const [index, each] of asked.entries()) {
        found[index] ??= find(each);
        if (found[index] === undefined) missing.set(keyOf(each), each);
      }
      if (missing.size === 0) break;
      await fetch(org, missing, answers);
    }
    return asked.map((each, index) => found[index] ?? find(each)!);
  }

  return {
    resolve,
    forget: () => {
      generation += 1;
      cache.clear();
    },
  };
}

interface Asked {
  question: Question;
  /** By organization, selector, unit and day. */
  own: string;
  /** By the year in place of the day; null where the day itself may matter. */
  shared: string | null;
}

function askedOf(org: string, question: Question): Asked {
  const { selector, unitId, referenceDate } = question;
  const kind = selector?.kind;
  const what = `${org} ${unitId} ${JSON.stringify(kind)}`;
  const isPublic = kind?.case === "waste" || kind?.case === "library";
  return {
    question,
    own: `${referenceDate} ${what}`,
    shared: isPublic ? `${referenceDate.slice(0, 4)} ${what}` : null,
  };
}

/** The library looks at the year alone; only where exchange rates are part of the answer does the day matter. */
const holdsForTheYear = ({ answer }: Resolved): boolean =>
  answer.euroRate === undefined &&
  answer.failureCode !== "EXCHANGE_RATE_MISSING" &&
  answer.conversion.every(({ exchangeRate }) => exchangeRate === undefined);

/** Which revision of a custom factor is in force may change without news, so only an answer to a named one is kept. */
function isSettled({ selector }: Question): boolean {
  const kind = selector?.kind;
  return (kind?.case !== "customRecord" && kind?.case !== "customGroup") || kind.value.revision > 0;
}

function resolved(resolution: Resolution): Resolved {
  const bytes = toBinary(ResolutionSchema, resolution);
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, UUID_DIGITS);
  return { id, bytes, answer: create(ResolutionSchema, { ...resolution, candidates: [] }) };
}
