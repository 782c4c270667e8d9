import type { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Remove } from "../list/deletion.ts";
import { announceAllDeleted } from "./announce.ts";

/** Deletes records of one table and announces that their emissions leave the totals. */
export const deleteRecords =
  (table: string, entityType: EntityType): Remove =>
  async (write, ids) => {
    const { tx, org } = write;
    const deleted = await tx<{ id: string; revision: number }[]>`
      delete from ${tx(table)} where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
      returning id, revision`;
    announceAllDeleted(write, entityType, deleted);
    return deleted.map(({ id }) => id);
  };
