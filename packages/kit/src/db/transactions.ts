import { create, type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { NIL_ID } from "../process/id.ts";
import type { Sealer } from "../process/sealing.ts";
import { accessTo } from "../wire/access.ts";
import type { Call } from "../wire/call.ts";
import { forbidden } from "../wire/errors.ts";
import { IDEMPOTENT_REPLAYED } from "../wire/headers.ts";
import { type Principal, principalOf, servicePrincipal } from "../wire/principal.ts";
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
import type { PipelinedStatements } from "./pipelined-statements.ts";
import type { Pool, Tx } from "./pool.ts";
import { asConflict } from "./raised-refusals.ts";
import { restatementOf, setRestatement } from "./restatement.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { readVersioned, writeVersioned } from "./row-versions.ts";
import { READ_ONLY, runTransaction } from "./run-transaction.ts";
import { isEndedByServer } from "./standby.ts";
import { type OpenStream, STREAM_STALL_MS, type StreamCall, streamTransaction } from "./stream.ts";
import { StreamSlots } from "./stream-slots.ts";
import { othersIn, refuseArchived, type View, type WriteOptions } from "./view.ts";
import { type CallMetadata, type Write, writeFor } from "./write.ts";

export type { Call } from "../wire/call.ts";
export { closePool, type Fragment, openPool, type Pool, type Tx } from "./pool.ts";
export type { View } from "./view.ts";
export type { Write } from "./write.ts";

interface DbOptions {
  /** Limit of the wait of a repeated request for the first one. */
  waitMs?: number;
  /** Encrypts the stored replies: services whose replies contain secrets need one. */
  sealer?: Sealer;
  /** The event by which activity learns the rows of the audit log. */
  auditEvent?: DescMessage;
  /** Sessions for reads of many rows. Default: those of the pool. */
  reads?: Pool;
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
  readonly #pool: Pool;
  readonly #reads: Pool;
  readonly #inFlight: InFlightRequests;
  readonly #sealer: Sealer | undefined;
  readonly #auditEvent: DescMessage | undefined;
  readonly #streams: StreamSlots;
  readonly #limits: { stallMs: number };

  constructor(pool: Pool, { waitMs, sealer, auditEvent, reads, stallMs = STREAM_STALL_MS }: DbOptions = {}) {
    this.#pool = pool;
    this.#reads = reads ?? pool;
    this.#inFlight = new InFlightRequests(waitMs);
    this.#sealer = sealer;
    this.#auditEvent = auditEvent;
    this.#streams = new StreamSlots(pool.options.max);
    this.#limits = { stallMs };
  }

  read<R>(call: Call, work: (tx: Tx, org: string) => Promise<R>, view: View = {}): Promise<R> {
    const principal = principalOf(call);
    const { organizationId: org } = principal;
    const visible = [org, ...othersIn(view, principal)];
    const settings = { org, visible, mode: READ_ONLY, lockTimeoutMs: callLockTimeoutMs } as const;
    const readAt = (pool: Pool) =>
      runTransaction(pool, settings, (tx, pipelined) =>
        readVersioned({ call, tx, org, pipelined }, () => work(tx, org)),
      );
    return refuseLocked(() => (accessTo(call.method).atStandby ? this.#atReads(readAt) : readAt(this.#pool)));
  }

  async #atReads<R>(readAt: (pool: Pool) => Promise<R>): Promise<R> {
    try {
      return await readAt(this.#reads);
    } catch (error) {
      if (this.#reads === this.#pool || !isEndedByServer(error)) throw error;
      return readAt(this.#pool);
    }
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
    return this.#streams.within(org, () => streamTransaction(this.#reads, settings, { signal, ...this.#limits }, work));
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
    refuseAccounts(principal);
    const key = claimOf(call, request, principal.organizationId);
    const others = othersIn(view, principal);
    const permitted = principal.archived === true && !allowsArchived ? refuseArchived : work;
    const write = (waitMs: number) => this.#write(principal, permitted, { call, key, waitMs, others });
    return key === null ? write(0) : this.#inFlight.run(key, write);
  }

  /** The stored reply to an earlier call with the same key. A repeat must not be judged by later changes. */
  async earlier(call: Call, request: Message): Promise<object | null> {
    const principal = principalOf(call);
    refuseAccounts(principal);
    const key = claimOf(call, request, principal.organizationId);
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
    return runTransaction(this.#pool, { org: NIL_ID, visible: [], mode: "read write", systemWide: true }, work);
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
      const shown: Promise<void>[] = [];
      const limit = metadata === null ? {} : { lockTimeoutMs: callLockTimeoutMs };
      const visible = [org, ...(metadata?.others ?? [])];
      const settings = { org, visible, mode: "read write", dryRun, ...limit } as const;
      const result = await runTransaction(this.#pool, settings, async (tx, pipelined) => {
        if (metadata?.key) {
          const earlier = await claimFor(tx, pipelined, metadata.key, metadata.waitMs);
          if (earlier !== null) return this.#replay(metadata.call, metadata.key, earlier) as R;
        }
        if (restatement !== null) pipelined.send(setRestatement(tx, restatement));
        const auditEvent = this.#auditEvent;
        const transaction = {
          tx,
          pipelined,
          principal,
          metadata,
          dryRun,
          restatement,
          lane,
          visible,
          steps,
          auditEvent,
        };
        const { write, end, used } = writeFor(transaction, org);
        const reply = await (metadata === null
          ? work(write)
          : writeVersioned({ call: metadata.call, tx, org, pipelined, steps: shown }, () => work(write)));
        end();
        if (dryRun) return reply;
        emitted = used();
        if (metadata?.key) {
          pipelined.send(storeReply(tx, metadata.key, this.#encode(metadata.call, metadata.key, reply as object)));
        }
        return reply;
      });
      await Promise.all(shown);
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

/** Rows name users and API keys, so no row could say that an account has written it. */
function refuseAccounts({ kind }: Principal): void {
  if (kind === "service_account") throw forbidden("FORBIDDEN", "Service accounts only read.");
}

/** Waits for a first request in another process, no longer than `waitMs`. */
async function claimFor(tx: Tx, pipelined: PipelinedStatements, key: Claim, waitMs: number) {
  pipelined.send(tx.unsafe(waitLimits(waitMs)));
  const earlier = await claim(tx, key);
  if (earlier === null) pipelined.send(tx.unsafe(USUAL_LIMITS));
  return earlier;
}
