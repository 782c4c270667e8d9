import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CommutingPeriodSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import type { EmployeeSchema } from "@emissions/proto/activity/v1/employee_service";
import type { UserRow } from "../organization/queries.ts";
import { valuesWriter } from "../records/columns.ts";
import { headOf } from "../records/view.ts";
import type { EmployeeRow } from "./queries.ts";
import { columns } from "./rules.ts";

const toValues = valuesWriter(columns);

/** `periods` are shown for one employee alone. */
export const toEmployee = (
  row: EmployeeRow,
  recorder: UserRow | null,
  periods?: MessageInitShape<typeof CommutingPeriodSchema>[],
): MessageInitShape<typeof EmployeeSchema> => ({
  head: headOf(row, recorder),
  values: toValues(row),
  co2e: { value: row.co2e },
  co2eBiomass: { value: row.co2eBiomass },
  ...(periods && { periods: { periods } }),
});
