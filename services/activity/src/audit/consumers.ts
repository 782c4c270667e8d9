import { timestampDate } from "@bufbuild/protobuf/wkt";
import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import { AuditRecordedSchema as OfCalc } from "@emissions/proto/calc/v1/audit_recorded";
import type { AuditRecord } from "@emissions/proto/common/v1/audit";
import { AuditRecordedSchema as OfFactors } from "@emissions/proto/factors/v1/audit_recorded";
import { AuditRecordedSchema as OfImports } from "@emissions/proto/imports/v1/audit_recorded";
import { AuditRecordedSchema as OfNotify } from "@emissions/proto/notify/v1/audit_recorded";

/** The subject of an event belongs to one service, so no service adds rows in the name of another. */
export const auditConsumers: readonly Consumer[] = [
  onMany(OfCalc, (write, events) => insertRecords(write, "calc", events)),
  onMany(OfFactors, (write, events) => insertRecords(write, "factors", events)),
  onMany(OfImports, (write, events) => insertRecords(write, "imports", events)),
  onMany(OfNotify, (write, events) => insertRecords(write, "notify", events)),
];

/** An event published again after its inbox row was deleted is a conflict of ids. */
async function insertRecords(
  { tx, org }: Write,
  service: string,
  events: readonly { records: AuditRecord[] }[],
): Promise<void> {
  const all = events.flatMap(({ records }) => records);
  const texts = (value: (record: AuditRecord) => string | undefined) => column(all.map((one) => value(one) ?? null));
  await tx`
    insert into audit_log (organization_id, service, id, at, actor_kind, actor_id, api_key_id, action, entity_kind,
      entity_id, request_id, address, changes)
    select ${org}::uuid, ${service}, r.id, r.at, r.actor_kind, r.actor_id, r.api_key_id, r.action, r.entity_kind,
      r.entity_id, r.request_id, r.address, r.changes::jsonb
    from unnest(
      ${plainColumn(all.map(({ id }) => id))}::uuid[],
      ${column(all.map(({ occurredAt }) => timestampDate(occurredAt!).toISOString()))}::timestamptz[],
      ${texts(({ actorKind }) => actorKind)}::text[],
      ${texts(({ actorId }) => actorId)}::text[],
      ${texts(({ apiKeyId }) => apiKeyId)}::text[],
      ${texts(({ action }) => action)}::text[],
      ${texts(({ entityKind }) => entityKind)}::text[],
      ${texts(({ entityId }) => entityId)}::text[],
      ${texts(({ requestId }) => requestId)}::text[],
      ${texts(({ address }) => address)}::text[],
      ${texts(({ changes }) => changes)}::text[]
    ) as r (id, at, actor_kind, actor_id, api_key_id, action, entity_kind, entity_id, request_id, address, changes)
    on conflict do nothing`;
}
