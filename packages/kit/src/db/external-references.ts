import type { Tx } from "./pool.ts";

/**
 * References to entities of another service, which no foreign key protects (ADR 0028). The owner counts the attempts to
 * delete an entity. A writer looks the entity up before its transaction, and the lookup has that number. A deletion
 * first announces its number here. A writer that looked the entity up before is refused then, and a writer that
 * committed before is counted.
 */

/** By id of an entity that a lookup found: how many attempts to delete it had begun. */
export type FoundEntities = ReadonlyMap<string, number>;

interface Deletion {
  id: string;
  /** From 1. */
  attempt: number;
}

/** A number is kept for this time; no request takes as long. */
const KEPT = "1 day";

/**
 * Protects the found entities until the end of the transaction, and returns those that are not being deleted. Call it
 * before other locks are taken.
 */
export async function lockReferences(tx: Tx, org: string, found: FoundEntities): Promise<FoundEntities> {
  if (found.size === 0) return found;
  const [, rows] = await Promise.all([
    tx`select pg_advisory_xact_lock_shared(${lockOf(tx, org)})`,
    // A statement of its own, because its snapshot must be younger than the lock.
    tx<{ id: string }[]>`
      select d.id from external_deletions d
      join unnest(${[...found.keys()]}::uuid[], ${[...found.values()]}::int[]) as f (id, attempts) on f.id = d.id
      where d.organization_id = ${org} and d.attempt > f.attempts`,
  ]);
  if (rows.length === 0) return found;
  const outdated = new Set(rows.map(({ id }) => id));
  return new Map([...found].filter(([id]) => !outdated.has(id)));
}

/** Waits for the writers of references, and outdates earlier lookups. Rows that are counted next are all there are. */
export async function announceDeletion(tx: Tx, org: string, { id, attempt }: Deletion): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockOf(tx, org)})`;
  await tx`
    insert into external_deletions (organization_id, id, attempt) values (${org}, ${id}, ${attempt})
    on conflict (organization_id, id) do update
      set attempt = greatest(external_deletions.attempt, excluded.attempt), at = now()`;
  await tx`
    delete from external_deletions where organization_id = ${org} and at < now() - ${KEPT}::interval`;
}

/** One lock of the organization in this schema. A lock for each entity could exceed the lock table of Postgres. */
const lockOf = (tx: Tx, org: string) => tx`hashtextextended(current_schema() || ' references ' || ${org}, 0)`;
