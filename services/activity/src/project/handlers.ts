import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import {
  type Check,
  checkDay,
  checkEnum,
  checkId,
  checkText,
  refuse,
  unknown,
  violation,
} from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type CreateProjectRequest,
  ProjectDeletedSchema,
  ProjectMethodologySchema,
  ProjectSchema,
  type ProjectService,
  ProjectTypeSchema,
  type UpdateProjectRequest,
  UpdateProjectRequestSchema,
} from "@emissions/proto/activity/v1/project_service";
import { checkPeriodOrder } from "../checks.ts";
import type { Context } from "../context.ts";
import { rowWriter } from "../rows.ts";
import type { LinkedLists } from "./by-filters.ts";
import { projectInvitationHandlers } from "./invitations.ts";
import { projectLinkHandlers } from "./link-handlers.ts";
import { requireOwn } from "./own.ts";
import {
  countProjects,
  deleteProject,
  insertProject,
  isActiveMember,
  type ProjectRow,
  type ProjectValues,
  selectAccess,
  selectGroups,
  selectProject,
  selectProjects,
  updateProject,
} from "./queries.ts";

const NAME_MAX = 255;
const DESCRIPTION_MAX = 2_000;
const PROJECTS_MAX = 1_000;
const LOOK_UP_MAX = 1_000;

export const projectHandlers = (
  context: Pick<Context, "db" | "readings">,
  lists: LinkedLists,
): ServiceImpl<typeof ProjectService> => ({
  ...ownHandlers(context),
  ...projectInvitationHandlers(context),
  ...projectLinkHandlers(context, lists),
});

type OwnMethods =
  | "createProject"
  | "getProject"
  | "listProjects"
  | "lookUpProjects"
  | "updateProject"
  | "deleteProject";

const ownHandlers = ({ db }: Pick<Context, "db">): Pick<ServiceImpl<typeof ProjectService>, OwnMethods> => ({
  createProject: async (request, call) => {
    const values = valuesOf(request);
    refuse(checkValues(values));
    return db.write(call, request, async ({ tx, org, about }) => {
      await requireMember(tx, org, values.responsibleUserId);
      if ((await countProjects(tx, org)) >= PROJECTS_MAX)
        throw conflict("PROJECT_LIMIT_REACHED", `An organization has at most ${PROJECTS_MAX} projects.`);
      const id = newId();
      about(id);
      await insertProject(tx, org, id, values);
      return { project: toProject(await requireOwn(tx, org, id)) };
    });
  },

  getProject: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectProject(tx, org, id) : null;
      if (row === null) throw notFound("project");
      return { project: toProject(row) };
    }),

  listProjects: (_request, call) =>
    db.read(call, async (tx, org) => ({
      projects: (await selectProjects(tx, org)).toSorted(byName).map(toProject),
    })),

  updateProject: async (request, call) => {
    const changes = masked(UpdateProjectRequestSchema, request.updateMask, valuesOf(request));
    return db.write(call, request, async ({ tx, org, about }) => {
      const { id } = request;
      const before = await requireOwn(tx, org, id, "for update");
      const after = { ...before, ...changes };
      refuse(checkValues(after));
      if (changes.responsibleUserId !== undefined) await requireMember(tx, org, changes.responsibleUserId);
      about(id, fieldChanges(before, after, { fields: Object.keys(changes) }));
      await updateProject(tx, org, id, after);
      return { project: toProject(await requireOwn(tx, org, id)) };
    });
  },

  deleteProject: (request, call) =>
    db.write(call, request, async ({ tx, org, about, emit }) => {
      const { id } = request;
      about(id);
      if (!isId(id) || !(await deleteProject(tx, org, id))) throw notFound("project");
      emit(ProjectDeletedSchema, { id: id.toLowerCase() });
      return {};
    }),

  lookUpProjects: ({ ids, withGroup }, call) => {
    if (ids.length > LOOK_UP_MAX)
      refuse([violation("ids", "value_error.list.max_items", `at most ${LOOK_UP_MAX} projects`)]);
    return db.read(call, async (tx, org) => {
      const projects = await selectAccess(tx, org, ids.filter(isId));
      if (!withGroup) return { projects };
      const groups = await selectGroups(tx, [...new Set(projects.map(({ organizationId }) => organizationId))]);
      return { projects: projects.map((project) => ({ ...project, groupIds: groups.get(project.organizationId)! })) };
    });
  },
});

const write = rowWriter(ProjectSchema);

/** As the public contract shows a project. */
function toProject(row: ProjectRow) {
  const {
    responsibleUserId: id,
    email,
    firstName,
    lastName,
    ownerName,
    organizationId,
    numberOfFiles,
    numberOfWidgets,
  } = row;
  const names = { ...(firstName !== null && { firstName }), ...(lastName !== null && { lastName }) };
  return write({
    ...row,
    responsibleUser: { id, email, ...names },
    parent: ownerName === null ? null : { id: organizationId, name: ownerName },
    extended: { numberOfFiles, numberOfWidgets },
  });
}

/** By name without case, then by id. */
function byName(a: ProjectRow, b: ProjectRow): number {
  const [first, second] = [a, b].map(({ name, id }) => `${name.toLowerCase()}\0${id}`);
  return first! < second! ? -1 : 1;
}

function valuesOf(request: CreateProjectRequest | UpdateProjectRequest): ProjectValues {
  const { name, description, startDate, endDate, dueDate, projectType, methodology, responsibleUserId } = request;
  return {
    name,
    description: description || null,
    startDate: startDate || null,
    endDate: endDate || null,
    dueDate: dueDate || null,
    projectType: projectType === 0 ? null : enumText(ProjectTypeSchema, projectType),
    methodology: methodology === 0 ? null : enumText(ProjectMethodologySchema, methodology),
    responsibleUserId,
  };
}

function checkValues(values: ProjectValues): Check[] {
  const { name, description, startDate, endDate, dueDate, projectType, methodology, responsibleUserId } = values;
  const days = Object.entries({ start_date: startDate, end_date: endDate, due_date: dueDate });
  return [
    ...checkText("name", name, { max: NAME_MAX, required: true }),
    ...checkText("description", description, { max: DESCRIPTION_MAX }),
    ...days.flatMap(([field, day]) => (day === null ? [] : checkDay(field, day))),
    ...checkPeriodOrder({ ...(startDate && { startDate }), ...(endDate && { endDate }) }),
    ...checkEnum("project_type", projectType, enumTexts(ProjectTypeSchema)),
    ...checkEnum("methodology", methodology, enumTexts(ProjectMethodologySchema)),
    ...checkId("responsible_user_id", responsibleUserId),
  ];
}

async function requireMember(tx: Tx, org: string, userId: string): Promise<void> {
  if (await isActiveMember(tx, org, userId)) return;
  refuse([unknown("responsible_user_id")]);
}
