import { type Check, violation } from "@emissions/kit/wire/checks";
import { type Caller, failureOf } from "./kind.ts";
import { LOCKS_BY_RECORD } from "./locked-days.ts";
import type { Parts } from "./parts.ts";
import { candidatesBefore, type Prepared } from "./prepare.ts";

/**
 * Adds values with several meanings that the calculation would ask about, if the call is a validation: it tells them
 * before anything is stored. Call it before a transaction begins.
 */
export async function withAmbiguities(parts: Parts, call: Caller, prepared: Prepared): Promise<Prepared> {
  const { context, kind, db } = parts;
  const { ambiguities } = kind;
  if (ambiguities === undefined || !call.requestHeader.has(LOCKS_BY_RECORD)) return prepared;
  const how = { inBatch: true, refuse: null };
  const candidates = await db.read(call, candidatesBefore(parts, call, { ...prepared }, how));
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
