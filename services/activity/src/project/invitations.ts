import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkEnum, checkId, placed, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { rulesOf } from "@emissions/kit/wire/fields";
import {
  InviteToProjectRequestSchema,
  ProjectInvitationSchema,
  type ProjectService,
} from "@emissions/proto/activity/v1/project_service";
import type { Context } from "../context.ts";
import { rowWriter } from "../rows.ts";
import { requireOwn } from "./own.ts";

const VIEWS_MAX = 100;
const VIEWS = rulesOf(InviteToProjectRequestSchema.field.allowedViews)!.string!.in;

interface InvitationRow {
  organizationId: string;
  organizationName: string;
  allowedViews: string[];
  createdAt: Date;
}

const toInvitation = rowWriter(ProjectInvitationSchema);

type Handlers = Pick<
  ServiceImpl<typeof ProjectService>,
  "inviteToProject" | "listProjectInvitations" | "withdrawProjectInvitation"
>;

export const projectInvitationHandlers = ({ db }: Pick<Context, "db">): Handlers => ({
  inviteToProject: async (request, call) => {
    const { id, organizationId, allowedViews } = request;
    refuse([...checkId("organization_id", organizationId), ...checkViews(allowedViews)]);
    return db.write(call, request, async ({ tx, org, about }) => {
      await requireOwn(tx, org, id, "for update");
      await requireBelow(tx, organizationId);
      about(id);
      await putInvitation(tx, { org, projectId: id, invited: organizationId, views: [...new Set(allowedViews)] });
      const rows = await selectInvitations(tx, org, id);
      const stored = rows.find((row) => row.organizationId === organizationId.toLowerCase());
      if (stored === undefined) throw new Error("The stored invitation is missing.");
      return { invitation: toInvitation(stored) };
    });
  },

  listProjectInvitations: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      await requireOwn(tx, org, id);
      return { invitations: (await selectInvitations(tx, org, id)).map(toInvitation) };
    }),

  withdrawProjectInvitation: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { id, organizationId } = request;
      await requireOwn(tx, org, id, "for update");
      about(id);
      if (!isId(organizationId) || !(await deleteInvitation(tx, org, id, organizationId)))
        throw notFound("project invitation");
      return {};
    }),
});

function checkViews(views: readonly string[]): Check[] {
  if (views.length > VIEWS_MAX)
    return [violation("allowed_views", "value_error.list.max_items", `at most ${VIEWS_MAX} views`)];
  return placed(
    views.flatMap((view, at) => checkEnum(String(at), view, VIEWS)),
    ...["body", "allowed_views"],
  );
}

/** Organizations outside the group must not learn of a project. */
async function requireBelow(tx: Tx, invited: string): Promise<void> {
  const rows = await tx`select from group_descendants() where id = ${invited}`;
  if (rows.length === 0)
    throw conflict("ORGANIZATION_NOT_IN_GROUP", "The organization is not below the owner of the project.");
}

interface NewInvitation {
  org: string;
  projectId: string;
  invited: string;
  views: string[];
}

const putInvitation = (tx: Tx, { org, projectId, invited, views }: NewInvitation) => tx`
  insert into project_invitations (organization_id, project_id, invited_id, allowed_views)
  values (${org}, ${projectId}, ${invited}, ${views}::text[])
  on conflict (organization_id, project_id, invited_id) do update set allowed_views = excluded.allowed_views`;

/** An organization that has left the group has no name here, and sees nothing. */
const selectInvitations = (tx: Tx, org: string, projectId: string) => tx<InvitationRow[]>`
  select i.invited_id as organization_id, t.name as organization_name, i.allowed_views, i.created_at
  from project_invitations i join group_tree() t on t.id = i.invited_id
  where i.organization_id = ${org} and i.project_id = ${projectId} order by t.name, i.invited_id`;

async function deleteInvitation(tx: Tx, org: string, projectId: string, invited: string): Promise<boolean> {
  const { count } = await tx`
    delete from project_invitations
    where organization_id = ${org} and project_id = ${projectId} and invited_id = ${invited}`;
  return count === 1;
}
