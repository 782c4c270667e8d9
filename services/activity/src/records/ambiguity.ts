import { type Check, violation } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import { examiner, type Prepared } from "./examine.ts";
import { type Caller, failureOf } from "./kind.ts";
import { LOCKS_BY_RECORD } from "./locked-days.ts";
import type { Parts } from "./parts.ts";

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
  const { kind, context, db } = parts;
  const { ambiguities } = kind;
  if (ambiguities === undefined || !call.requestHeader.has(LOCKS_BY_RECORD)) return prepared;
  const { values, found, files } = prepared;
  const related = await db.read(call, async (tx, org) => kind.selectRelated?.(tx, [org], values, "announce", context));
  const held = { lookups: { ...found, ...(related as R) }, files, owners: undefined, checkLocks: null };
  const principal = principalOf(call);
  const examine = examiner(parts, { org: principal.organizationId, principal }, prepared, held, HOW);
  const { candidates } = examine(values, 0);
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
