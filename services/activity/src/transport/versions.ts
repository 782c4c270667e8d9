import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { FieldChanges } from "@emissions/kit/db/audit";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import type { ListTransportRouteVersionsRequest } from "@emissions/proto/activity/v1/transport_service";
import { selectUsersById } from "../organization/queries.ts";

/** Calls that made a version, as the audit log names them. An index holds their rows. */
const OPERATIONS: Readonly<Record<string, string>> = {
  CreateTransportRoute: "create",
  CreateTransportRoutes: "create",
  UpdateTransportRoute: "update",
};

/** Public names of the tracked fields, by column. */
const TRACKED: Readonly<Record<string, string>> = {
  name: "name",
  quantity_transported: "quantity",
  unit_id: "unit_id",
  transport_date: "start_date",
  transport_direction: "transport_direction",
};

const SIZE = 50;
const SIZE_MAX = 100;

interface AuditRow {
  id: string;
  action: string;
  at: Date;
  actorId: string | null;
  changes: FieldChanges | null;
}

export function windowOf({ page, size }: Pick<ListTransportRouteVersionsRequest, "page" | "size">) {
  const msg = `from 1 to ${SIZE_MAX}`;
  refuse([
    ...(page < 0 ? [violation("page", "value_error.number.not_ge", "at least 1", "query")] : []),
    ...(size < 0 || size > SIZE_MAX ? [violation("size", "value_error.number.not_le", msg, "query")] : []),
  ]);
  const limit = size || SIZE;
  return { limit, offset: (Math.max(page, 1) - 1) * limit };
}

/** The latest first. */
export async function selectVersions(
  tx: Tx,
  org: string,
  id: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const ofRoute = tx`
    from audit_log where organization_id = ${org} and entity_id = ${id}
      and action in ('CreateTransportRoute', 'CreateTransportRoutes', 'UpdateTransportRoute')`;
  const [rows, [{ total }]] = await Promise.all([
    tx<
      AuditRow[]
    >`select id, action, at, actor_id, changes ${ofRoute} order by id desc limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total ${ofRoute}`,
  ]);
  const userIds = new Set(rows.flatMap(({ actorId }) => (actorId !== null && isId(actorId) ? [actorId] : [])));
  const users = new Map((await selectUsersById(tx, [...userIds])).map((user) => [user.id, user]));
  const versions = rows.map(({ id: transactionId, action, at, actorId, changes }) => {
    const user = users.get(actorId ?? "");
    return {
      transactionId,
      operationType: OPERATIONS[action]!,
      issuedAt: timestampFromDate(at),
      userId: user?.id,
      userFirstName: user?.firstName ?? undefined,
      userLastName: user?.lastName ?? undefined,
      changes: changesIn(changes ?? {}),
    };
  });
  return { versions, total };
}

const changesIn = (changes: FieldChanges) =>
  Object.entries(TRACKED).flatMap(([column, field]) => {
    const change = changes[column];
    if (change === undefined || !("new" in change)) return [];
    return [{ field, oldValue: textOf(change.old), newValue: textOf(change.new) }];
  });

const textOf = (value: unknown) => (value === null ? undefined : String(value));
