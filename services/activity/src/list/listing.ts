import type { Message, MessageInitShape } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import type { Call, Db, Tx } from "@emissions/kit/db/transactions";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ListOptions, UniqueValuesSchema } from "@emissions/proto/activity/v1/list";
import { selectUsersById, type UserRow } from "../organization/queries.ts";
import { withCursor } from "./cursor.ts";
import { anyId, fromInstant, toInstant } from "./filters.ts";
import type { List } from "./list.ts";
import { isLaterExportPage, selectPage } from "./page.ts";
import { type ListQuery, parsePartialListQuery } from "./query.ts";
import { selectTotals } from "./totals.ts";
import { checkField, selectValues } from "./values.ts";

type Caller = Call & Pick<HandlerContext, "requestHeader" | "signal" | "timeoutMs">;

export type ListRequest = { filter?: Message | undefined; options?: Partial<ListOptions> | undefined };

/** The organizations of a request that has no other options of lists. */
export type Scope = { includeChildren?: boolean; organizationId?: string[] };

/** The filters by the file and the time of recording. */
export const originFilters = {
  fileId: anyId("file_id"),
  createdAtFrom: fromInstant("created_at"),
  createdAtTo: toInstant("created_at"),
};

export const queryOf = (list: List<unknown>, { filter, options }: ListRequest, call: Call): ListQuery =>
  parsePartialListQuery(list, { ...filter, ...options } as object, principalOf(call));

/** How the rows of a list become messages. */
export interface Listed<T, L, M> {
  db: Db;
  list: List<unknown>;
  /** Fields of the response that describe all matching rows; by default its summary. */
  totals?: ((tx: Tx, query: ListQuery) => Promise<object>) | undefined;
  /** Rows of this database that the rows of a page refer to, from the transaction that reads the page. */
  selectRelated?(tx: Tx, orgs: readonly string[], rows: readonly T[]): Promise<object> | undefined;
  /** Reads what messages show besides the row. It can call other services, so no transaction is open. */
  lookUp(call: Caller, rows: readonly T[], related: object | undefined): Promise<L>;
  toMessage(row: T, lookups: L, recorder: UserRow | null): M;
}

/** Pages of a list, and figures about all matching rows. */
export function listing<T extends { uploadedBy: string | null }, L, M>(listed: Listed<T, L, M>) {
  const { db, list, totals = summaryOf, selectRelated, lookUp, toMessage } = listed;
  return {
    /** One page of messages under the name `many`, and the fields of the response that describe all matching rows. */
    list: async <N extends string>(call: Caller, request: ListRequest, many: N) => {
      const query = withCursor(queryOf(list, request, call), call);
      const work = async (tx: Tx) => {
        const [rows, totalsOfAll] = await Promise.all([
          selectPage<T>(tx, query),
          isLaterExportPage(query) ? {} : totals(tx, query),
        ]);
        const [userOf, related] = await Promise.all([selectRecorders(tx, rows), selectRelated?.(tx, query.orgs, rows)]);
        return { rows, totalsOfAll, userOf, related };
      };
      const { rows, totalsOfAll, userOf, related } = await db.read(call, work, query.view);
      const lookups = await lookUp(call, rows, related);
      const messages = rows.map((row) => toMessage(row, lookups, userOf.get(row.uploadedBy ?? "") ?? null));
      return { ...totalsOfAll, ...({ [many]: messages } as Record<N, M[]>) };
    },

    uniqueValues: async (
      call: Caller,
      {
        field,
        filter,
        options,
        includeChildren = false,
        organizationId = [],
      }: Message & { field: string } & Scope & ListRequest,
    ): Promise<MessageInitShape<typeof UniqueValuesSchema>> => {
      checkField(list, field);
      const query = queryOf(list, { filter, options: { includeChildren, organizationId, ...options } }, call);
      return db.read(call, (tx) => selectValues(tx, list, query, field), query.view);
    },

    /** Figures about all matching rows. */
    totals: <F extends object>(
      call: Caller,
      request: ListRequest,
      select: (tx: Tx, query: ListQuery) => Promise<F>,
    ): Promise<F> => {
      const query = queryOf(list, request, call);
      return db.read(call, (tx) => select(tx, query), query.view);
    },
  };
}

const summaryOf = async (tx: Tx, query: ListQuery) => ({ summary: await selectTotals(tx, query) });

/** The users who recorded the rows, by id. */
async function selectRecorders(tx: Tx, rows: readonly { uploadedBy: string | null }[]) {
  const users = await selectUsersById(tx, [...new Set(rows.flatMap(({ uploadedBy }) => uploadedBy ?? []))]);
  return new Map(users.map((user) => [user.id, user]));
}
