import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { type Check, refuse, violation } from "@emissions/kit/wire/checks";
import type { RestatedAmountService, RestatedRecord } from "@emissions/proto/calc/v1/restatement_service";
import { isDay } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import { amountsOf } from "./amounts.ts";

/** Restatements in one request. */
const RECORDS_MAX = 100;

export const restatedAmountHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof RestatedAmountService> => ({
  getRestatedAmounts: ({ records }, call) => {
    refuse(check(records));
    return db.read(call, async (tx, org) => ({ records: await amountsOf(tx, org, records) }));
  },
});

function check(records: readonly RestatedRecord[]): Check[] {
  if (records.length > RECORDS_MAX)
    return [violation("records", "value_error.list.max_items", `at most ${RECORDS_MAX} records`)];
  const isValid = ({ recordId, startDate, endDate }: RestatedRecord) =>
    isId(recordId) && isDay(startDate) && isDay(endDate) && startDate <= endDate;
  return records.every(isValid) ? [] : [violation("records", "value_error", "not an id with a period")];
}
