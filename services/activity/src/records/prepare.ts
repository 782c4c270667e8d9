import type { FoundEntities } from "@emissions/kit/db/external-references";
import type { Check } from "@emissions/kit/wire/checks";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import type { Examined } from "./examine.ts";
import type { Caller, Lookups } from "./kind.ts";
import type { Parts } from "./parts.ts";

/** The values of new records with everything that other services and catalogues know about them. */
export interface Prepared<V, L> {
  values: readonly V[];
  /** Violations that the gateway found, by index. */
  rejected: ReadonlyMap<number, readonly Check[]>;
  found: Lookups & L;
  /** Files that the values name. */
  files: FoundEntities;
  caller: Awaited<ReturnType<Parts<object, object, object>["callerOf"]>>;
  /** The examination of an attempt that was rolled back, with the rows that it read. */
  earlier?: { read: object; examined: Examined<V> };
}

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
