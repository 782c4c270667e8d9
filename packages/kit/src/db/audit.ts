import { isDeepStrictEqual } from "node:util";
import { newId } from "../process/id.ts";
import type { Call } from "../wire/call.ts";
import { REQUEST_ID } from "../wire/headers.ts";
import type { Principal } from "../wire/principal.ts";
import { column, plainColumn } from "./columns.ts";
import type { Tx } from "./pool.ts";

interface FieldChange {
  old: unknown;
  new: unknown;
}

/** By name of the column. A secret field has no values. */
export type FieldChanges = Readonly<Record<string, FieldChange | Record<string, never>>>;

interface AuditedChange {
  entityId: string | null;
  changes: FieldChanges | null;
}

interface FieldChangesOptions {
  /** The compared fields; by default all of `after`. */
  fields?: readonly string[];
  /** Fields whose values must not be stored. Bytes are secret anyway. */
  secret?: readonly string[];
}

/** The fields that differ, with their old and new values. */
export function fieldChanges(before: object, after: object, options: FieldChangesOptions = {}): FieldChanges {
  const { fields = Object.keys(after), secret = [] } = options;
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const changed = fields.filter((field) => !isDeepStrictEqual(was[field] ?? null, is[field] ?? null));
  return Object.fromEntries(
    changed.map((field) => {
      const values = { old: was[field] ?? null, new: is[field] ?? null };
      const isSecret = secret.includes(field) || Object.values(values).some((value) => value instanceof Uint8Array);
      return [columnOf(field), isSecret ? {} : values];
    }),
  );
}

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Collects the changes of a write, to insert thousands with one statement. */
export class AuditBuffer {
  #changes: AuditedChange[] = [];
  #isUsed = false;
  readonly #send: (changes: readonly AuditedChange[]) => void;

  constructor(send: (changes: readonly AuditedChange[]) => void) {
    this.#send = send;
  }

  add(entityId: string | null, changes: FieldChanges | null): void {
    this.#isUsed = true;
    this.#changes.push({ entityId, changes });
  }

  flush(): void {
    if (this.#changes.length > 0) this.#send(this.#changes);
    this.#changes = [];
  }

  /** A write that names no entity has one row. */
  end(): void {
    if (!this.#isUsed) this.add(null, null);
    this.flush();
  }
}

/** One row for each change: actor, action, entity and fields. The rows commit with the changes themselves. */
export const insertAudit = (tx: Tx, principal: Principal, call: Call, changes: readonly AuditedChange[]) => tx`
  insert into audit_log
    (organization_id, actor_kind, actor_id, api_key_id, action, request_id, id, entity_id, changes)
  select ${principal.organizationId}::uuid, ${principal.kind}, ${principal.userId}, ${principal.apiKeyId},
    ${call.method.name}, ${call.requestHeader.get(REQUEST_ID)},
    unnest(${plainColumn(changes.map(() => newId()))}::uuid[]),
    unnest(${column(changes.map(({ entityId }) => entityId))}::text[]),
    unnest(${column(changes.map(({ changes: fields }) => fields && JSON.stringify(fields)))}::text[])::jsonb`;
