import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { type ProjectRow, selectOwnProject } from "./queries.ts";

/** A project of the organization. A shared one is not found, because only the owner changes it. */
export async function requireOwn(tx: Tx, org: string, id: string, lock?: "for update"): Promise<ProjectRow> {
  const row = isId(id) ? await selectOwnProject(tx, org, id, lock) : null;
  if (row === null) throw notFound("project");
  return row;
}
