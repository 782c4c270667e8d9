import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import { isId } from "@emissions/kit/process/id";
import { type Check, refuse, unknown, violation } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import type { ProjectEntityType } from "@emissions/proto/activity/v1/project_service";
import type { Context } from "../context.ts";

/** Records that the activity service links in one call. */
const LINKS_AT_ONCE_MAX = 100;

type Projects = Pick<Context, "projects">;

/** Refuses a project that does not exist, and one that another organization shares: only its owner links. */
export async function requireProject({ projects }: Projects, projectId: string, call: HandlerContext): Promise<void> {
  const found = isId(projectId) ? await find(projects, projectId, call) : undefined;
  if (found === undefined || found.parent !== undefined) refuse([unknown("project_id")]);
}

const find = (projects: Context["projects"], id: string, call: HandlerContext) =>
  projects.getProject({ id }, forward(call)).then(
    ({ project }) => project,
    (error) => {
      if (error instanceof ConnectError && error.code === Code.NotFound) return undefined;
      throw error;
    },
  );

/** The ids of the readings that are linked to a project. */
export async function selectLinked({ projects }: Projects, projectId: string, call: HandlerContext): Promise<string[]> {
  return (await projects.listLinkedReadings({ id: projectId }, forward(call))).readingIds;
}

interface Links {
  projectId: string;
  entityType: ProjectEntityType;
  ids: readonly string[];
}

/** A repeat changes nothing. Fails if the project or a record was deleted. */
export async function link({ projects }: Projects, { projectId, entityType, ids }: Links, principal: Principal) {
  for (const entityIds of chunked(ids, LINKS_AT_ONCE_MAX))
    await projects.linkRecords({ id: projectId, entityType, entityIds }, callAs(principal));
}

export const checkProject = (sent: string | undefined): Check[] =>
  sent === undefined || isId(sent)
    ? []
    : [violation("project_id", "type_error.uuid", "value is not a valid uuid", "query")];
