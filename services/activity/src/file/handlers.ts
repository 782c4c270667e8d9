import type { ServiceImpl } from "@connectrpc/connect";
import { announceDeletion } from "@emissions/kit/db/external-references";
import type { Tx } from "@emissions/kit/db/transactions";
import { checkId, refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import type { Context } from "../context.ts";

/** For the imports service, before it deletes a file. */
export const fileUseHandlers = (
  { db }: Pick<Context, "db">,
  tables: readonly string[],
): ServiceImpl<typeof FileUseService> => ({
  countFileUses: async ({ fileId, deletionAttempt }, call) => {
    refuse(checkId("file_id", fileId));
    const count = (tx: Tx, org: string) => countRecordsOfFile(tx, org, tables, fileId);
    if (deletionAttempt === 0) return { records: await db.read(call, count) };
    // Without `db.write`: the audit row of the deletion is that of imports.
    return db.asService(principalOf(call).organizationId, async ({ tx, org }) => {
      await announceDeletion(tx, org, { id: fileId, attempt: deletionAttempt });
      return { records: await count(tx, org) };
    });
  },
});

async function countRecordsOfFile(tx: Tx, org: string, tables: readonly string[], fileId: string): Promise<number> {
  const counts = await Promise.all(
    tables.map(
      (table) => tx<[{ records: number }]>`
        select count(*)::int as records from ${tx(table)}
        where organization_id = ${org} and file_id = ${fileId}`,
    ),
  );
  return counts.reduce((sum, [{ records }]) => sum + records, 0);
}
