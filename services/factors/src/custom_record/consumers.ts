import { type Consumer, on } from "@emissions/kit/messages/consume";
import { CustomRecordsNamedSchema } from "@emissions/proto/activity/v1/record_events";
import { FileDeletedSchema } from "@emissions/proto/imports/v1/file_service";
import { deleteEvidenceOfFile } from "./evidence.ts";
import { insertUses } from "./uses.ts";

/** Removes the evidence of a deleted file. */
export const evidenceConsumer: Consumer = on(FileDeletedSchema, async ({ tx, org }, { fileId }) => {
  await deleteEvidenceOfFile(tx, org, fileId);
});

/** Stores that activities use a record. From then on its unit cannot change. */
export const useConsumer: Consumer = on(CustomRecordsNamedSchema, async ({ tx, org }, { records }) => {
  await insertUses(tx, org, records);
});
