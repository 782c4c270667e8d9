import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { Call } from "../wire/call.ts";
import { forbidden } from "../wire/errors.ts";
import type { Principal } from "../wire/principal.ts";
import { AuditBuffer, type FieldChanges, insertAudit } from "./audit.ts";
import { auditEvents } from "./audit-events.ts";
import type { Claim } from "./idempotency.ts";
import type { Lane } from "./lane.ts";
import { insertOutbox, OutboxBuffer } from "./outbox.ts";
import { type PipelinedStatements, transactionEnded } from "./pipelined-statements.ts";
import { type Fragment, statementsWritten, type Tx } from "./pool.ts";
import type { Restatement } from "./restatement.ts";
import { organizationStatement } from "./run-transaction.ts";

export interface Write {
  tx: Tx;
  org: string;
  principal: Principal;
  /** The Idempotency-Key of the request. */
  idempotencyKey: string | null;
  /** Metadata of the call. Null in work without a call. */
  header(name: string): string | null;
  /** The reason of the request to change records of locked periods. */
  restatement: Restatement | null;
  /**
   * Inserts an event into the outbox; the relay publishes it after the commit. The default lane is that of the cause:
   * "single" for a call, and the lane of the event for a consumer.
   */
  emit<D extends DescMessage>(event: D, value: MessageInitShape<D>, options?: { lane?: Lane }): void;
  /** The same for an event that the caller has encoded already, to know its size. */
  emitEncoded(event: DescMessage, payload: Uint8Array, options?: { lane?: Lane }): void;
  /** Sends a statement whose result is not needed. The commit waits for it, and fails if it fails. */
  send(statement: Fragment): void;
  /** Sends queued statements and events to the database. Resolves when they are written, not when they are answered. */
  flush(): Promise<void>;
  /** Runs only after a successful commit, for example to wake a worker. */
  afterCommit(step: () => void): void;
  /** Adds a row to the audit log, with the changed fields of the entity if it existed before. */
  about(entityId: string, changes?: FieldChanges): void;
  /**
   * Runs work that writes for another organization of the view, in the same transaction: its rows, its events and its
   * audit log.
   */
  within<R>(org: string, work: (write: Write) => Promise<R>): Promise<R>;
}

/** Call metadata of a write: idempotency claim and wait limit. */
export interface CallMetadata {
  call: Call;
  key: Claim | null;
  waitMs: number;
  /** Organizations of the view besides the caller's. */
  others: readonly string[];
}

interface Transaction {
  tx: Tx;
  pipelined: PipelinedStatements;
  principal: Principal;
  metadata: CallMetadata | null;
  dryRun: boolean;
  restatement: Restatement | null;
  lane: Lane;
  visible: readonly string[];
  /** The event with the rows of the audit log, of services other than activity. */
  auditEvent: DescMessage | undefined;
  /** To run after the commit. */
  steps: (() => void)[];
}

/** The operations of a transaction that write for one organization. */
export function writeFor(transaction: Transaction, org: string) {
  const { tx, pipelined, principal, metadata, dryRun, restatement, lane, visible, steps, auditEvent } = transaction;
  const outbox = new OutboxBuffer((events) => dryRun || pipelined.send(insertOutbox(tx, org, events)));
  const actor = { ...principal, organizationId: org };
  const audit = new AuditBuffer((changes) => {
    if (metadata === null || dryRun) return;
    const { call } = metadata;
    pipelined.send(insertAudit(tx, actor, call, changes));
    if (auditEvent === undefined) return;
    const { typeName: type } = auditEvent;
    for (const payload of auditEvents(auditEvent, { principal, call, changes })) outbox.add({ type, payload, lane });
  });
  let emittedWithin = false;
  let isOver = false;
  /** Later changes would be lost without an error. */
  const checkOpen = () => {
    if (isOver || pipelined.isOver) throw transactionEnded();
  };
  const write: Write = {
    tx,
    org,
    principal,
    idempotencyKey: metadata?.key?.key ?? null,
    header: (name) => metadata?.call.requestHeader.get(name) ?? null,
    restatement,
    emit: (event, value, options) => write.emitEncoded(event, toBinary(event, create(event, value)), options),
    emitEncoded: ({ typeName: type }, payload, options) => {
      checkOpen();
      outbox.add({ type, payload, lane: options?.lane ?? lane });
    },
    send: (statement) => {
      checkOpen();
      pipelined.send(statement);
    },
    flush: () => {
      checkOpen();
      audit.flush();
      outbox.flush();
      return statementsWritten();
    },
    afterCommit: (step) => {
      checkOpen();
      steps.push(step);
    },
    about: (id, changes) => {
      checkOpen();
      audit.add(id, changes ?? null);
    },
    within: async (other, work) => {
      checkOpen();
      if (other === org) return work(write);
      if (!visible.includes(other)) throw forbidden("FORBIDDEN", "The organization is not in the view of the call.");
      await write.flush();
      pipelined.send(tx.unsafe(organizationStatement(other)));
      const inner = writeFor(transaction, other);
      const result = await work(inner.write);
      inner.end();
      emittedWithin ||= inner.used();
      pipelined.send(tx.unsafe(organizationStatement(org)));
      return result;
    },
  };
  const end = () => {
    audit.end();
    outbox.flush();
    isOver = true;
  };
  return { write, end, used: () => outbox.used || emittedWithin };
}
