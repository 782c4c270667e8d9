import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { describe, expect, it } from "vitest";
import { as, gateway, OURS, type Who } from "../../test/gateway.ts";
import { JOB_ID } from "../../test/ingest-jobs.ts";
import { NOTIFICATION_ID } from "../../test/notifications.ts";

const { app, seen } = await gateway();
const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path = "", payload?: object, who: Who = "viewer") =>
  app.inject({ method, url: `/v1/notifications${path}`, headers: as(who), ...(payload && { payload }) });

const NOW = "2026-01-31T10:00:00.250Z";
const notification = {
  id: NOTIFICATION_ID,
  type: "ingest_job_finished",
  job: {
    id: JOB_ID,
    organization_id: OURS,
    entity_type: "facilities",
    operation: "delete",
    source: "app",
    status: "completed",
    total_items: 2,
    succeeded_items: 2,
    failed_items: 0,
    idempotency_key: null,
    created_by: null,
    created_at: NOW,
    started_at: NOW,
    finished_at: NOW,
  },
  read: false,
  read_at: null,
  created_at: NOW,
};

describe("notifications", () => {
  it("are listed ten to a page, with the number of all and of those that are unread", async () => {
    const answer = await call("GET");
    const listing = { items: [notification], total: 11, page: 1, size: 10, pages: 2, unread_count: 4 };
    expect([answer.statusCode, answer.json()]).toEqual([200, listing]);
    expect(seen.notifications.list?.read).toBeUndefined();
    await call("GET", "?read=false&page=2&size=100");
    expect(seen.notifications.list).toMatchObject({ page: 2, size: 100, read: false });
    expect((await call("GET", "?read=perhaps")).json()).toMatchObject({ detail: [{ loc: ["query", "read"] }] });
  });

  it("are counted", async () => {
    expect((await call("GET", "/unread-count")).json()).toEqual({ unread_count: 4 });
  });

  it("are shown, marked and deleted one by one", async () => {
    const path = `/${NOTIFICATION_ID}`;
    expect((await call("GET", path)).json()).toEqual(notification);
    expect((await call("PATCH", path, { read: true })).json()).toEqual({ ...notification, read: true, read_at: NOW });
    expect((await call("PATCH", path, { read: false })).json()).toEqual(notification);
    expect((await call("DELETE", path)).statusCode).toBe(204);
  });

  it.each([
    { payload: {}, type: "value_error.missing" },
    { payload: { read: null }, type: "type_error.none.not_allowed" },
    { payload: { read: "true" }, type: "type_error.boolean" },
  ])("are not marked with $payload", async ({ payload, type }) => {
    const answer = await call("PATCH", `/${NOTIFICATION_ID}`, payload);
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { detail: [{ loc: ["body", "read"], type }] }]);
  });

  it("are marked as read all at once, or those up to a moment, and with no body at all too", async () => {
    for (const payload of [{}, undefined]) {
      const answer = await call("POST", "/mark-read", payload);
      expect([answer.statusCode, answer.json()]).toEqual([200, { unread_count: 0 }]);
      expect(seen.notifications.marked?.until).toBeUndefined();
    }
    await call("POST", "/mark-read", { until: NOW });
    expect(timestampDate(seen.notifications.marked!.until!).toISOString()).toBe(NOW);
    expect((await call("POST", "/mark-read", { until: "today" })).statusCode).toBe(422);
    expect((await call("POST", "/mark-read?dry_run=true")).json()).toEqual({ dry_run: true, valid: true, total: 1 });
  });

  it("that are not there, and those of others, are not found", async () => {
    for (const [path, who] of [
      [`/${newId()}`, "viewer"],
      [`/${NOTIFICATION_ID}`, "stranger"],
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

  it.each(["viewer", "editor", "admin", "humanResources"] as const)("are for a %s as well", async (who) => {
    const path = `/${NOTIFICATION_ID}`;
    const answers = [
      await call("GET", "", undefined, who),
      await call("PATCH", path, { read: true }, who),
      await call("POST", "/mark-read", {}, who),
      await call("DELETE", path, undefined, who),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 204]);
  });
});
