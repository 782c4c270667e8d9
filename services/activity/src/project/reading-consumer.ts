import { announceDeletion } from "@emissions/kit/db/external-references";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import { ReadingDeletedSchema } from "@emissions/proto/imports/v1/reading_service";
import { deleteLinksOfReading } from "./links.ts";

/** A deleted reading leaves its projects. A link whose lookup is older is refused from now on. */
export const readingConsumer: Consumer = on(ReadingDeletedSchema, async ({ tx, org }, { readingId }) => {
  await announceDeletion(tx, org, { id: readingId, attempt: 1 });
  await deleteLinksOfReading(tx, org, readingId);
});
