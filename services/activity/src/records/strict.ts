import { createHash } from "node:crypto";
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import type { Db, Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { HANDLING } from "@emissions/kit/wire/headers";
import { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { concurrentChange } from "./custom-factors.ts";
import { type Caller, failureOf, type RecordInput } from "./kind.ts";
import type { Preview } from "./preview.ts";

/** The failures and marks that the calculations of the inputs would have. Null if the caller accepts them. */
export type FitnessCheck = ((inputs: readonly RecordInput[]) => Check[][]) | null;

/** Attempts of one write. Each further one means that another request changed the inputs meanwhile. */
const ATTEMPTS_MAX = 4;

/**
 * Runs a write. A strict one runs twice: the first transaction is rolled back when the inputs of the calculation are
 * known, and the second one stores. Between them calc is called, so that no row is locked during the call (ADR 0033).
 */
export const recordWrite =
  ({ db, preview }: { db: Db; preview: Preview }) =>
  async <R extends object>(
    call: Caller,
    request: Message,
    work: (write: Write, checkFitness: FitnessCheck) => Promise<R>,
  ): Promise<R> => {
    if (!isStrict(call)) return db.write(call, request, (write) => work(write, null));
    const known = new Map<string, Check[]>();
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      try {
        return await db.write(call, request, (write) => work(write, (inputs) => checksOf(inputs, known)));
      } catch (error) {
        if (!(error instanceof UnknownFitness)) throw error;
        const results = await preview(call, [...error.inputs.values()]);
        const keys = [...error.inputs.keys()];
        for (const [at, key] of keys.entries()) known.set(key, refusalsOf(results[at]!, { marks: true }));
      }
    }
    throw concurrentChange();
  };

/** Whether the caller refuses marked records. */
export const isStrict = (call: Caller): boolean => call.requestHeader.get(HANDLING) === "strict";

/** Ends a transaction whose inputs were not calculated yet. */
class UnknownFitness extends Error {
  readonly inputs: ReadonlyMap<string, RecordInput>;

  constructor(inputs: ReadonlyMap<string, RecordInput>) {
    super("Some inputs were not calculated yet.");
    this.inputs = inputs;
  }
}

function checksOf(inputs: readonly RecordInput[], known: ReadonlyMap<string, Check[]>): Check[][] {
  const keyed = inputs.map((input) => [inputKey(input), input] as const);
  const unknown = keyed.filter(([key]) => !known.has(key));
  if (unknown.length > 0) throw new UnknownFitness(new Map(unknown));
  return keyed.map(([key]) => known.get(key)!);
}

/** Each transaction makes new ids, on which no calculation depends; neither does the revision. */
export const inputKey = (input: RecordInput): string =>
  createHash("sha256")
    .update(toBinary(RecordInputSchema, create(RecordInputSchema, { ...input, recordId: "", revision: 0 })))
    .digest("base64");

/** The code of calculations without a factor. */
const NO_FACTOR = "FACTOR_NOT_FOUND";

/** The violation of a calculation without a result, or those of its marks. */
export function refusalsOf(result: RecordResult, { marks }: { marks: boolean }): Check[] {
  const loc = ["body"];
  // Some kinds need no factor. Their result is then empty, and no failure.
  const code = failureOf(result) ?? (result.co2e === undefined ? NO_FACTOR : null);
  if (code !== null) return [{ loc, msg: result.errorDetail || "no factor fits the record", type: code }];
  return (marks ? result.fitness : []).map((mark) => {
    const name = enumText(FitnessMarkSchema, mark);
    return { loc, msg: `the calculation would be marked ${name}`, type: `value_error.fitness.${name}` };
  });
}
