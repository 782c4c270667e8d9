import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { exhausted } from "@emissions/kit/wire/errors";
import { groupOf } from "../rotation/rotation.ts";
import { invalidState, refuseUnlessChangeable } from "./access.ts";
import { READINGS_WAITING_MAX } from "./limits.ts";
import { countWaiting, enqueue, insertReading, type ReadingRow, resetReading, selectReadingOfFile } from "./queries.ts";

/** Starts to read a finished file that has no reading. A file with a reading keeps it. */
export async function startReading({ tx, org, principal }: Write, fileId: string): Promise<void> {
  const id = newId();
  if (await insertReading(tx, org, { id, fileId })) await enqueue(tx, org, { id, groupId: groupOf(principal) });
}

/** Called after all files of the request are locked, because others lock a file first and then count. */
export async function refuseTooManyReadings({ tx, org }: Write): Promise<void> {
  if ((await countWaiting(tx, org)) <= READINGS_WAITING_MAX) return;
  throw exhausted("TOO_MANY_READINGS", `At most ${READINGS_WAITING_MAX} documents of an organization wait at once.`);
}

/** Starts to read a file, or reads it again. Refuses a reading whose values a person has corrected or confirmed. */
export async function restartReading(write: Write, fileId: string): Promise<ReadingRow> {
  const { tx, org } = write;
  await startReading(write, fileId);
  const reading = (await selectReadingOfFile(tx, org, fileId))!;
  if (reading.status === "pending" || reading.status === "reading") return reading;
  refuseUnlessChangeable(reading);
  if (reading.corrected) throw invalidState("A person has corrected the reading. Delete it to read the file again.");
  await resetReading(tx, org, reading.id);
  await enqueue(tx, org, { id: reading.id, groupId: groupOf(write.principal) });
  return (await selectReadingOfFile(tx, org, fileId))!;
}
