import type { Message } from "@bufbuild/protobuf";
import type { Call, Db, Write } from "@emissions/kit/db/transactions";
import { type Deletion, deleteById, deleteMatching, type Remove } from "./deletion.ts";
import type { List } from "./list.ts";
import { type ListRequest, queryOf, type Scope } from "./listing.ts";
import type { ListQuery } from "./query.ts";

/** The deletion of one request. */
export interface Removal<E extends object> {
  remove: Remove;
  /** Further fields of the response, after the deletion. */
  more?(): E;
}

interface Removable<E extends object> {
  db: Db;
  list: List<unknown>;
  /** Makes the removal of each request. */
  removal(): Removal<E>;
}

type Removed<E extends object> = { deletion: Deletion } & E;

/** Deletions of many rows of a list. */
export function removals<E extends object>({ db, list, removal }: Removable<E>) {
  const counted = async (run: (remove: Remove) => Promise<Deletion>): Promise<Removed<E>> => {
    const { remove, more } = removal();
    const deletion = await run(remove);
    return { deletion, ...(more?.() as E) };
  };
  return {
    /** `field` is the public name of the ids; `reply` makes a response of another shape. */
    removeByIds: <O extends object = Removed<E>>(
      call: Call,
      request: Message & { ids: string[] },
      field: string,
      reply?: (deletion: Deletion) => O,
    ): Promise<O> =>
      db.write(call, request, async (write) => {
        const named = { table: list.table, field, ids: request.ids };
        const removed = await counted((remove) => deleteById(write, named, remove));
        return reply ? reply(removed.deletion) : (removed as object as O);
      }),

    removeByFilter: (
      call: Call,
      request: Message & ListRequest & Scope & { filterHash: string },
      check?: (query: ListQuery) => void,
    ): Promise<Removed<E>> => {
      const { filter, filterHash, includeChildren = false, organizationId = [] } = request;
      const query = queryOf(list, { filter, options: { includeChildren, organizationId } }, call);
      check?.(query);
      const work = (write: Write) => counted((remove) => deleteMatching(write, query, filterHash, remove));
      return db.write(call, request, work, query.view);
    },
  };
}
