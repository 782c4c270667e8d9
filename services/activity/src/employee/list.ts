import type { DescEnum } from "@bufbuild/protobuf";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { EmployeeSituationSchema, ResponseMediumSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import { type EmployeeFilter, EmployeeStatusSchema } from "@emissions/proto/activity/v1/employee_service";
import { CommuteTransportSchema } from "@emissions/proto/factors/v1/commute";
import { anyOf, type Filter } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { originFilters } from "../list/listing.ts";
import { withTotals } from "../resource/table.ts";
import { employeeOwner } from "./owner.ts";

/** With a commuting period that has any of some values. */
const anyOfPeriods = (column: (tx: Tx) => Fragment, desc: DescEnum): Filter<number[]> => {
  const ofPeriod = anyOf(column, desc);
  return {
    ...ofPeriod,
    where: (tx, sent) => tx`
      exists (select from commuting_periods p where p.organization_id = employees.organization_id
        and p.employee_id = employees.id and ${ofPeriod.where(tx, sent)})`,
  };
};

/** Ignores case and accents. */
const byLabel = (tx: Tx) => tx`plain_text(label)`;

export const employeeList: List<EmployeeFilter> = {
  table: "employees",
  rows: withTotals(employeeOwner),
  version: "revision",
  search: "search_text",
  isPersonal: true,
  filters: {
    situation: anyOf("situation", EmployeeSituationSchema),
    status: anyOf("status", EmployeeStatusSchema),
    transportType: anyOfPeriods((tx) => tx`p.transport_type`, CommuteTransportSchema),
    responseMedium: anyOfPeriods((tx) => tx`p.response_medium`, ResponseMediumSchema),
    ...originFilters,
  },
  order: [{ by: byLabel }],
  // Ids are made in the order of time.
  sorts: { name: byLabel, created_at: "id" },
  values: { file_id: { none: NIL_ID, label: "file_name" }, situation: {}, status: {} },
};
