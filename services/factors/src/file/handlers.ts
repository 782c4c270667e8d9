import type { ServiceImpl } from "@connectrpc/connect";
import { announceDeletion } from "@emissions/kit/db/external-references";
import type { Tx } from "@emissions/kit/db/transactions";
import { checkId, refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import type { Context } from "../context.ts";
import { countEvidenceOfFile } from "../custom_record/evidence.ts";

/** For the imports service, before it deletes a file. */
export const fileUseHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof FileUseService> => ({
  countFileUses: async ({ fileId, deletionAttempt }, call) => {
    refuse(checkId("file_id", fileId));
    const count = (tx: Tx, org: string) => countEvidenceOfFile(tx, org, fileId);
    if (deletionAttempt === 0) return { factors: await db.read(call, count) };
    // Without `db.write`: the audit row of the deletion is that of imports.
    return db.asService(principalOf(call).organizationId, async ({ tx, org }) => {
      await announceDeletion(tx, org, { id: fileId, attempt: deletionAttempt });
      return { factors: await count(tx, org) };
    });
  },
});
