import type { Message } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { isUnavailable } from "@emissions/kit/wire/errors";
import { HANDLING } from "@emissions/kit/wire/headers";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { concurrentChange } from "./custom-factors.ts";
import { refusalsOf } from "./fitness.ts";
import type { Caller, RecordInput } from "./kind.ts";
import type { Preview } from "./preview.ts";

/** A calculation with the violations that it is for a strict caller. Others have none. */
export interface Calculation {
  result: RecordResult;
  refusals: Check[];
}

/** The calculations of the inputs, in their order. Null if the write does not depend on them. */
export type Results = ((inputs: readonly RecordInput[]) => Calculation[]) | null;

/** Attempts of one write. Each further one means that another request changed the inputs meanwhile. */
const ATTEMPTS_MAX = 3;

/** The two steps of a write. */
export interface Steps<O> {
  /** Whether the response has results. Otherwise only the writes of strict callers depend on them. */
  isCalculated?: boolean | undefined;
  /** Reads the inputs that `store` is going to have. Locks nothing. */
  prepare(tx: Tx, org: string): Promise<readonly RecordInput[]>;
  store(write: Write, results: Results): Promise<O>;
}

/**
 * Runs a write. One that depends on results is prepared and calls calc before its transaction, so that no row is locked
 * during the call (ADR 0033). It is prepared again if the transaction has other inputs.
 */
export const recordWrite =
  ({ db, preview }: { db: Db; preview: Preview }) =>
  async <O extends object>(call: Caller, request: Message, steps: Steps<O>): Promise<O> => {
    const isStrict = call.requestHeader.get(HANDLING) === "strict";
    if (!isStrict && !steps.isCalculated) return db.write(call, request, (write) => steps.store(write, null));
    // A repeat is not calculated again.
    const earlier = await db.earlier(call, request);
    if (earlier !== null) return earlier as O;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const inputs = await db.read(call, steps.prepare).catch(noInputs);
      const keys = new Map(inputs.map((input) => [input, keyOf(input)]));
      // Equal inputs are calculated once.
      const distinct = new Map(inputs.map((input) => [keys.get(input)!, input]));
      const calculations = await preview(call, [...distinct.values()]);
      const known = new Map(
        [...distinct.keys()].map((key, at) => {
          const result = calculations[at]!;
          return [key, { result, refusals: isStrict ? refusalsOf(result) : [] }];
        }),
      );
      const results = (found: readonly RecordInput[]) =>
        found.map((input) => known.get(keys.get(input) ?? keyOf(input)) ?? changed());
      try {
        return await db.write(call, request, (write) => steps.store(write, results));
      } catch (error) {
        if (!(error instanceof InputsChanged)) throw error;
      }
    }
    throw concurrentChange();
  };

/** The transaction refuses again, but answers a repeat of a request that was stored meanwhile. */
function noInputs(error: unknown): RecordInput[] {
  if (error instanceof ConnectError && !isUnavailable(error)) return [];
  throw error;
}

/** Refuses inputs of existing records whose calculations the caller does not accept. */
export function refuseUnfit(results: Results, inputs: readonly RecordInput[]): void {
  if (results !== null) refuse(withoutRepeats(results(inputs).flatMap(({ refusals }) => refusals)));
}

/** Ends a transaction whose inputs are not those that were calculated. */
class InputsChanged extends Error {}

const changed = (): never => {
  throw new InputsChanged();
};

/** Each transaction makes new ids, on which no calculation depends; neither does the revision. */
const keyOf = (input: RecordInput): string => JSON.stringify({ ...input, recordId: "", revision: 0 });

/** Records of one request that differ in a few values have the other violations in common. */
export const withoutRepeats = (checks: readonly Check[]): Check[] => [
  ...new Map(checks.map((check) => [JSON.stringify(check), check])).values(),
];
