import { isIP } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { newId } from "../process/id.ts";
import type { Call } from "../wire/call.ts";
import { CLIENT_ADDRESS, REQUEST_ID } from "../wire/headers.ts";
import type { Principal } from "../wire/principal.ts";
import { column, plainColumn } from "./columns.ts";
import type { Tx } from "./pool.ts";

interface FieldChange {
  old: unknown;
  new: unknown;
}

/** By name of the column. A secret field has no values. */
export type FieldChanges = Readonly<Record<string, FieldChange | Record<string, never>>>;

/** A row of the audit log without the facts that all rows of a write share. */
export interface AuditedChange {
  id: string;
  entityId: string | null;
  /** JSON of the field changes. */
  changes: string | null;
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
    this.#changes.push({ id: newId(), entityId, changes: changes && changesText(changes) });
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

/** Longer field changes of one entity are stored by name alone. An event must stay below the limit of NATS. */
const CHANGES_LENGTH_MAX = 128 * 1024;

function changesText(changes: FieldChanges): string {
  const text = JSON.stringify(changes);
  if (text.length <= CHANGES_LENGTH_MAX) return text;
  return JSON.stringify(Object.fromEntries(Object.keys(changes).map((name) => [name, {}])));
}

/** The resource of a method: `purchase` for the methods of the PurchaseService. */
export const entityKindOf = ({ parent }: Call["method"]): string =>
  columnOf(parent.name.replace(/Service$/, "")).replace(/^_/, "");

const ADDRESS_LENGTH_MAX = 64;

/** The address of the client, if the gateway named one. */
export function clientAddress(call: Pick<Call, "requestHeader">): string | null {
  const address = call.requestHeader.get(CLIENT_ADDRESS);
  return address !== null && address.length <= ADDRESS_LENGTH_MAX && isIP(address) !== 0 ? address : null;
}

/** One row for each change: actor, action, entity and fields. The rows commit with the changes themselves. */
export const insertAudit = (
  tx: Tx,
  principal: Principal,
  call: Pick<Call, "method" | "requestHeader">,
  changes: readonly AuditedChange[],
) => tx`
  insert into audit_log
    (organization_id, actor_kind, actor_id, api_key_id, action, entity_kind, request_id, address, id, entity_id, changes)
  select ${principal.organizationId}::uuid, ${principal.kind}, ${principal.userId}, ${principal.apiKeyId},
    ${call.method.name}, ${entityKindOf(call.method)}, ${call.requestHeader.get(REQUEST_ID)}, ${clientAddress(call)},
    unnest(${plainColumn(changes.map(({ id }) => id))}::uuid[]),
    unnest(${column(changes.map(({ entityId }) => entityId))}::text[]),
    unnest(${column(changes.map(({ changes: fields }) => fields))}::text[])::jsonb`;
