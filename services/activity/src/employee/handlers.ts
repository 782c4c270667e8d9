import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { CommutingPeriodSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import type { EmployeeFilter, EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import type { ListOptions } from "@emissions/proto/activity/v1/list";
import { BATCH_MAX, checkBatchSize, refuseBatch, schemaInvalid } from "../batch.ts";
import type { Context } from "../context.ts";
import { beginJob } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { withCursor } from "../list/cursor.ts";
import { deleteById, deleteMatching } from "../list/deletion.ts";
import { selectList } from "../list/page.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { checkField, selectValues } from "../list/values.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { selectUsersById } from "../organization/queries.ts";
import { requireEraser } from "../privacy/erasure.ts";
import { lookUpFiles } from "../records/files.ts";
import type { Caller, RecordTable } from "../records/kind.ts";
import { selectUsers } from "../records/lists.ts";
import { ownerDeletion } from "../records/owner-deletion.ts";
import { changeEmployee, changesIn } from "./change.ts";
import { createEmployees } from "./create.ts";
import { eraseEmployees } from "./erasure.ts";
import { employeeList } from "./list.ts";
import { toEmployee } from "./message.ts";
import { employeeOwner } from "./owner.ts";
import { type EmployeeRow, selectEmployee } from "./queries.ts";
import { readValues } from "./rules.ts";

type Listing = { filter?: EmployeeFilter | undefined; options?: Partial<ListOptions> | undefined };

export const employeeHandlers = (
  context: Context,
  kinds: readonly RecordTable[],
  latestPeriods: (call: Caller, employeeId: string) => Promise<MessageInitShape<typeof CommutingPeriodSchema>[]>,
): ServiceImpl<typeof EmployeeService> => {
  const { db } = context;
  const callerOf = callerCache(db);
  const queryOf = ({ filter, options }: Listing, call: Caller) =>
    parsePartialListQuery(employeeList, { ...filter, ...options }, principalOf(call));
  const lookUp = (call: Caller, named: readonly object[]) => lookUpFiles(context.files, call, named);

  /** The employee and the user who recorded it. */
  const selectOne = (call: Caller, id: string) =>
    db.read(call, async (tx, org) => {
      const row = isId(id) ? await selectEmployee(tx, org, id) : null;
      if (row === null) throw notFound("employee");
      const users = row.uploadedBy === null ? [] : await selectUsersById(tx, [row.uploadedBy]);
      return { row, user: users[0] ?? null };
    });

  return {
    createEmployee: async (request, call) => {
      const values = [readValues(request.values ?? {})];
      const [files, { user }] = await Promise.all([lookUp(call, values), callerOf(call)]);
      return db.write(call, request, async (write) => {
        const refuseOne = (checks: Parameters<typeof refuse>[0][]) => refuse(checks.flat());
        const [row] = await createEmployees(write, { values, files, refuse: refuseOne, place: () => ["body"] });
        return { employee: toEmployee(row!, user) };
      });
    },

    createEmployees: async (request, call) => {
      const { records, rejected } = request;
      checkBatchSize("records", records.length, BATCH_MAX);
      const values = records.map(readValues);
      const files = await lookUp(call, values);
      const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
      return db.write(call, request, async (write) => {
        const rows = await createEmployees(write, {
          values,
          files,
          refuse: (checks) => refuseBatch(checks.map((own, index) => schemaInvalid(violationsAt.get(index) ?? own))),
          place: (index) => ["body", "records", String(index)],
        });
        const items = rows.map(({ id, externalId }) => ({ entityId: id, externalId }));
        const job = { entityType: employeeList.table, operation: "create", items, isDone: true } as const;
        return { job: toJob(await beginJob(write, job)) };
      });
    },

    getEmployee: async ({ id }, call) => {
      const { row, user } = await selectOne(call, id);
      return { employee: toEmployee(row, user, await latestPeriods(call, id)) };
    },

    listEmployees: async (request, call) => {
      const query = withCursor(queryOf(request, call), call);
      const work = async (tx: Parameters<typeof selectUsers>[0]) => {
        const { rows, ...summary } = await selectList<EmployeeRow>(tx, query);
        return { rows, summary, userOf: await selectUsers(tx, rows) };
      };
      const { rows, summary, userOf } = await db.read(call, work, query.view);
      return { employees: rows.map((row) => toEmployee(row, userOf.get(row.uploadedBy ?? "") ?? null)), summary };
    },

    listEmployeeValues: async ({ field, includeChildren, organizationId }, call) => {
      checkField(employeeList, field);
      const query = queryOf({ options: { includeChildren, organizationId } }, call);
      return { uniqueValues: await db.read(call, (tx) => selectValues(tx, employeeList, query, field), query.view) };
    },

    updateEmployee: async (request, call) => {
      const changes = changesIn(request);
      const [{ user }, files] = await Promise.all([selectOne(call, request.id), lookUp(call, [changes])]);
      return db.write(call, request, async (write) => ({
        employee: toEmployee(await changeEmployee(write, request.id, changes, files), user),
      }));
    },

    deleteEmployee: (request, call) => {
      const { id, erase } = request;
      if (erase) requireEraser(call);
      return db.write(call, request, async (write) => {
        const { remove, deletedWith } = ownerDeletion(employeeOwner, kinds);
        const gone = isId(id) ? await (erase ? eraseEmployees(write, [id]) : remove(write, [id])) : [];
        if (gone.length === 0) throw notFound("employee");
        write.about(id);
        return { deletedWith: deletedWith() };
      });
    },

    deleteEmployees: (request, call) =>
      db.write(call, request, async (write) => {
        const { remove, deletedWith } = ownerDeletion(employeeOwner, kinds);
        const named = { table: employeeList.table, field: "employee_ids", ids: request.ids };
        return { deletion: await deleteById(write, named, remove), deletedWith: deletedWith() };
      }),

    deleteEmployeesByFilters: (request, call) => {
      const { filter, filterHash, includeChildren, organizationId } = request;
      const query = queryOf({ filter, options: { includeChildren, organizationId } }, call);
      const work = async (write: Parameters<typeof deleteMatching>[0]) => {
        const { remove, deletedWith } = ownerDeletion(employeeOwner, kinds);
        return { deletion: await deleteMatching(write, query, filterHash, remove), deletedWith: deletedWith() };
      };
      return db.write(call, request, work, query.view);
    },
  };
};
