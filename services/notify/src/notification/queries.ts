import { fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Page } from "@emissions/kit/db/page";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import { type IngestJob, IngestJobSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import {
  type NotificationSchema,
  NotificationType,
  NotificationTypeSchema,
} from "@emissions/proto/notify/v1/notification_service";
import type { ExpiredRow, Expiry } from "../retention.ts";

export interface NotificationRow {
  id: string;
  type: string;
  job: Uint8Array;
  readAt: Date | null;
  createdAt: Date;
}

/** A user in one organization. */
export interface Owner {
  org: string;
  userId: string;
}

const JOB_FINISHED = enumText(NotificationTypeSchema, NotificationType.INGEST_JOB_FINISHED);

export const toNotification = (row: NotificationRow): MessageInitShape<typeof NotificationSchema> => ({
  id: row.id,
  type: enumNumber(NotificationTypeSchema, row.type),
  job: fromBinary(IngestJobSchema, row.job),
  read: row.readAt !== null,
  readAt: row.readAt === null ? undefined : timestampFromDate(row.readAt),
  createdAt: timestampFromDate(row.createdAt),
});

/** Notifies the user who started a job. A repeated event adds nothing, and a job without a user notifies nobody. */
export async function insertNotification({ tx, org }: Pick<Write, "tx" | "org">, job: IngestJob): Promise<void> {
  const { createdBy } = job;
  if (createdBy === undefined || !isId(createdBy)) return;
  await tx`
    insert into notifications (organization_id, id, user_id, type, job_id, job)
    values (${org}, ${newId()}, ${createdBy}, ${JOB_FINISHED}, ${job.id}, ${toBinary(IngestJobSchema, job) as Buffer})
    on conflict (organization_id, user_id, type, job_id) do nothing`;
}

/** Newest first, since ids grow with time. `read` null means both read and unread ones. */
export async function selectNotifications(tx: Tx, owner: Owner, page: Page, read: boolean | null) {
  const { limit, offset } = page;
  const where = tx`
    organization_id = ${owner.org} and user_id = ${owner.userId}
    ${read === null ? tx`` : read ? tx`and read_at is not null` : tx`and read_at is null`}`;
  const rows = await tx<NotificationRow[]>`
    select * from notifications where ${where} order by id desc limit ${limit} offset ${offset}`;
  const [counted] = await tx<[{ total: number }]>`select count(*)::int as total from notifications where ${where}`;
  return { rows, total: counted.total };
}

export async function countUnread(tx: Tx, { org, userId }: Owner): Promise<number> {
  const [row] = await tx<[{ unread: number }]>`
    select count(*)::int as unread from notifications
    where organization_id = ${org} and user_id = ${userId} and read_at is null`;
  return row.unread;
}

export async function selectNotification(tx: Tx, { org, userId }: Owner, id: string): Promise<NotificationRow | null> {
  const [row] = await tx<NotificationRow[]>`
    select * from notifications where organization_id = ${org} and user_id = ${userId} and id = ${id}`;
  return row ?? null;
}

/** A notification that is already read keeps its first `read_at`. */
export async function markNotification(
  tx: Tx,
  { org, userId }: Owner,
  id: string,
  read: boolean,
): Promise<NotificationRow | null> {
  const [row] = await tx<NotificationRow[]>`
    update notifications set read_at = case when ${read} then coalesce(read_at, now()) end
    where organization_id = ${org} and user_id = ${userId} and id = ${id}
    returning *`;
  return row ?? null;
}

/** Clients see milliseconds, so `until` includes the whole last millisecond. */
export const markAllRead = (tx: Tx, { org, userId }: Owner, until: Date | null) => tx`
  update notifications set read_at = now()
  where organization_id = ${org} and user_id = ${userId} and read_at is null
    ${until === null ? tx`` : tx`and created_at < ${until}::timestamptz + interval '1 millisecond'`}`;

export async function deleteNotification(tx: Tx, { org, userId }: Owner, id: string): Promise<boolean> {
  const { count } = await tx`
    delete from notifications where organization_id = ${org} and user_id = ${userId} and id = ${id}`;
  return count === 1;
}

/** Expired notifications of all organizations, the oldest first. */
export const selectExpired = async (tx: Tx, { days, limit }: Expiry): Promise<ExpiredRow[]> => tx<ExpiredRow[]>`
  select organization_id, id from notifications where created_at < now() - make_interval(days => ${days})
  order by created_at limit ${limit}`;

export const deleteNotificationsById = (tx: Tx, org: string, ids: readonly string[]) => tx`
  delete from notifications where organization_id = ${org} and id = any(${ids as string[]}::uuid[])`;
