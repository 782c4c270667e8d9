import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import { visibleFiles } from "../file/access.ts";
import { type ReadingRow, selectReading } from "./queries.ts";

/** Same error for a missing reading, one of a hidden file, and another organization's. */
export async function requireReading(tx: Tx, caller: Principal, id: string, lock?: "to change"): Promise<ReadingRow> {
  const row = isId(id) ? await selectReading(tx, caller.organizationId, id, lock) : null;
  if (row === null || !visibleFiles(caller).includes(row.forPeople)) throw notFound("reading");
  return row;
}

/** Refuses a reading that is confirmed, that is being confirmed, or that a process reads. */
export function refuseUnlessChangeable({ status, confirmation }: ReadingRow): void {
  if (status === "confirmed") throw alreadyConfirmed();
  if (confirmation !== null) throw invalidState("The reading is being confirmed.");
  if (status === "pending" || status === "reading") throw invalidState("The document is being read.");
}

export const invalidState = (detail: string) => conflict("READING_INVALID_STATE", detail);

export const alreadyConfirmed = () => conflict("READING_ALREADY_CONFIRMED", "Records were created from the reading.");
