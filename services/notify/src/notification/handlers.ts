import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import type { Call } from "@emissions/kit/db/transactions";
import { isId, NIL_ID } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { NotificationService } from "@emissions/proto/notify/v1/notification_service";
import type { Context } from "../context.ts";
import { PAGE_SIZE } from "../page.ts";
import {
  countUnread,
  deleteNotification,
  markAllRead,
  markNotification,
  type Owner,
  selectNotification,
  selectNotifications,
  toNotification,
} from "./queries.ts";

export const notificationHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof NotificationService> => ({
  listNotifications: (request, call) => {
    const page = checkedPageOf(request, PAGE_SIZE);
    const owner = ownerOf(call);
    return db.read(call, async (tx) => {
      const { rows, total } = await selectNotifications(tx, owner, page, request.read ?? null);
      return { notifications: rows.map(toNotification), total, unreadCount: await countUnread(tx, owner) };
    });
  },

  getNotification: ({ notificationId: id }, call) =>
    db.read(call, async (tx) => {
      const row = isId(id) ? await selectNotification(tx, ownerOf(call), id) : null;
      if (row === null) throw notFound("notification");
      return { notification: toNotification(row) };
    }),

  countUnreadNotifications: (_request, call) =>
    db.read(call, async (tx) => ({ unread: { unreadCount: await countUnread(tx, ownerOf(call)) } })),

  updateNotification: (request, call) =>
    db.write(call, request, async ({ tx, about }) => {
      const { notificationId: id, read } = request;
      const row = isId(id) ? await markNotification(tx, ownerOf(call), id, read) : null;
      if (row === null) throw notFound("notification");
      about(id);
      return { notification: toNotification(row) };
    }),

  markNotificationsRead: (request, call) =>
    db.write(call, request, async ({ tx }) => {
      const { until } = request;
      await markAllRead(tx, ownerOf(call), until === undefined ? null : timestampDate(until));
      return { unread: { unreadCount: await countUnread(tx, ownerOf(call)) } };
    }),

  deleteNotification: (request, call) =>
    db.write(call, request, async ({ tx, about }) => {
      const { notificationId: id } = request;
      const deleted = isId(id) && (await deleteNotification(tx, ownerOf(call), id));
      if (!deleted) throw notFound("notification");
      about(id);
      return {};
    }),
});

/** A caller without a user, such as a service, has no notifications. */
function ownerOf(call: Pick<Call, "values">): Owner {
  const { organizationId: org, userId } = principalOf(call);
  return { org, userId: userId !== null && isId(userId) ? userId : NIL_ID };
}
