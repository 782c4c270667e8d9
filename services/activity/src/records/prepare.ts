import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import type { Prepared } from "./examine.ts";
import type { Caller } from "./kind.ts";
import type { Parts } from "./parts.ts";

/** Looks up what values of new records name. Call it before a transaction begins. */
export async function prepare<V extends object, L extends object, R extends object>(
  { lookUp, lookUpFiles, callerOf }: Parts<V, L, R>,
  call: Caller,
  values: readonly V[],
  rejected: readonly RejectedRecord[] = [],
): Promise<Prepared<V, L>> {
  const [found, files, caller] = await Promise.all([
    lookUp(call, values, "price"),
    lookUpFiles(call, values),
    callerOf(call),
  ]);
  const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
  return { values, rejected: violationsAt, found, files, caller };
}
