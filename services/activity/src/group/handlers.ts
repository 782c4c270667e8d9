import { randomBytes } from "node:crypto";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { checkedPageOf } from "@emissions/kit/db/page";
import type { Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { type Check, checkId, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, forbidden, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import {
  ChildOrganizationSchema,
  type CreateChildOrganizationRequest,
  type GroupService,
  type UpdateChildOrganizationRequest,
  UpdateChildOrganizationRequestSchema,
} from "@emissions/proto/activity/v1/group_service";
import { putMember } from "../access/members.ts";
import type { Context } from "../context.ts";
import { refuseArchived } from "../organization/queries.ts";
import { rowWriter } from "../rows.ts";
import { groupInvitationHandlers } from "./invitations.ts";
import { belowItself, Group, lockGroup, refuseFull, refuseTooDeep } from "./limits.ts";
import {
  archive,
  type ChildRow,
  insertChild,
  leave,
  lockPlace,
  restore,
  selectChild,
  selectChildren,
  updatePlace,
} from "./queries.ts";

const NAME_MAX = 255;
/** Slugs are unique in the installation. Random bytes do not tell which names others have. */
const SLUG_BYTES = 8;

const COUNTRY = /^[A-Z]{2}$/;

const toChild = rowWriter(ChildOrganizationSchema);

export const groupHandlers = (
  context: Pick<Context, "db" | "keys" | "groupLimits">,
): ServiceImpl<typeof GroupService> => {
  const { db, groupLimits } = context;

  return {
    ...groupInvitationHandlers(context),

    createChildOrganization: async (request, call) => {
      refuse(checkNew(request));
      const { name, country } = request;
      const id = newId();
      const create = async (write: Write) => {
        const { tx, org, principal, emit } = write;
        const { userId } = principal;
        if (userId === null) throw forbidden("FORBIDDEN", "A service is no admin of an organization.");
        await lockGroup(tx);
        const group = await Group.of(tx);
        refuseFull(group.size + 1, groupLimits);
        refuseTooDeep(group.levelOf(org) + 1);
        await write.within(id, async (own) => {
          const slug = `org-${randomBytes(SLUG_BYTES).toString("hex")}`;
          await insertChild(tx, { id, name, country, slug, parentId: org });
          await putMember(tx, id, userId, "admin");
          own.about(id);
        });
        // The caches of all organizations above name the parent.
        emit(AccessChangedSchema, {});
        return { organization: toChild((await selectChild(tx, id))!) };
      };
      return db.write(call, request, create, { vouched: [id] });
    },

    listChildOrganizations: async (request, call) => {
      const page = checkedPageOf(request);
      const { rows, total } = await db.read(call, (tx) => selectChildren(tx, page));
      return { organizations: rows.map(toChild), total };
    },

    getChildOrganization: ({ id }, call) =>
      db.read(call, async (tx) => ({ organization: toChild(found(isId(id) && (await selectChild(tx, id)))) })),

    updateChildOrganization: async (request, call) => {
      const id = idOf(request);
      const wanted = changesIn(request);
      const work = async (write: Write) => {
        const { tx } = write;
        await lockGroup(tx);
        const child = managed(await selectChild(tx, id));
        const after = { name: child.name, parentId: child.parentId, ...wanted };
        const isMoved = after.parentId !== child.parentId;
        // Before the new parent is read: it may be another tenant's.
        if (isMoved) await checkMove(write, child, after.parentId);
        await refuseArchived(tx, [id, after.parentId]);
        await write.within(id, async (own) => {
          await updatePlace(tx, id, after);
          own.about(id, fieldChanges(child, after));
          // Drops the groups of the organizations above the former place, and of all below it.
          own.emit(AccessChangedSchema, {});
        });
        if (isMoved) await write.within(after.parentId, async (above) => above.emit(AccessChangedSchema, {}));
        return { organization: toChild((await selectChild(tx, id))!) };
      };
      return db.write(call, request, work, { vouched: [id, ...(wanted.parentId ? [wanted.parentId] : [])] });
    },

    archiveChildOrganization: async (request, call) => {
      const id = idOf(request);
      return db.write(call, request, (write) => setStatus(write, id, "archived"), { vouched: [id] });
    },

    restoreChildOrganization: async (request, call) => {
      const id = idOf(request);
      return db.write(call, request, (write) => setStatus(write, id, "active"), { vouched: [id] });
    },

    releaseChildOrganization: async (request, call) => {
      const id = idOf(request);
      const work = async (write: Write) => {
        const { tx, org, emit } = write;
        await lockGroup(tx);
        const child = found(await selectChild(tx, id));
        // Those further below belong to the organization between.
        if (child.parentId !== org) throw notFound("organization");
        await write.within(id, async (own) => {
          await leave(tx, id);
          own.about(id, { parent_id: { old: org, new: null } });
          own.emit(AccessChangedSchema, {});
        });
        emit(AccessChangedSchema, {});
        return {};
      };
      return db.write(call, request, work, { vouched: [id] });
    },

    leaveGroup: (request, call) => {
      const work = async ({ tx, org, about, emit }: Write) => {
        await lockGroup(tx);
        const { parentId, managed } = await lockPlace(tx, org);
        if (parentId === null) throw conflict("ORGANIZATION_HAS_NO_PARENT", "The organization is in no group.");
        if (managed)
          throw conflict("ORGANIZATION_MANAGED", "Only an admin of the organization above releases this one.");
        await leave(tx, org);
        about(org, { parent_id: { old: parentId, new: null } });
        // Cached groups of the organizations above name this one.
        emit(AccessChangedSchema, {});
        return {};
      };
      return db.write(call, request, work);
    },
  };
};

async function setStatus(write: Write, id: string, status: "active" | "archived") {
  const { tx } = write;
  await lockGroup(tx);
  const child = managed(await selectChild(tx, id));
  await write.within(id, async (own) => {
    await (status === "archived" ? archive(tx, id) : restore(tx, id));
    own.about(id, fieldChanges(child, { status }));
    own.emit(AccessChangedSchema, {});
  });
  return { organization: toChild((await selectChild(tx, id))!) };
}

/** The new parent is the caller, or an organization that it manages; not the moved one, nor one below that. */
async function checkMove({ tx, org }: Write, child: ChildRow, parentId: string): Promise<void> {
  if (parentId !== org) managed(await selectChild(tx, parentId));
  const group = await Group.of(tx);
  if (group.isIn(parentId, child.id)) throw belowItself();
  refuseTooDeep(group.levelOf(parentId) + group.heightOf(child.id));
}

function idOf({ id }: { id: string }): string {
  if (!isId(id)) throw notFound("organization");
  return id.toLowerCase();
}

function found(row: ChildRow | null | false): ChildRow {
  if (!row) throw notFound("organization");
  return row;
}

/** Organizations that joined by an invitation decide themselves about their name and place. */
function managed(row: ChildRow | null): ChildRow {
  const child = found(row);
  if (!child.managed)
    throw conflict("ORGANIZATION_NOT_MANAGED", "The organization, or one between, joined by an invitation.");
  return child;
}

const checkName = (name: string): Check[] => checkText("name", name, { max: NAME_MAX, required: true });

const checkNew = ({ name, country }: CreateChildOrganizationRequest): Check[] => [
  ...checkName(name),
  ...(COUNTRY.test(country)
    ? []
    : [violation("country", "value_error.country", "expected two capital letters of ISO 3166-1")]),
];

function changesIn({ updateMask, name, parentId }: UpdateChildOrganizationRequest) {
  const values = { name, parentId: parentId.toLowerCase() };
  const changes = masked(UpdateChildOrganizationRequestSchema, updateMask, values);
  refuse([
    ...(changes.name === undefined ? [] : checkName(changes.name)),
    ...checkId("parent_id", changes.parentId ?? null),
  ]);
  return changes;
}
