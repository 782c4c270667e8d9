import { type Consumer, on } from "@emissions/kit/messages/consume";
import { CustomRecordsNamedSchema } from "@emissions/proto/activity/v1/record_events";
import { FileDeletedSchema } from "@emissions/proto/imports/v1/file_service";
import { deleteEvidenceOfFile } from "./evidence.ts";
import { insertUses } from "./uses.ts";

/** A record lets go of evidence that is gone. */
export const evidenceConsumer: Consumer = on(FileDeletedSchema, async ({ tx, org }, { fileId }) => {
  await deleteEvidenceOfFile(tx, org, fileId);
});

/** A record keeps the unit in which activities name it. */
export const useConsumer: Consumer = on(CustomRecordsNamedSchema, async ({ tx, org }, { records }) => {
  await insertUses(tx, org, records);
});
