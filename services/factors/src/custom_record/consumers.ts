import { type Consumer, on } from "@emissions/kit/consume";
import { FileDeletedSchema } from "@emissions/proto/imports/v1/file_service";
import { deleteEvidenceOfFile } from "./evidence.ts";

/** A record lets go of evidence that is gone. */
export const evidenceConsumer: Consumer = on(FileDeletedSchema, async ({ tx, org }, { fileId }) => {
  await deleteEvidenceOfFile(tx, org, fileId);
});
