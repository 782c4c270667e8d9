import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import { isId } from "@emissions/kit/process/id";
import { checkEnum, refuse } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { RoleSchema } from "@emissions/proto/activity/v1/access_service";
import {
  MemberSchema,
  type MemberService,
  MemberStatusSchema,
  type UpdateMemberRequest,
  UpdateMemberRequestSchema,
} from "@emissions/proto/activity/v1/member_service";
import { requireSignIn } from "../access/sign-in.ts";
import type { Context } from "../context.ts";
import { rowWriter } from "../rows.ts";
import { changeMember, endMembership, type MemberChange } from "./change.ts";
import { invitationHandlers } from "./invitations.ts";
import { type MemberRow, selectMemberById, selectMembers } from "./queries.ts";

const toMember = rowWriter(MemberSchema);

export const memberHandlers = (context: Pick<Context, "db" | "keys">): ServiceImpl<typeof MemberService> => {
  const { db } = context;
  return {
    ...invitationHandlers(context),

    listMembers: async (request, call) => {
      const page = checkedPageOf(request);
      const { rows, total } = await db.read(call, (tx, org) => selectMembers(tx, org, page));
      return { members: rows.map(toMember), total };
    },

    getMember: ({ userId }, call) =>
      db.read(call, async (tx, org) => ({
        member: toMember(found(isId(userId) && (await selectMemberById(tx, org, userId)))),
      })),

    updateMember: (request, call) => {
      const change = changeIn(request);
      const { role, status = "active" } = change;
      return db.write(
        call,
        request,
        async (write) => {
          const { tx, org, principal } = write;
          const { userId } = request;
          const before = found(isId(userId) && (await selectMemberById(tx, org, userId)));
          const onlyDisables = role === undefined && status === "disabled";
          if (!onlyDisables) requireSignIn(principal);
          if (Object.keys(change).length === 0) return { member: toMember(before) };
          return { member: toMember(await changeMember(write, userId, change)) };
        },
        { allowsArchived: true },
      );
    },

    removeMember: (request, call) =>
      db.write(
        call,
        request,
        async (write) => {
          if (!isId(request.userId)) throw notFound("member");
          await endMembership(write, request.userId);
          return {};
        },
        { allowsArchived: true },
      ),
  };
};

function changeIn({ updateMask, ...request }: UpdateMemberRequest): MemberChange {
  const role = enumText(RoleSchema, request.role);
  const status = enumText(MemberStatusSchema, request.status);
  const change = masked(UpdateMemberRequestSchema, updateMask, { role, status });
  refuse([
    ...checkEnum("role", change.role ?? null, enumTexts(RoleSchema)),
    ...checkEnum("status", change.status ?? null, enumTexts(MemberStatusSchema)),
  ]);
  return change;
}

function found(row: MemberRow | null | false): MemberRow {
  if (!row) throw notFound("member");
  return row;
}
