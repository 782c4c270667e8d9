import type { Tx } from "@emissions/kit/db/transactions";
import type { ContentKey } from "./store/content-store.ts";

/** Where the bytes of a finished file from a position on are. */
export interface StoredContent {
  storedIn: "database" | "objects";
  sizeBytes: string;
  /** To the end of their chunk; null for objects and at the end of the file. */
  content: Uint8Array | null;
}

/** One statement, because a sweep may move the content between two. */
export async function selectStoredContent(
  tx: Tx,
  org: string,
  id: string,
  position: number,
): Promise<StoredContent | null> {
  const [row] = await tx<StoredContent[]>`
    select stored_in, size_bytes, substring(chunk.content from ${position}::bigint::int - chunk.position::int + 1) as content
    from files f left join lateral (
      select position, content from file_chunks c
      where c.organization_id = ${org} and c.file_id = f.id and c.position <= ${position}::bigint
      order by position desc limit 1) as chunk on stored_in = 'database'
    where f.organization_id = ${org} and f.id = ${id} and f.state = 'stored'`;
  return row ?? null;
}

export const insertDatabaseContent = (tx: Tx, org: string, id: string) =>
  tx`insert into database_contents (organization_id, file_id) values (${org}, ${id})`;

/** Contents of all organizations that lie in the database, the oldest first. */
export const selectDatabaseContents = (tx: Tx, limit: number) => tx<ContentKey[]>`
  select organization_id as org, file_id as id from database_contents order by since, file_id limit ${limit}`;

/** Precedes the write of the object, so that no object is without a row. */
export const insertObject = (tx: Tx, org: string, id: string) => tx`
  insert into file_objects (organization_id, file_id) values (${org}, ${id}) on conflict do nothing`;

/** Returns false if the file is gone or was moved already. */
export async function moveContent(tx: Tx, org: string, id: string): Promise<boolean> {
  const moved = await tx`
    update files set stored_in = 'objects'
    where organization_id = ${org} and id = ${id} and state = 'stored' and stored_in = 'database' returning 1`;
  if (moved.length === 0) return false;
  await Promise.all([
    tx`delete from file_chunks where organization_id = ${org} and file_id = ${id}`,
    tx`delete from database_contents where organization_id = ${org} and file_id = ${id}`,
  ]);
  return true;
}

/** The object may have been written after its file was deleted, so its time of grace begins again. */
export const renewUnused = (tx: Tx, org: string, id: string) => tx`
  update file_objects set unused_since = now()
  where organization_id = ${org} and file_id = ${id} and unused_since is not null`;

/** Objects of all organizations whose files were deleted. */
export const selectUnusedObjects = (tx: Tx, { afterS, limit }: { afterS: number; limit: number }) => tx<ContentKey[]>`
  select organization_id as org, file_id as id from file_objects
  where unused_since < now() - make_interval(secs => ${afterS}) order by unused_since limit ${limit}`;

export const deleteObjectRow = (tx: Tx, org: string, id: string) => tx`
  delete from file_objects where organization_id = ${org} and file_id = ${id} and unused_since is not null`;
