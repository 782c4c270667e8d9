import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { type ProjectRow, selectOwnProject } from "./queries.ts";

/** A project of the organization. A shared one is not found, because only the owner changes it. */
export async function requireOwn(tx: Tx, org: string, id: string, lock?: "for update"): Promise<ProjectRow> {
  const row = isId(id) ? await selectOwnProject(tx, org, id, lock) : null;
  if (row === null) throw notFound("project");
  return row;
}

interface NamesProject {
  projectId?: string | null;
}

/** The projects of the organization that the values name; without projects no statement. */
export async function lookUpProjects(tx: Tx, org: string, named: readonly NamesProject[]): Promise<Set<string>> {
  const ids = [...new Set(named.flatMap(({ projectId }) => projectId ?? []))].filter(isId);
  if (ids.length === 0) return new Set();
  const rows = await tx<{ id: string }[]>`
    select id from projects where organization_id = ${org} and id = any (${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** A malformed id has the violation of its field. A shared project is unknown here: only its owner gives it records. */
export function checkProject({ projectId }: NamesProject, projects: ReadonlySet<string>): Check[] {
  return !projectId || !isId(projectId) || projects.has(projectId.toLowerCase()) ? [] : [unknown("project_id")];
}
