import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { onlyReads, type Principal } from "@emissions/kit/wire/principal";
import { type FileRow, selectFile } from "./queries.ts";

type Caller = Pick<Principal, "role">;

/** Files that human_resources uploads are about people. */
export const uploadsForPeople = ({ role }: Caller): boolean => role === "human_resources";

/** The values of `for_people` of the files that the caller may see. That role sees no other files; viewers and auditors see only others. */
export function visibleFiles({ role }: Caller): boolean[] {
  if (role === "human_resources") return [true];
  return onlyReads(role) ? [false] : [true, false];
}

/** Same error for a malformed id, a missing file, a hidden one and another organization's file. */
export async function requireFile(tx: Tx, caller: Principal, id: string, lock?: "to change"): Promise<FileRow> {
  const row = isId(id) ? await selectFile(tx, caller.organizationId, id, lock) : null;
  if (row === null || !visibleFiles(caller).includes(row.forPeople)) throw notFound("file");
  return row;
}

/** An unfinished file counts as missing for readers. */
export async function requireStoredFile(tx: Tx, caller: Principal, id: string, lock?: "to change"): Promise<FileRow> {
  const row = await requireFile(tx, caller, id, lock);
  if (row.state !== "stored") throw notFound("file");
  return row;
}
