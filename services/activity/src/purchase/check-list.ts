import { type Check, checkDay, checkId, checkText } from "@emissions/kit/checks";
import type { ListPurchasesRequest } from "@emissions/proto/activity/v1/purchase_service";
import { checkPage } from "../checks.ts";

const VALUES_MAX = 100;

/** What is wrong with the filters of a list. */
export function checkList(request: ListPurchasesRequest): Check[] {
  const { fileId, fileName, supplierId, startDate, endDate } = request;
  return [
    ...checkPage(request),
    ...inQuery(checkMany("file_id", fileId, checkId)),
    ...inQuery(checkMany("file_name", fileName, (field, name) => checkText(field, name, { max: 255 }))),
    ...inQuery(checkMany("supplier_id", supplierId, checkId)),
    ...(startDate ? checkDay("start_date", startDate, "query") : []),
    ...(endDate ? checkDay("end_date", endDate, "query") : []),
  ];
}

function checkMany(
  field: string,
  values: readonly string[],
  check: (field: string, value: string) => Check[],
): Check[] {
  if (values.length <= VALUES_MAX) return values.flatMap((value) => check(field, value));
  return [{ loc: ["body", field], msg: `at most ${VALUES_MAX} values`, type: "value_error.list.max_items" }];
}

const inQuery = (checks: Check[]): Check[] =>
  checks.map((check) => ({ ...check, loc: ["query", ...check.loc.slice(1)] }));
