import { create } from "@bufbuild/protobuf";
import { CommutingPeriodFilterSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import { ListOptionsSchema } from "@emissions/proto/activity/v1/list";
import type { Context } from "../context.ts";
import type { Caller } from "../records/kind.ts";
import { recordStore } from "../records/store.ts";
import { commutingPeriods } from "./commuting_period.ts";

/** Commuting periods that the reply about one employee has. */
const PERIODS_MAX = 100;

/** The latest periods of an employee. */
export function latestPeriods(context: Context) {
  const periods = recordStore(context, commutingPeriods);
  return async (call: Caller, employeeId: string) => {
    const filter = create(CommutingPeriodFilterSchema, { employeeId: [employeeId] });
    const options = create(ListOptionsSchema, { size: PERIODS_MAX });
    return (await periods.list(call, { filter, options }, "periods")).periods;
  };
}
