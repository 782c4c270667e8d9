import { NotificationService } from "@emissions/proto/notify/v1/notification_service";
import { z } from "zod";
import { instant } from "../rest/fields.ts";
import { choice, page, size } from "../rest/query-fields.ts";
import { EVERY_ROLE as roles, route } from "../rest/route.ts";

const { method } = NotificationService;

const Filter = z.object({ page, size: size(10, 100), read: choice });
const Change = z.strictObject({ read: z.boolean() }).meta({ examples: [{ read: true }] });
const Until = z
  .strictObject({ until: instant.optional() })
  .optional()
  .meta({ examples: [{ until: "2026-10-09T08:00:00.250Z" }] });

const all = "/v1/notifications";
const one = `${all}/{notification_id}`;

export const notificationRoutes = [
  route(method.listNotifications, {
    http: `GET ${all}`,
    summary: "List your notifications",
    roles,
    query: Filter,
    list: "pages",
    beside: ["unreadCount"],
  }),
  route(method.countUnreadNotifications, {
    http: `GET ${all}/unread-count`,
    summary: "Count your unread notifications",
    roles,
  }),
  route(method.markNotificationsRead, {
    http: `POST ${all}/mark-read`,
    summary: "Mark your notifications as read",
    roles,
    body: Until,
  }),
  route(method.getNotification, { http: `GET ${one}`, summary: "Get a notification", roles }),
  route(method.updateNotification, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Mark a notification as read or unread",
    roles,
    body: Change,
  }),
  route(method.deleteNotification, { http: `DELETE ${one}`, versioned: true, summary: "Delete a notification", roles }),
];
