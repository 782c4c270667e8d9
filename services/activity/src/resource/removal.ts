import type { Message } from "@bufbuild/protobuf";
import type { Call, Db } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { Remove } from "../list/deletion.ts";
import type { List } from "../list/list.ts";
import { type Removal, removals } from "../list/removals.ts";
import { requireEraser } from "../privacy/erasure.ts";

/** Removes people, and keeps what figures count of them without their identity. */
export type Erase = Remove;

interface Removable<E extends object> {
  db: Db;
  noun: string;
  list: List<never>;
  /** Makes the removal of each request. */
  removal(): Removal<E>;
  erase?: Erase | undefined;
}

/** Deletions of one row and of many. */
export const resourceRemovals = <E extends object>({ db, noun, list, removal, erase }: Removable<E>) => ({
  ...removals<E>({ db, list, removal }),

  remove: (call: Call, request: Message & { id: string; erase?: boolean }): Promise<E> => {
    const { id, erase: isErasure = false } = request;
    if (isErasure) requireEraser(call);
    return db.write(call, request, async (write) => {
      const { remove, more } = removal();
      const gone = isId(id) ? await (isErasure ? erase! : remove)(write, [id]) : [];
      if (gone.length === 0) throw notFound(noun);
      write.about(id);
      return { ...(more?.() as E) };
    });
  },
});
