import { principalOf } from "@emissions/kit/wire/principal";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";
import { requireOrganization } from "../organization/queries.ts";
import { type Examination, type Examined, examiner, type Prepared } from "./examine.ts";
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

/** Examines prepared records with rows that are read and not locked. A write that reads the same rows takes it over. */
export async function examineBefore<V extends object, L extends object, R extends object>(
  parts: Parts<V, L, R>,
  call: Caller,
  prepared: Prepared<V, L>,
  how: Examination,
): Promise<Examined<V>> {
  const { kind, db, ownerOf, context } = parts;
  const { values, found, files } = prepared;
  const [organization, owners, related] = await db.read(call, (tx, org) =>
    Promise.all([
      requireOrganization(tx, org),
      kind.owner?.selectLocations(tx, org, values.map(ownerOf)),
      kind.selectRelated?.(tx, [org], values, "check", context),
    ]),
  );
  const held = { organization, lookups: { ...found, ...(related as R) }, files, owners, checkLocks: null };
  const principal = principalOf(call);
  const examined = examiner(parts, { org: principal.organizationId, principal }, prepared, held, how)(values, 0);
  prepared.earlier = { read: { organization, related, files, owners }, examined };
  return examined;
}
