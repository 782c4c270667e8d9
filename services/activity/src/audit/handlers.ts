import type { ServiceImpl } from "@connectrpc/connect";
import type { FieldChanges } from "@emissions/kit/db/audit";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type AuditEvent,
  AuditEventSchema,
  type AuditEventService,
  type ListAuditEventsRequest,
} from "@emissions/proto/activity/v1/audit_event_service";
import type { Context } from "../context.ts";
import { withCursor } from "../list/cursor.ts";
import { anyText, type Filter, fromInstant, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { type RowOf, rowWriter } from "../rows.ts";

/** Ids are stored as texts, in lower case. */
const anyIdText = (column: string): Filter<string[]> => {
  const texts = anyText(column);
  const lower = (sent: string[]) => sent.map((id) => id.toLowerCase());
  return { ...texts, text: (sent) => texts.text(lower(sent)), where: (tx, sent) => texts.where(tx, lower(sent)) };
};

const auditEventList: List<ListAuditEventsRequest> = {
  table: "audit_log",
  filters: {
    occurredAtFrom: fromInstant("at"),
    occurredAtTo: toInstant("at"),
    actorId: anyIdText("actor_id"),
    apiKeyId: anyIdText("api_key_id"),
    action: anyText("action"),
    service: { ...anyText("service"), isScanned: true },
    entityKind: anyText("entity_kind"),
    entityId: anyText("entity_id"),
    requestId: anyText("request_id"),
  },
  // Ids are ordered by time.
  order: [{ by: "id", descending: true }],
};

interface AuditRow extends Omit<RowOf<AuditEvent>, "occurredAt" | "changes"> {
  at: Date;
  changes: FieldChanges | null;
}

const write = rowWriter(AuditEventSchema);

const toAuditEvent = ({ at, changes, ...row }: AuditRow) =>
  write({
    ...row,
    occurredAt: at,
    changes: Object.entries(changes ?? {})
      .map(([field, values]) => ({
        field,
        ...("old" in values && { ...asText("oldValue", values.old), ...asText("newValue", values.new) }),
      }))
      .sort((a, b) => (a.field < b.field ? -1 : 1)),
  });

function asText<K extends string>(name: K, value: unknown): Partial<Record<K, string>> {
  if (value === null || value === undefined) return {};
  return { [name]: typeof value === "string" ? value : JSON.stringify(value) } as Record<K, string>;
}

export const auditEventHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof AuditEventService> => ({
  getAuditEvent: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      const [row] = isId(id)
        ? await tx<AuditRow[]>`select * from audit_log where organization_id = ${org} and id = ${id}`
        : [];
      if (row === undefined) throw notFound("audit event");
      return { auditEvent: toAuditEvent(row) };
    }),

  listAuditEvents: async (request, call) => {
    const query = withCursor(parseListQuery(auditEventList, request, principalOf(call)), call);
    const { rows, ...totals } = await db.read(call, (tx) => selectList<AuditRow>(tx, query));
    return { auditEvents: rows.map(toAuditEvent), ...totals };
  },
});
