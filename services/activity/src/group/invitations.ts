import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { newLinkToken, organizationOfLink } from "@emissions/kit/process/link-token";
import { type Check, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import {
  type CreateGroupInvitationRequest,
  GroupInvitationSchema,
  type GroupService,
  type ListGroupInvitationsRequest,
} from "@emissions/proto/activity/v1/group_service";
import { lockMembers } from "../access/members.ts";
import { requireSignIn } from "../access/sign-in.ts";
import type { GroupLimits } from "../config.ts";
import type { Context } from "../context.ts";
import type { List } from "../list/list.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { refuseArchived, selectOrganizationName } from "../organization/queries.ts";
import { rowWriter } from "../rows.ts";
import {
  countGroupInvitations,
  deleteGroupInvitation,
  type GroupInvitationRow,
  insertGroupInvitation,
  takeGroupInvitation,
} from "./invitation-queries.ts";
import { belowItself, Group, lockGroup, refuseFull, refuseTooDeep, refuseTooManyKeys } from "./limits.ts";
import { countGroupKeys, join, lockPlace } from "./queries.ts";

/** Days until a link expires. */
const EXPIRES_IN_DAYS = 7;
const EXPIRES_IN_DAYS_MAX = 30;
/** Invitations of one organization. */
const INVITATIONS_MAX = 100;
const NOTE_MAX = 255;

const toInvitation = rowWriter(GroupInvitationSchema);
const shown = (row: GroupInvitationRow) => toInvitation({ ...row, token: null });

const invitationList: List<ListGroupInvitationsRequest> = {
  table: "group_invitations",
  filters: {},
  // Ids are made in the order of time.
  order: [{ by: "id", descending: true }],
};

/** Neither side names the other by its id, so nobody learns which organizations exist. */
export function groupInvitationHandlers({ db, keys, groupLimits }: Pick<Context, "db" | "keys" | "groupLimits">) {
  return {
    createGroupInvitation: async (request, call) => {
      refuse(checkInvitation(request));
      const { note = null, expiresInDays = EXPIRES_IN_DAYS } = request;
      const [id, token] = [newId(), newLinkToken(principalOf(call).organizationId)];
      const { groupInvitation } = await db.write(call, request, async ({ tx, org, principal, about }) => {
        requireSignIn(principal);
        await lockMembers(tx, org);
        if ((await countGroupInvitations(tx, org)) >= INVITATIONS_MAX)
          throw conflict(
            "GROUP_INVITATION_LIMIT_REACHED",
            `There are ${INVITATIONS_MAX} invitations; delete one first.`,
          );
        about(id);
        const link = { id, tokenHash: keys.hash(token), expiresInDays, createdBy: principal.userId };
        return { groupInvitation: shown(await insertGroupInvitation(tx, org, { ...link, note: note || null })) };
      });
      return { groupInvitation: groupInvitation.id === id ? { ...groupInvitation, token } : groupInvitation };
    },

    listGroupInvitations: async (request, call) => {
      const query = parseListQuery(invitationList, request, principalOf(call));
      const { rows, total } = await db.read(call, (tx) => selectList<GroupInvitationRow>(tx, query));
      return { groupInvitations: rows.map(shown), total };
    },

    withdrawGroupInvitation: (request, call) =>
      db.write(
        call,
        request,
        async ({ tx, org, about }) => {
          if (!isId(request.id) || !(await deleteGroupInvitation(tx, org, request.id)))
            throw notFound("group invitation");
          about(request.id);
          return {};
        },
        { allowsArchived: true },
      ),

    acceptGroupInvitation: async (request, call) => {
      const { token } = request;
      const parentId = organizationOfLink(token);
      if (parentId === null) throw notFound("link");
      const accept = async (write: Write) => {
        const { tx, org, principal, about, emit } = write;
        requireSignIn(principal);
        // The link first, so that a guess of one has no other refusal.
        const parentName = await write.within(parentId, async (above) => {
          const id = await takeGroupInvitation(tx, parentId, keys.hashes(token));
          if (id === null) throw notFound("link");
          above.about(id, { child_id: { old: null, new: org } });
          above.emit(AccessChangedSchema, {});
          return selectOrganizationName(tx, parentId);
        });
        await checkJoin(write, parentId, groupLimits);
        await join(tx, org, parentId);
        about(org, { parent_id: { old: null, new: parentId } });
        emit(AccessChangedSchema, {});
        return { joined: { parentId, parentName } };
      };
      return db.write(call, request, accept, { vouched: [parentId] });
    },
  } satisfies Partial<ServiceImpl<typeof GroupService>>;
}

/** Both groups are locked. Of two requests that wait for each other, Postgres ends one, and it is repeated. */
async function checkJoin(write: Write, parentId: string, limits: GroupLimits): Promise<void> {
  const { tx, org } = write;
  await refuseArchived(tx, [parentId]);
  const [own, ownKeys] = await groupOf(tx);
  if ((await lockPlace(tx, org)).parentId !== null)
    throw conflict("ORGANIZATION_HAS_PARENT", "The organization is in a group already; leave it first.");
  const [above, keysAbove] = await write.within(parentId, () => groupOf(tx));
  if (above.isIn(parentId, org)) throw belowItself();
  refuseFull(own.size + above.size, limits);
  refuseTooDeep(above.levelOf(parentId) + own.heightOf(org));
  refuseTooManyKeys(ownKeys + keysAbove, limits);
}

/** Also the number of its active keys. */
async function groupOf(tx: Tx): Promise<[Group, number]> {
  await lockGroup(tx);
  return [await Group.of(tx), await countGroupKeys(tx)];
}

function checkInvitation({ note, expiresInDays = 1 }: CreateGroupInvitationRequest): Check[] {
  return [
    ...checkText("note", note ?? null, { max: NOTE_MAX }),
    ...(expiresInDays >= 1 && expiresInDays <= EXPIRES_IN_DAYS_MAX
      ? []
      : [violation("expires_in_days", "value_error.number.not_le", `from 1 to ${EXPIRES_IN_DAYS_MAX}`)]),
  ];
}
