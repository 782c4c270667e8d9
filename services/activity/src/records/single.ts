import type { Message } from "@bufbuild/protobuf";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { selectUsersById } from "../organization/queries.ts";
import { removeRecords } from "./delete.ts";
import { type Caller, nounOf, type StoredRecord } from "./kind.ts";
import type { Parts } from "./parts.ts";
import { selectRecord } from "./table.ts";
import { lockVersion, showVersion } from "./version.ts";

/** A record with what its message shows; null if there is none. */
export const findRecord = ({ context, db, kind, table }: Parts, call: Caller, id: string) =>
  db.read(call, async (tx, org) => {
    const row = isId(id) ? await selectRecord<StoredRecord>(tx, org, table, id) : null;
    if (row === null) return null;
    const [users, related] = await Promise.all([
      row.uploadedBy === null ? [] : selectUsersById(tx, [row.uploadedBy]),
      kind.selectRelated?.(tx, [org], [row], "show", context),
    ]);
    return { row, user: users[0] ?? null, related };
  });

/** Shows and deletes one record. */
export const singleRecords = (parts: Parts) => ({
  get: async (call: Caller, id: string) => {
    const { kind, lookUp, toMessage } = parts;
    const found = await findRecord(parts, call, id);
    if (found === null) throw notFound(nounOf(kind));
    const { row, user, related } = found;
    showVersion(call, kind, row);
    return toMessage(row, { ...(await lookUp(call, [row], "show")), ...related }, user);
  },

  remove: (call: Caller, request: Message & { id: string }) =>
    parts.db.write(call, request, async (write) => {
      const { kind } = parts;
      const { id } = request;
      await lockVersion(call, write, kind, id);
      const gone = isId(id) ? await removeRecords(write, kind, [id]) : [];
      if (gone.length === 0) throw notFound(nounOf(kind));
      write.about(id);
      return { count: gone.length };
    }),
});
