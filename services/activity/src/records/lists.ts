import type { Message, MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ListOptions, UniqueValuesSchema } from "@emissions/proto/activity/v1/list";
import { type FitnessMark, FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { BATCH_MAX } from "../batch.ts";
import { beginDeletion } from "../job/begin.ts";
import { withCursor } from "../list/cursor.ts";
import { type Deletion, deleteById, deleteMatching } from "../list/deletion.ts";
import { anyId, anyOf, type Filter, fromInstant, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { isLaterExportPage, selectPage } from "../list/page.ts";
import { type ListQuery, parsePartialListQuery } from "../list/query.ts";
import { selectTotals } from "../list/totals.ts";
import { checkField, selectValues } from "../list/values.ts";
import { selectUsersById } from "../organization/queries.ts";
import { removeRecords } from "./delete.ts";
import { bitsOf, MARK_BITS } from "./fitness.ts";
import { type Caller, type RecordKind, type RecordList, type StoredRecord, tableOf } from "./kind.ts";
import type { Parts } from "./parts.ts";

type ListRequest = { filter?: Message | undefined; options?: ListOptions | undefined };
type FilterDeletion = Message & { filter?: Message | undefined; filterHash: string };
type ValuesRequest = Message & { field: string; includeChildren?: boolean; organizationId?: string[] };

/** With any of some marks. */
const withMarks: Filter<FitnessMark[]> = {
  ...anyOf("fitness", FitnessMarkSchema),
  where: (tx, sent) => tx`fitness & ${bitsOf(sent)}::int <> 0`,
  isScanned: true,
};

/** The filters of all kinds. */
export const commonFilters = {
  fitness: withMarks,
  fileId: anyId("file_id"),
  createdAtFrom: fromInstant("created_at"),
  createdAtTo: toInstant("created_at"),
};

/** The list of a kind as `list/` handles it. */
export const listOf = ({
  entityType,
  list,
  audit,
}: Pick<RecordKind, "entityType" | "list" | "audit">): List<unknown> => ({
  ...(list as RecordList & Pick<List<unknown>, "filters">),
  table: tableOf({ entityType }),
  pendingIndex: { entityType: tableOf({ entityType }), reason: "calculation_error_code" },
  ...(audit?.secret !== undefined && { isPersonal: true }),
  order: [{ by: list.day, descending: true }],
  // Ids are made in the order of time.
  sorts: { [list.day]: list.day, created_at: "id", ...list.sorts },
  values: { file_id: { none: NIL_ID, label: "file_name" }, fitness: { bits: MARK_BITS }, ...list.values },
});

/** Lists, values of fields and bulk deletions: the part of a record store that handles many records. */
export function recordLists<V extends object, L extends object, R extends object>({
  db,
  kind,
  table,
  toMessage,
  lookUp,
  context,
}: Parts<V, L, R>) {
  const list = listOf(kind);
  const queryOf = (request: ListRequest, call: Caller): ListQuery =>
    parsePartialListQuery(list, { ...request.filter, ...request.options } as object, principalOf(call));
  const remove = (write: Parameters<typeof removeRecords>[0], ids: readonly string[]) =>
    removeRecords(write, kind, ids);

  return {
    /** One page of messages under the name `many`, and the fields of the response that describe all matching records. */
    list: async <M extends string>(call: Caller, request: ListRequest, many: M) => {
      const query = withCursor(queryOf(request, call), call);
      const { rows, totals, userOf, related } = await db.read(
        call,
        async (tx) => {
          const [rows, totals] = await Promise.all([
            selectPage<V & StoredRecord>(tx, query),
            isLaterExportPage(query) ? {} : (kind.list.totals?.(tx, query) ?? summaryOf(tx, query)),
          ]);
          const [userOf, related] = await Promise.all([
            selectUsers(tx, rows),
            kind.selectRelated?.(tx, query.orgs, rows, "show", context),
          ]);
          return { rows, totals, userOf, related: related as R };
        },
        query.view,
      );
      const lookups = { ...(await lookUp(call, rows, "show")), ...related };
      const records = rows.map((row) => toMessage(row, lookups, userOf.get(row.uploadedBy ?? "") ?? null));
      return { ...(totals as object), ...({ [many]: records } as Record<M, typeof records>) };
    },

    uniqueValues: async (
      call: Caller,
      { field, ...request }: ValuesRequest & ListRequest,
    ): Promise<MessageInitShape<typeof UniqueValuesSchema>> => {
      checkField(list, field);
      const { includeChildren = false, organizationId = [] } = request;
      const options = { includeChildren, organizationId, ...request.options } as ListOptions;
      const query = queryOf({ filter: request.filter, options }, call);
      return db.read(call, (tx) => selectValues(tx, list, query, field), query.view);
    },

    /** Figures about all matching records. */
    totals: <T extends object>(
      call: Caller,
      request: ListRequest,
      select: (tx: Tx, query: ListQuery) => Promise<T>,
    ): Promise<T> => {
      const query = queryOf(request, call);
      return db.read(call, (tx) => select(tx, query), query.view);
    },

    /** `field` is the public name of the ids; `reply` makes a response of another shape. */
    removeByIds: <O extends object = { deletion: Deletion }>(
      call: Caller,
      request: Message & { ids: string[] },
      field: string,
      reply: (deletion: Deletion) => O = (deletion) => ({ deletion }) as O,
    ) =>
      db.write(call, request, async (write) =>
        reply(await deleteById(write, { table, field, ids: request.ids }, remove)),
      ),

    removeByFilter: (call: Caller, request: FilterDeletion, check?: (query: ListQuery) => void) => {
      const query = queryOf(request, call);
      check?.(query);
      return db.write(call, request, async (write) => ({
        deletion: await deleteMatching(write, query, request.filterHash, remove),
      }));
    },

    removeAsJob: (call: Caller, request: Message & { ids: string[] }, field: string) =>
      beginDeletion(db, call, request, { entityType: table, ids: request.ids, field, max: BATCH_MAX }),
  };
}

const summaryOf = async (tx: Tx, query: ListQuery) => ({ summary: await selectTotals(tx, query) });

/** The users who recorded the rows, by id. */
export async function selectUsers(tx: Tx, rows: readonly Pick<StoredRecord, "uploadedBy">[]) {
  const users = await selectUsersById(tx, [...new Set(rows.flatMap(({ uploadedBy }) => uploadedBy ?? []))]);
  return new Map(users.map((user) => [user.id, user]));
}
