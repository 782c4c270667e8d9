import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  IngestJobSchema,
  IngestJobStatus,
  IngestOperation,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { NotificationService, NotificationType } from "@emissions/proto/notify/v1/notification_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { admin, type Notify, startNotify } from "../notify.fixture.ts";
import { BATCH_ROWS_MAX } from "../retention.ts";
import { insertNotification } from "./queries.ts";
import { notificationRetention } from "./retention.ts";

const DAY_MS = 24 * 3_600_000;

let notify: Notify;
let me: Principal;

beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.drop());
beforeEach(() => {
  me = admin({ kind: "user", apiKeyId: null, role: "viewer" });
});

const notifications = (by = me) => notify.as(by, NotificationService);
const job = (by: Principal, overrides: object = {}) =>
  create(IngestJobSchema, {
    id: newId(),
    organizationId: by.organizationId,
    operation: IngestOperation.DELETE,
    source: IngestSource.APP,
    status: IngestJobStatus.COMPLETED,
    totalItems: 7,
    succeededItems: 7,
    createdBy: by.userId ?? undefined,
    finishedAt: timestampFromDate(new Date()),
    ...overrides,
  });
const notifyUser = async (by = me, overrides = {}) => {
  const finished = job(by, overrides);
  await notify.db.asService(by.organizationId, (write) => insertNotification(write, finished));
  return finished;
};
const list = (request: object = {}, by = me) => notifications(by).listNotifications(request);
const ids = async (request: object = {}, by = me) => (await list(request, by)).notifications.map(({ id }) => id);
/** Sets the creation time of all notifications of an organization. */
const setCreatedAt = ({ organizationId }: Principal, at: Date) =>
  notify.db.asService(
    organizationId,
    ({ tx, org }) => tx`
    update notifications set created_at = ${at} where organization_id = ${org}`,
  );

describe("a finished job", () => {
  it("notifies the user who started it, with the state of the job", async () => {
    const notified = await notifyUser();
    const { notifications: found, total, unreadCount } = await list();
    expect([total, unreadCount]).toEqual([1, 1]);
    expect(found).toMatchObject([{ type: NotificationType.INGEST_JOB_FINISHED, job: notified, read: false }]);
    expect(found[0]!.readAt).toBeUndefined();
    const { id: notificationId } = found[0]!;
    expect((await notifications().getNotification({ notificationId })).notification).toEqual(found[0]);
  });

  it("notifies once for repeated events, and nobody if no user started it", async () => {
    const { id } = await notifyUser();
    await notifyUser(me, { id });
    await notifyUser(me, { createdBy: undefined });
    await notifyUser(me, { createdBy: "a service" });
    expect((await list()).total).toBe(1);
  });
});

describe("the notifications of a user", () => {
  const colleague = () => admin({ organizationId: me.organizationId });
  const elsewhere = () => admin({ userId: me.userId });

  it.each([
    { who: "another user of the organization", by: colleague },
    { who: "the same user in another organization", by: elsewhere },
  ])("are not visible to $who", async ({ by: other }) => {
    await notifyUser();
    const [notificationId, by] = [(await ids())[0]!, other()];
    const theirs = notifications(by);
    expect(await list({}, by)).toMatchObject({ notifications: [], total: 0, unreadCount: 0 });
    for (const call of [
      () => theirs.getNotification({ notificationId }),
      () => theirs.updateNotification({ notificationId, read: true }),
      () => theirs.deleteNotification({ notificationId }),
      () => notifications().getNotification({ notificationId: newId() }),
      () => notifications().updateNotification({ notificationId: "x'", read: true }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({
        code: "NOTIFICATION_NOT_FOUND",
        detail: "Notification not found",
      });
    }
    await theirs.markNotificationsRead({});
    expect((await list()).unreadCount).toBe(1);
  });

  it("are listed newest first, in pages, filtered by read or unread", async () => {
    for (let count = 0; count < 5; count++) await notifyUser();
    const all = await ids();
    expect(all).toEqual([...all].sort().reverse());
    await notifications().updateNotification({ notificationId: all[1]!, read: true });
    expect([await ids({ size: 2 }), await ids({ size: 2, page: 3 })]).toEqual([all.slice(0, 2), all.slice(4)]);
    expect(await ids({ read: true })).toEqual([all[1]]);
    expect(await ids({ read: false })).toEqual(all.filter((id) => id !== all[1]));
    expect(await list({ read: true })).toMatchObject({ total: 1, unreadCount: 4 });
    expect((await notifications().countUnreadNotifications({})).unread).toMatchObject({ unreadCount: 4 });
    expect((await refusalOf(list({ size: 101 }))).violations).toEqual(["query.size value_error.number.not_le"]);
  });

  it("can be marked as read, which keeps the first read_at, and as unread", async () => {
    await notifyUser();
    const [notificationId] = await ids();
    const mark = async (read: boolean) =>
      (await notifications().updateNotification({ notificationId: notificationId!, read })).notification!;
    const first = await mark(true);
    expect(first.read).toBe(true);
    expect((await mark(true)).readAt).toEqual(first.readAt);
    const again = await mark(false);
    expect([again.read, again.readAt]).toEqual([false, undefined]);
  });

  it("are marked as read up to a time with the precision of milliseconds", async () => {
    await notifyUser();
    // The table stores microseconds, clients see milliseconds.
    await notify.db.asService(
      me.organizationId,
      ({ tx, org }) => tx`
      update notifications set created_at = '2026-10-09T08:00:00.123987Z' where organization_id = ${org}`,
    );
    await notifyUser();
    const until = timestampFromDate(new Date("2026-10-09T08:00:00.123Z"));
    expect((await notifications().markNotificationsRead({ until })).unread?.unreadCount).toBe(1);
    const [later, earlier] = (await list()).notifications;
    expect([later!.read, earlier!.read]).toEqual([false, true]);
    expect((await notifications().markNotificationsRead({})).unread?.unreadCount).toBe(0);
  });

  it("can be deleted", async () => {
    for (let count = 0; count < 2; count++) await notifyUser();
    const [deleted, kept] = await ids();
    await notifications().deleteNotification({ notificationId: deleted! });
    expect(await ids()).toEqual([kept]);
  });
});

describe("expired notifications", () => {
  it("are removed in batches, of all organizations, and recent ones stay", async () => {
    const [recent, other] = [admin(), admin()];
    await notifyUser(recent);
    await setCreatedAt(recent, new Date(Date.now() - 89 * DAY_MS));
    await notifyUser(other);
    await setCreatedAt(other, new Date(Date.now() - 91 * DAY_MS));
    await notify.db.asService(
      me.organizationId,
      ({ tx, org }) => tx`
      insert into notifications (organization_id, id, user_id, type, job_id, job, created_at)
      select ${org}, gen_random_uuid(), ${me.userId}, 'ingest_job_finished', gen_random_uuid(), '',
        now() - interval '92 days'
      from generate_series(1, ${BATCH_ROWS_MAX + 1})`,
    );
    await notificationRetention(notify.context).work(new AbortController().signal, 1n);
    expect(await Promise.all([recent, other, me].map(async (by) => (await list({}, by)).total))).toEqual([1, 0, 0]);
  });
});
