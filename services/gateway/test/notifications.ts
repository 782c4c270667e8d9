import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { HandlerContext } from "@connectrpc/connect";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { IngestJobStatus, IngestOperation, IngestSource } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  type ListNotificationsRequest,
  type MarkNotificationsReadRequest,
  NotificationSchema,
  NotificationService,
  NotificationType,
} from "@emissions/proto/notify/v1/notification_service";
import { JOB_ID } from "./ingest-jobs.ts";

export const NOTIFICATION_ID = "0190f3a0-0000-7000-8000-0000000000f1";

const NOW = timestampFromDate(new Date("2026-01-31T10:00:00.250Z"));

/** What the gateway asked for last. */
export interface AskedOfNotifications {
  list?: ListNotificationsRequest;
  marked?: MarkNotificationsReadRequest;
}

/** Knows one notification, which is not read. */
export function notificationService(asked: AskedOfNotifications, organizationId: string): ServiceEntry {
  const notification = create(NotificationSchema, {
    id: NOTIFICATION_ID,
    type: NotificationType.INGEST_JOB_FINISHED,
    job: {
      id: JOB_ID,
      organizationId,
      entityType: EntityType.FACILITIES,
      operation: IngestOperation.DELETE,
      source: IngestSource.APP,
      status: IngestJobStatus.COMPLETED,
      totalItems: 2,
      succeededItems: 2,
      createdAt: NOW,
      startedAt: NOW,
      finishedAt: NOW,
    },
    createdAt: NOW,
  });
  const known = (call: HandlerContext, id: string) => {
    const ours = principalOf(call).organizationId === organizationId;
    if (!ours || id !== NOTIFICATION_ID) throw notFound("notification");
  };
  return serve(NotificationService, {
    listNotifications(request) {
      asked.list = request;
      return { notifications: [notification], total: 11, unreadCount: 4 };
    },
    getNotification({ notificationId }, call) {
      known(call, notificationId);
      return { notification };
    },
    countUnreadNotifications: () => ({ unread: { unreadCount: 4 } }),
    updateNotification({ notificationId, read }, call) {
      known(call, notificationId);
      return { notification: { ...notification, read, ...(read && { readAt: NOW }) } };
    },
    markNotificationsRead(request) {
      asked.marked = request;
      return { unread: { unreadCount: 0 } };
    },
    deleteNotification({ notificationId }, call) {
      known(call, notificationId);
      return {};
    },
  });
}
