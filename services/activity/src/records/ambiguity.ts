import { type Check, violation } from "@emissions/kit/wire/checks";
import type { Prepared } from "./examine.ts";
import { type Caller, failureOf } from "./kind.ts";
import { LOCKS_BY_RECORD } from "./locked-days.ts";
import type { Parts } from "./parts.ts";
import { examineBefore } from "./prepare.ts";

const HOW = { inBatch: true, isCalculated: false, place: (check: Check) => check };

/**
 * Adds values with several meanings that the calculation would ask about, if the call is a validation: it tells them
 * before anything is stored. Call it before a transaction begins.
 */
export async function withAmbiguities<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  call: Caller,
  prepared: Prepared<V, L>,
): Promise<Prepared<V, L>> {
  const { context, kind } = parts;
  const { ambiguities } = kind;
  if (ambiguities === undefined || !call.requestHeader.has(LOCKS_BY_RECORD)) return prepared;
  const { candidates } = await examineBefore(parts, call, { ...prepared }, HOW);
  // The amount has no part in it, so each different selector is calculated once.
  const groups = [...Map.groupBy(candidates, ({ input }) => JSON.stringify(input.selector)).values()];
  const asked = groups.map(([first]) => first!.input);
  const results = await context.preview(call, asked);
  const ambiguous = groups.flatMap((group, nth): [number, Check[]][] => {
    const code = failureOf(results[nth]!) ?? "";
    const field = ambiguities[code];
    if (field === undefined) return [];
    const checks = [violation(field, code, results[nth]!.errorDetail)];
    return group.map(({ at }) => [at, checks]);
  });
  return { ...prepared, rejected: new Map([...ambiguous, ...prepared.rejected]) };
}
