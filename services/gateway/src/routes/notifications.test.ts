import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { serve } from "@emissions/kit/wire/services";
import { NotificationSchema, NotificationService } from "@emissions/proto/notify/v1/notification_service";
import { describe, expect, it } from "vitest";
import { as, OURS, type Who } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { NOW, SAMPLE_ID, sample } from "../../test/samples.ts";

const { listNotifications, markNotificationsRead } = NotificationService.method;
const job = {
  id: SAMPLE_ID,
  organization_id: OURS,
  entity_type: "facilities",
  operation: "delete",
  source: "app",
  status: "completed",
  total_items: 2,
  succeeded_items: 2,
  created_at: NOW,
  started_at: NOW,
  finished_at: NOW,
};
const stored = sample(NotificationSchema, { type: "ingest_job_finished", job, read_at: null });
const handlers = serve(NotificationService, {
  listNotifications: () => ({ notifications: [stored], total: 11, unreadCount: 4 }),
  countUnreadNotifications: () => ({ unread: { unreadCount: 4 } }),
});
const { app, calls } = await gateway({ samples: [stored], handlers: [handlers] });
const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path = "", payload?: object, who: Who = "viewer") =>
  app.inject({ method, url: `/v1/notifications${path}`, headers: as(who), ...(payload && { payload }) });

const UNSET = { file_id: null, reverts_job_id: null, reverted_by_job_id: null };
const notification = {
  id: SAMPLE_ID,
  type: "ingest_job_finished",
  job: { ...job, failed_items: 0, idempotency_key: null, created_by: null, ...UNSET },
  read: false,
  read_at: null,
  created_at: NOW,
};

describe("notifications", () => {
  it("are listed ten to a page, with the total and the number of unread ones", async () => {
    const answer = await call("GET");
    const listing = { items: [notification], total: 11, page: 1, size: 10, pages: 2, unread_count: 4 };
    expect([answer.statusCode, answer.json()]).toEqual([200, listing]);
    expect(calls.lastRequest(listNotifications).read).toBeUndefined();
    await call("GET", "?read=false&page=2&size=100");
    expect(calls.lastRequest(listNotifications)).toMatchObject({ page: 2, size: 100, read: false });
    expect((await call("GET", "?read=perhaps")).json()).toMatchObject({ detail: [{ loc: ["query", "read"] }] });
  });

  it("are counted", async () => {
    expect((await call("GET", "/unread-count")).json()).toEqual({ unread_count: 4 });
  });

  it("are shown, marked and deleted one by one", async () => {
    const path = `/${SAMPLE_ID}`;
    expect((await call("GET", path)).json()).toEqual(notification);
    expect((await call("PATCH", path, { read: true })).json()).toEqual({ ...notification, read: true });
    expect((await call("PATCH", path, { read: false })).json()).toEqual(notification);
    expect((await call("DELETE", path)).statusCode).toBe(204);
  });

  it.each([
    { payload: {}, type: "value_error.missing" },
    { payload: { read: null }, type: "type_error.none.not_allowed" },
    { payload: { read: "true" }, type: "type_error.boolean" },
  ])("are not marked with $payload", async ({ payload, type }) => {
    const answer = await call("PATCH", `/${SAMPLE_ID}`, payload);
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { detail: [{ loc: ["body", "read"], type }] }]);
  });

  it("are marked as read all together, or those up to a time, also without a body", async () => {
    for (const payload of [{}, undefined]) {
      const answer = await call("POST", "/mark-read", payload);
      expect([answer.statusCode, answer.json()]).toEqual([200, { unread_count: 0 }]);
      expect(calls.lastRequest(markNotificationsRead).until).toBeUndefined();
    }
    await call("POST", "/mark-read", { until: NOW });
    expect(timestampDate(calls.lastRequest(markNotificationsRead).until!).toISOString()).toBe(NOW);
    expect((await call("POST", "/mark-read", { until: "today" })).statusCode).toBe(422);
    expect((await call("POST", "/mark-read?dry_run=true")).json()).toEqual({ dry_run: true, valid: true, total: 1 });
  });

  it("that are missing, or belong to others, are not found", async () => {
    for (const [path, who] of [
      [`/${newId()}`, "viewer"],
      [`/${SAMPLE_ID}`, "stranger"],
    ] as const) {
      for (const method of ["GET", "PATCH", "DELETE"] as const) {
        const answer = await call(method, path, method === "PATCH" ? { read: true } : undefined, who);
        expect([answer.statusCode, answer.json()]).toEqual([
          404,
          { detail: "Notification not found", code: "NOT_FOUND" },
        ]);
      }
    }
  });

  it.each(["viewer", "editor", "admin", "humanResources"] as const)("are available to a %s", async (who) => {
    const path = `/${SAMPLE_ID}`;
    const answers = [
      await call("GET", "", undefined, who),
      await call("PATCH", path, { read: true }, who),
      await call("POST", "/mark-read", {}, who),
      await call("DELETE", path, undefined, who),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 204]);
  });
});
