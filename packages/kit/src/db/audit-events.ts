import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type AuditRecord, AuditRecordSchema } from "@emissions/proto/common/v1/audit";
import type { Call } from "../wire/call.ts";
import { REQUEST_ID } from "../wire/headers.ts";
import type { Principal } from "../wire/principal.ts";
import { type AuditedChange, clientAddress, entityKindOf } from "./audit.ts";

/** Records of one event. */
const RECORDS_MAX = 500;
/** Characters of the field changes of one event, except for a single longer record. */
const CHANGES_LENGTH_MAX = 128 * 1024;

/** The same changes as events, for the audit log of activity. */
export function auditEvents(
  event: DescMessage,
  { principal, call, changes }: { principal: Principal; call: Call; changes: readonly AuditedChange[] },
): Uint8Array[] {
  const shared = {
    occurredAt: timestampFromDate(new Date()),
    actorKind: principal.kind,
    ...optional("actorId", principal.userId),
    ...optional("apiKeyId", principal.apiKeyId),
    action: call.method.name,
    entityKind: entityKindOf(call.method),
    ...optional("requestId", call.requestHeader.get(REQUEST_ID)),
    ...optional("address", clientAddress(call)),
  };
  const records = changes.map(({ id, entityId, changes: fields }) =>
    create(AuditRecordSchema, {
      ...shared,
      id,
      ...optional("entityId", entityId),
      ...optional("changes", fields),
    }),
  );
  return portionsOf(records).map((portion) => toBinary(event, create(event, { records: portion })));
}

const optional = <K extends string>(name: K, value: string | null) =>
  (value === null ? {} : { [name]: value }) as Partial<Record<K, string>>;

function portionsOf(records: readonly AuditRecord[]): AuditRecord[][] {
  const portions: AuditRecord[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const added = record.changes?.length ?? 0;
    if (length + added > CHANGES_LENGTH_MAX || portions.at(-1)!.length === RECORDS_MAX) {
      portions.push([]);
      length = 0;
    }
    portions.at(-1)!.push(record);
    length += added;
  }
  return portions;
}
