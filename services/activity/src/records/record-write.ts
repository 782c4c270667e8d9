import { createHash } from "node:crypto";
import type { Message } from "@bufbuild/protobuf";
import type { Db, Write } from "@emissions/kit/db/transactions";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { HANDLING } from "@emissions/kit/wire/headers";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { concurrentChange } from "./custom-factors.ts";
import { type Caller, failureOf, type RecordInput } from "./kind.ts";
import type { Preview } from "./preview.ts";

/** A calculation with the violations that it is for a strict caller. Others have none. */
export interface Calculation {
  result: RecordResult;
  refusals: Check[];
}

/** The calculations of the inputs, in their order. Null if the write does not depend on them. */
export type Results = ((inputs: readonly RecordInput[]) => Calculation[]) | null;

/** Attempts of one write. Each further one means that another request changed the inputs meanwhile. */
const ATTEMPTS_MAX = 4;

interface Depending {
  isCalculated?: boolean | undefined;
  /** Reads the inputs of the calculations before the transaction. */
  foresee?(): Promise<RecordInput[]>;
}

/**
 * Runs a write. That of a strict caller, or with results in its response, calls calc before the transaction. No row is
 * locked during the call (ADR 0033). A transaction with inputs that were not foreseen is rolled back and repeated.
 */
export const recordWrite =
  ({ db, preview }: { db: Db; preview: Preview }) =>
  async <R extends object>(
    call: Caller,
    request: Message,
    work: (write: Write, results: Results) => Promise<R>,
    { isCalculated = false, foresee }: Depending = {},
  ): Promise<R> => {
    const isStrict = call.requestHeader.get(HANDLING) === "strict";
    if (!isStrict && !isCalculated) return db.write(call, request, (write) => work(write, null));
    const known = new Map<string, Calculation>();
    const keyOf = memoized(inputKey);
    const calculate = async (inputs: ReadonlyMap<string, RecordInput>) => {
      const results = await preview(call, [...inputs.values()]);
      for (const [at, key] of [...inputs.keys()].entries()) {
        const result = results[at]!;
        known.set(key, { result, refusals: isStrict ? refusalsOf(result) : [] });
      }
    };
    if (foresee !== undefined) {
      // A repeat is not calculated again.
      const earlier = await db.earlier(call, request);
      if (earlier !== null) return earlier as R;
      await calculate(new Map((await foresee()).map((input) => [keyOf(input), input])));
    }
    for (let attempt = foresee === undefined ? 0 : 1; attempt < ATTEMPTS_MAX; attempt++) {
      try {
        return await db.write(call, request, (write) => work(write, (inputs) => calculationsOf(inputs, known, keyOf)));
      } catch (error) {
        if (!(error instanceof UnknownResults)) throw error;
        await calculate(error.inputs);
      }
    }
    throw concurrentChange();
  };

/** Refuses inputs of existing records whose calculations the caller does not accept. */
export function refuseUnfit(results: Results, inputs: readonly RecordInput[]): void {
  if (results !== null) refuse(withoutRepeats(results(inputs).flatMap(({ refusals }) => refusals)));
}

/** Ends a transaction whose inputs were not calculated yet. */
class UnknownResults extends Error {
  readonly inputs: ReadonlyMap<string, RecordInput>;

  constructor(inputs: ReadonlyMap<string, RecordInput>) {
    super("Some inputs were not calculated yet.");
    this.inputs = inputs;
  }
}

function calculationsOf(
  inputs: readonly RecordInput[],
  known: ReadonlyMap<string, Calculation>,
  keyOf: typeof inputKey,
): Calculation[] {
  const keyed = inputs.map((input) => [keyOf(input), input] as const);
  const unknown = keyed.filter(([key]) => !known.has(key));
  if (unknown.length > 0) throw new UnknownResults(new Map(unknown));
  return keyed.map(([key]) => known.get(key)!);
}

/** Attempts share inputs, so each key is computed once. */
function memoized<K extends object, R>(work: (key: K) => R): (key: K) => R {
  const known = new WeakMap<K, R>();
  return (key) => {
    const found = known.get(key) ?? work(key);
    known.set(key, found);
    return found;
  };
}

/** Each transaction makes new ids, on which no calculation depends; neither does the revision. */
const inputKey = (input: RecordInput): string =>
  createHash("sha256")
    .update(JSON.stringify({ ...input, recordId: "", revision: 0 }))
    .digest("base64");

/** The code of calculations without a factor. */
const NO_FACTOR = "FACTOR_NOT_FOUND";

/** The violation of a calculation without a result, or those of its marks. */
function refusalsOf(result: RecordResult): Check[] {
  const loc = ["body"];
  // Some kinds need no factor. Their result is then empty, and no failure.
  const code = failureOf(result) ?? (result.co2e === undefined ? NO_FACTOR : null);
  if (code !== null) return [{ loc, msg: result.errorDetail || "no factor fits the record", type: code }];
  return result.fitness.map((mark) => {
    const name = enumText(FitnessMarkSchema, mark);
    return { loc, msg: `the calculation would be marked ${name}`, type: `value_error.fitness.${name}` };
  });
}

/** Records of one request that differ in a few values have the other violations in common. */
export function withoutRepeats(checks: readonly Check[]): Check[] {
  return [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()];
}
