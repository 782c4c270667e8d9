import type { Message } from "@bufbuild/protobuf";
import { NIL_ID } from "@emissions/kit/process/id";
import { type FitnessMark, FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { BATCH_MAX } from "../batch.ts";
import { beginDeletion } from "../job/begin.ts";
import { anyOf, type Filter } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { type Listed, listing, originFilters } from "../list/listing.ts";
import { type Removal, removals } from "../list/removals.ts";
import { removeRecords } from "./delete.ts";
import { bitsOf, MARK_BITS } from "./fitness.ts";
import { type Caller, type Lookups, type RecordKind, type RecordList, type StoredRecord, tableOf } from "./kind.ts";
import type { Parts } from "./parts.ts";

/** With any of some marks. */
const withMarks: Filter<FitnessMark[]> = {
  ...anyOf("fitness", FitnessMarkSchema),
  where: (tx, sent) => tx`fitness & ${bitsOf(sent)}::int <> 0`,
  isScanned: true,
};

/** The filters of all kinds. */
export const commonFilters = { fitness: withMarks, ...originFilters };

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
export function recordLists({ db, kind, table, toMessage, lookUp, context }: Parts) {
  const list = listOf(kind);
  const listed: Listed<StoredRecord, Lookups, ReturnType<typeof toMessage>> = {
    db,
    list,
    totals: kind.list.totals,
    selectRelated: (tx, orgs, rows) => kind.selectRelated?.(tx, orgs, rows, "show", context),
    lookUp: async (call, rows, related) => ({ ...(await lookUp(call, rows, "show")), ...related }),
    toMessage,
  };
  const removal: Removal<object> = { remove: (write, ids) => removeRecords(write, kind, ids) };
  return {
    ...listing(listed),
    ...removals({ db, list, removal: () => removal }),

    removeAsJob: (call: Caller, request: Message & { ids: string[] }, field: string) =>
      beginDeletion(db, call, request, { entityType: table, ids: request.ids, field, max: BATCH_MAX }),
  };
}
