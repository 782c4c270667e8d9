import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../context.ts";
import { retentionSweep } from "../retention.ts";
import { deleteNotificationsById, selectExpired } from "./queries.ts";

type Needs = Pick<Context, "db" | "notificationRetentionDays">;

export const notificationRetention = ({ db, notificationRetentionDays: days }: Needs): Sweep =>
  retentionSweep({
    name: "notification-retention",
    db,
    days,
    tables: [{ select: selectExpired, remove: deleteNotificationsById }],
  });
