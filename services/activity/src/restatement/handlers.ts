import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import {
  type ListRestatementsRequest,
  type Restatement,
  RestatementSchema,
  type RestatementService,
} from "@emissions/proto/activity/v1/restatement_service";
import type { Context } from "../context.ts";
import { anyId, anyOf, fromDay, fromInstant, toDay, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { type RowOf, rowWriter } from "../rows.ts";

type RestatementRow = Omit<RowOf<Restatement, "createdAt">, "amounts">;

const restatementList: List<ListRestatementsRequest> = {
  table: "restatements",
  filters: {
    periodLockId: anyId("period_lock_id"),
    entityType: anyOf("entity_type", EntityTypeSchema),
    recordId: anyId("record_id"),
    startDate: fromDay("end_date"),
    endDate: toDay("start_date"),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
  },
  // Ids are ordered by time.
  order: [{ by: "id", descending: true }],
};

const write = rowWriter(RestatementSchema);
/** calc knows the amounts; the gateway adds them. */
const toRestatement = (row: RestatementRow) => write({ ...row, amounts: null });

export const restatementHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof RestatementService> => ({
  getRestatement: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      const [row] = isId(id)
        ? await tx<RestatementRow[]>`select * from restatements where organization_id = ${org} and id = ${id}`
        : [];
      if (row === undefined) throw notFound("restatement");
      return { restatement: toRestatement(row) };
    }),

  listRestatements: async (request, call) => {
    const query = parseListQuery(restatementList, request, principalOf(call));
    const { rows, total } = await db.read(call, (tx) => selectList<RestatementRow>(tx, query));
    return { restatements: rows.map(toRestatement), total };
  },
});
