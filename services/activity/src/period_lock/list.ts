import type { ListPeriodLocksRequest } from "@emissions/proto/activity/v1/period_lock_service";
import { fromDay, toDay } from "../list/filters.ts";
import type { List } from "../list/list.ts";

export const periodLockList: List<ListPeriodLocksRequest> = {
  table: "period_locks",
  filters: { startDate: fromDay("end_date"), endDate: toDay("start_date") },
  order: [{ by: "start_date", descending: true }],
};
