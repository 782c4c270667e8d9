import type { Sweep } from "@emissions/kit/db/sweep";
import type { Context } from "../context.ts";
import { retention } from "../retention.ts";
import { deleteNotificationsById, selectOld } from "./queries.ts";

type Needs = Pick<Context, "db" | "notificationRetentionDays">;

/** Removes what nobody will look at any more. */
export const notificationRetention = ({ db, notificationRetentionDays: days }: Needs): Sweep =>
  retention({
    name: "notification-retention",
    db,
    days,
    kinds: [{ select: selectOld, remove: deleteNotificationsById }],
  });
