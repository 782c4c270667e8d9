import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { CommutingPeriodSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import { EmployeeService, EmployeeValuesSchema } from "@emissions/proto/activity/v1/employee_service";
import type { Context } from "../context.ts";
import type { Caller, RecordTable } from "../records/kind.ts";
import { resourceOf } from "../resource/resource.ts";
import { resourceStore } from "../resource/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { eraseEmployees } from "./erasure.ts";
import { employeeList } from "./list.ts";
import { employeeOwner } from "./owner.ts";
import { checkValues } from "./rules.ts";

const employees = resourceOf({
  noun: "employee",
  owner: employeeOwner,
  values: EmployeeValuesSchema,
  list: employeeList,
  unique: {
    index: "employees_by_email",
    by: "lower(email)",
    where: "email is not null",
    code: "EMPLOYEE_ALREADY_EXISTS",
    field: "email",
    one: "an employee with this e-mail address",
    many: (count) => `employees with ${count} of these e-mail addresses`,
  },
  checkValues,
  // A name of a file can be that of a person.
  secret: ["name", "email", "externalId", "fileName", "fileUrl"],
  erase: eraseEmployees,
});

export const employeeHandlers = (
  context: Context,
  kinds: readonly RecordTable[],
  latestPeriods: (call: Caller, employeeId: string) => Promise<MessageInitShape<typeof CommutingPeriodSchema>[]>,
): ServiceImpl<typeof EmployeeService> => {
  const store = resourceStore(context, employees, kinds);
  return {
    ...usualHandlers(store, EmployeeService, { one: "employee", many: "employees" }),
    getEmployee: async ({ id }, call) => {
      const employee = await store.get(call, id);
      return { employee: { ...employee, periods: { periods: await latestPeriods(call, id) } } };
    },
  };
};
