import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { z } from "zod";
import { day, text } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = PeriodLockService;

const note = text(1000).nullish();
const Period = z
  .strictObject({ start_date: day, end_date: day, note })
  .meta({ examples: [{ start_date: "2024-01-01", end_date: "2024-12-31", note: "Annual report 2024" }] });
const Change = z.strictObject({ note }).meta({ examples: [{ note: "Annual report 2024, verified" }] });

const all = "/v2/periods/locks";
const one = `${all}/{id}`;

/** Common properties of the routes that change locks. */
const admins = { roles: "org_admin" } as const;

export const periodLockRoutes = [
  route(method.lockPeriod, {
    ...admins,
    http: "POST /v2/periods/lock",
    summary: "Lock a period",
    description:
      "From then on, no record with emissions in the period can be created, deleted, or changed in a way that starts a " +
      "calculation: `409 PERIOD_LOCKED`. An admin can do so with the header `Restatement-Reason`; the amounts are then " +
      "kept apart from the totals. Corrections of suppliers and facilities leave its records as they are.",
    body: Period,
    status: 201,
    location: ({ periodLock }) => `${all}/${periodLock?.id}`,
    refuses: ["PERIOD_OVERLAPS", "PERIOD_NOT_CALCULATED", "PERIOD_LOCK_LIMIT"],
  }),
  describedRoute(method.listPeriodLocks, {
    http: `GET ${all}`,
    summary: "List locked periods",
    query: listQuery(method.listPeriodLocks.input, 50),
    list: "pages",
  }),
  route(method.getPeriodLock, { http: `GET ${one}`, summary: "Get a locked period" }),
  route(method.updatePeriodLock, {
    ...admins,
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change the note of a lock",
    body: Change,
  }),
  route(method.deletePeriodLock, {
    ...admins,
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Unlock a period",
    description: "The amounts of its restatements become part of the totals, usually in less than a second.",
  }),
];
