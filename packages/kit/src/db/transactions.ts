import {
  create,
  type DescMessage,
  fromBinary,
  type Message,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { NIL_ID } from "../process/id.ts";
import type { Sealer } from "../process/sealing.ts";
import type { Call } from "../wire/call.ts";
import { forbidden } from "../wire/errors.ts";
import { IDEMPOTENT_REPLAYED } from "../wire/headers.ts";
import { type Principal, principalOf, servicePrincipal } from "../wire/principal.ts";
import { AuditBuffer, type FieldChanges, insertAudit } from "./audit.ts";
import {
  type Claim,
  claim,
  claimOf,
  InFlightRequests,
  isDryRun,
  replyContext,
  storedReply,
  storeReply,
  USUAL_LIMITS,
  waitLimits,
} from "./idempotency.ts";
import type { Lane } from "./lane.ts";
import { callLockTimeoutMs, refuseLocked } from "./locks.ts";
import { insertOutbox, OutboxBuffer } from "./outbox.ts";
import type { PipelinedStatements } from "./pipelined-statements.ts";
import { type Fragment, type Sql, statementsWritten, type Tx } from "./pool.ts";
import { asConflict } from "./raised-refusals.ts";
import { type Restatement, restatementOf, setRestatement } from "./restatement.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { organizationStatement, READ_ONLY, runTransaction } from "./run-transaction.ts";
import { type OpenStream, STREAM_STALL_MS, type StreamCall, streamTransaction } from "./stream.ts";
import { StreamSlots } from "./stream-slots.ts";
import { othersIn, refuseArchived, type View, type WriteOptions } from "./view.ts";

export type { Call } from "../wire/call.ts";
export { closePool, type Fragment, openPool, type Sql, type Tx } from "./pool.ts";
export type { View } from "./view.ts";

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
interface CallMetadata {
  call: Call;
  key: Claim | null;
  waitMs: number;
  /** Organizations of the view besides the caller's. */
  others: readonly string[];
}

interface DbOptions {
  /** Limit of the wait of a repeated request for the first one. */
  waitMs?: number;
  /** Encrypts the stored replies: services whose replies contain secrets need one. */
  sealer?: Sealer;
  /** Limit of the time in which the caller of a stream takes no message. */
  stallMs?: number;
}

/**
 * Runs transactions that set the organization, so that row-level security applies to every statement. The outbox and
 * audit rows travel with `commit`: a read needs no round trip besides its statements.
 */
export class Db {
  /** Called after every commit that inserted into the outbox. */
  onCommit: () => void = () => {};
  readonly #sql: Sql;
  readonly #inFlight: InFlightRequests;
  readonly #sealer: Sealer | undefined;
  readonly #streams: StreamSlots;
  readonly #limits: { stallMs: number };

  constructor(sql: Sql, { waitMs, sealer, stallMs = STREAM_STALL_MS }: DbOptions = {}) {
    this.#sql = sql;
    this.#inFlight = new InFlightRequests(waitMs);
    this.#sealer = sealer;
    this.#streams = new StreamSlots(sql.options.max);
    this.#limits = { stallMs };
  }

  read<R>(call: Call, work: (tx: Tx, org: string) => Promise<R>, view: View = {}): Promise<R> {
    const principal = principalOf(call);
    const { organizationId: org } = principal;
    const visible = [org, ...othersIn(view, principal)];
    const settings = { org, visible, mode: READ_ONLY, lockTimeoutMs: callLockTimeoutMs } as const;
    return refuseLocked(() => runTransaction(this.#sql, settings, (tx) => work(tx, org)));
  }

  /**
   * Messages of a streaming call, all read in one transaction. `work` is a generator; `pages` reads the rows of a
   * statement in pages. The transaction ends with the call, or when the caller takes no message for `STREAM_STALL_MS`.
   */
  stream<M>(call: StreamCall, work: (stream: OpenStream) => AsyncIterable<M>, view: View = {}): AsyncGenerator<M> {
    const principal = principalOf(call);
    const { organizationId: org } = principal;
    const visible = [org, ...othersIn(view, principal)];
    const settings = { org, visible, mode: READ_ONLY, lockTimeoutMs: callLockTimeoutMs } as const;
    const { signal } = call;
    return this.#streams.within(org, () => streamTransaction(this.#sql, settings, { signal, ...this.#limits }, work));
  }

  /**
   * Rows, events, the audit row and the stored reply commit together or not at all. A dry run rolls all of it back and
   * answers like the real call.
   */
  async write<R extends object>(
    call: Call,
    request: Message,
    work: (write: Write) => Promise<R>,
    { allowsArchived = false, ...view }: WriteOptions = {},
  ): Promise<R> {
    const principal = principalOf(call);
    const key = claimOf(call, request, principal.organizationId);
    const others = othersIn(view, principal);
    const permitted = principal.archived === true && !allowsArchived ? refuseArchived : work;
    const write = (waitMs: number) => this.#write(principal, permitted, { call, key, waitMs, others });
    return key === null ? write(0) : this.#inFlight.run(key, write);
  }

  /** The stored reply to an earlier call with the same key. A repeat must not be judged by later changes. */
  async earlier(call: Call, request: Message): Promise<object | null> {
    const key = claimOf(call, request, principalOf(call).organizationId);
    const reply = key && (await this.read(call, (tx) => storedReply(tx, key)));
    return reply && this.#replay(call, key!, reply);
  }

  /** A write without a call, for consumers and sweeps. */
  asService<R>(org: string, work: (write: Write) => Promise<R>, { lane = "single" }: { lane?: Lane } = {}): Promise<R> {
    return this.#write(servicePrincipal(org), work, null, lane);
  }

  /**
   * A transaction on the message tables of all organizations, for the relay and for sweeps. Business tables are not
   * writable in it, and readable only where a service searches for work (ADR 0003).
   */
  systemWide<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    return runTransaction(this.#sql, { org: NIL_ID, visible: [], mode: "read write", systemWide: true }, work);
  }

  #write<R>(
    principal: Principal,
    work: (write: Write) => Promise<R>,
    metadata: CallMetadata | null,
    lane: Lane = "single",
  ): Promise<R> {
    const { organizationId: org } = principal;
    const dryRun = metadata !== null && isDryRun(metadata.call);
    const restatement = metadata && restatementOf(metadata.call, principal);
    const attempt = async () => {
      let emitted = false;
      const steps: (() => void)[] = [];
      const limit = metadata === null ? {} : { lockTimeoutMs: callLockTimeoutMs };
      const visible = [org, ...(metadata?.others ?? [])];
      const settings = { org, visible, mode: "read write", dryRun, ...limit } as const;
      const result = await runTransaction(this.#sql, settings, async (tx, pipelined) => {
        if (metadata?.key) {
          const earlier = await claimFor(tx, pipelined, metadata.key, metadata.waitMs);
          if (earlier !== null) return this.#replay(metadata.call, metadata.key, earlier) as R;
        }
        if (restatement !== null) pipelined.send(setRestatement(tx, restatement));
        const transaction = { tx, pipelined, principal, metadata, dryRun, restatement, lane, visible, steps };
        const { write, end, used } = writeFor(transaction, org);
        const reply = await work(write);
        end();
        if (dryRun) return reply;
        emitted = used();
        if (metadata?.key) {
          pipelined.send(storeReply(tx, metadata.key, this.#encode(metadata.call, metadata.key, reply as object)));
        }
        return reply;
      });
      if (dryRun) return result;
      if (emitted) this.onCommit();
      for (const step of steps) step();
      return result;
    };
    const repeated = () => retryConflicts(attempt);
    // Consumers and sweeps get the error itself: they repeat the work.
    if (metadata === null) return repeated();
    return refuseLocked(repeated).catch((error) => Promise.reject(asConflict(error)));
  }

  #encode(call: Call, key: Claim, reply: object): Uint8Array {
    const { output } = call.method;
    const bytes = toBinary(output, create(output, reply as Record<string, unknown>));
    return this.#sealer?.seal(bytes, replyContext(key)) ?? bytes;
  }

  #replay(call: Call, key: Claim, reply: Uint8Array): object {
    call.responseHeader.set(IDEMPOTENT_REPLAYED, "true");
    return fromBinary(call.method.output, this.#sealer?.open(reply, replyContext(key)) ?? reply);
  }
}

/** Waits for a first request in another process, no longer than `waitMs`. */
async function claimFor(tx: Tx, pipelined: PipelinedStatements, key: Claim, waitMs: number) {
  pipelined.send(tx.unsafe(waitLimits(waitMs)));
  const earlier = await claim(tx, key);
  if (earlier === null) pipelined.send(tx.unsafe(USUAL_LIMITS));
  return earlier;
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
  /** To run after the commit. */
  steps: (() => void)[];
}

/** The operations of a transaction that write for one organization. */
function writeFor(transaction: Transaction, org: string) {
  const { tx, pipelined, principal, metadata, dryRun, restatement, lane, visible, steps } = transaction;
  const outbox = new OutboxBuffer((events) => dryRun || pipelined.send(insertOutbox(tx, org, events)));
  const actor = { ...principal, organizationId: org };
  const audit = new AuditBuffer(
    (changes) => metadata === null || dryRun || pipelined.send(insertAudit(tx, actor, metadata.call, changes)),
  );
  let emittedWithin = false;
  const write: Write = {
    tx,
    org,
    principal,
    idempotencyKey: metadata?.key?.key ?? null,
    header: (name) => metadata?.call.requestHeader.get(name) ?? null,
    restatement,
    ...emitters(outbox, lane),
    send: (statement) => pipelined.send(statement),
    flush: () => {
      outbox.flush();
      audit.flush();
      return statementsWritten();
    },
    afterCommit: (step) => void steps.push(step),
    about: (id, changes) => audit.add(id, changes ?? null),
    within: async (other, work) => {
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
    outbox.flush();
    audit.end();
  };
  return { write, end, used: () => outbox.used || emittedWithin };
}

const emitters = (outbox: OutboxBuffer, defaultLane: Lane): Pick<Write, "emit" | "emitEncoded"> => ({
  emit: (event, value, { lane = defaultLane } = {}) =>
    outbox.add({ type: event.typeName, payload: toBinary(event, create(event, value)), lane }),
  emitEncoded: ({ typeName: type }, payload, { lane = defaultLane } = {}) => outbox.add({ type, payload, lane }),
});
