import { setTimeout as pause } from "node:timers/promises";
import type { DescMessage, DescMethod, Message, MessageInitShape } from "@bufbuild/protobuf";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import postgres from "postgres";
import type { Lane } from "../messages/lane.ts";
import { insertOutbox, OutboxBuffer } from "../messages/outbox.ts";
import { isId, NIL_ID } from "../process/id.ts";
import type { Sealer } from "../process/sealing.ts";
import { forbidden } from "../wire/errors.ts";
import { IDEMPOTENT_REPLAYED } from "../wire/headers.ts";
import { type Principal, principalOf, servicePrincipal } from "../wire/principal.ts";
import { writeAudit } from "./audit.ts";
import {
  aboutReply,
  type Claim,
  claim,
  claimOf,
  InFlightRequests,
  isDryRun,
  keepReply,
  keptReply,
  WAITED,
  waiting,
} from "./idempotency.ts";
import { PipelinedStatements, TRANSACTION_ABORTED } from "./pipelined-statements.ts";
import { type Fragment, type Sql, statementsWritten, type Tx } from "./pool.ts";

export { type Fragment, openPool, type Sql, type Tx } from "./pool.ts";

/** What the doors need of a call. */
export type Call = Pick<HandlerContext, "requestHeader" | "responseHeader" | "values"> & {
  readonly method: DescMethod;
};

export interface Write {
  tx: Tx;
  org: string;
  principal: Principal;
  /** What the caller named the request, to be protected against repeats. */
  idempotencyKey: string | null;
  /**
   * Puts an event in the outbox of this transaction; the relay publishes it after the commit. Without a lane it travels
   * as what caused it: a call is single, a consumed event has the lane that it came in.
   */
  emit<D extends DescMessage>(event: D, value: MessageInitShape<D>, options?: { lane?: Lane }): void;
  /** The same for an event that had to be encoded to know its size. */
  emitEncoded(event: DescMessage, payload: Uint8Array, options?: { lane?: Lane }): void;
  /** A statement whose answer is not needed: it travels together with the commit, which fails if it does. */
  send(statement: Fragment): void;
  /** Sends queued statements and events to the database. Resolves when they are written, not when they are answered. */
  flush(): Promise<void>;
  /** Done once the commit has gone well, and never when it has not: to wake who works on what was written. */
  afterCommit(step: () => void): void;
  /** Names what the write is about, for the audit log. */
  about(entityId: string): void;
}

/** Whose rows are read besides the caller's own. */
export interface View {
  /** Those of the accepted organizations below. */
  group?: boolean;
  /** Those of the organizations above. */
  inherited?: boolean;
  /** Those of organizations that an event or another service named. Only services may ask so. */
  owners?: readonly string[];
}

/** All that one answer says is of the same moment: the rows of a page, their number, and what is known of them. */
const READING = "isolation level repeatable read read only";

interface Setting {
  org: string;
  visible: readonly string[];
  mode: typeof READING | "read write";
  systemWide?: boolean;
  /** All that was done is undone again. */
  dry?: boolean;
}

/** What a write owes to the call that asked for it. */
interface Asked {
  call: Call;
  key: Claim | null;
  waitMs: number;
}

/**
 * Two writes that block each other are tried again, this often at most. Then the caller of one can do nothing but call
 * again, and is told so; events and sweeps come again by themselves.
 */
const ATTEMPTS_MAX = 3;
/** So long before the second try, at random so that the two do not meet again; before the third twice as long. */
export const PAUSE_MS = { min: 5, max: 25 };
const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";
/**
 * Statements are sent together, so the work may hear first of a later one than the one that failed: that one only says
 * that the transaction is aborted.
 */
const TRY_AGAIN: ReadonlySet<string> = new Set([DEADLOCK, SERIALIZATION_FAILURE, TRANSACTION_ABORTED]);
/**
 * Those that another write has surely caused. An aborted transaction of unknown cause may be a fault of this service.
 */
const BLOCKED = TRY_AGAIN.difference(new Set([TRANSACTION_ABORTED]));

/**
 * The doors to the tables. Each runs a transaction that knows its organization,
 * so that row-level security holds everywhere. `begin` and the settings travel
 * together with the first statement, and the outbox and audit rows together
 * with `commit`: a read costs no round trip more than its statements.
 */
export class Db {
  /** Called after every commit that left something in the outbox. */
  onCommit: () => void = () => {};
  readonly #sql: Sql;
  readonly #inFlight: InFlightRequests;
  readonly #sealer: Sealer | undefined;

  /**
   * `waitMs` is how long a repeat waits for the request that it repeats. With a sealer the replies kept for repeats are
   * sealed: a service needs one whose replies show secrets.
   */
  constructor(sql: Sql, { waitMs, sealer }: { waitMs?: number; sealer?: Sealer } = {}) {
    this.#sql = sql;
    this.#inFlight = new InFlightRequests(waitMs);
    this.#sealer = sealer;
  }

  /** Rows of the caller's organization, and of what else the view shows. */
  read<R>(call: Call, work: (tx: Tx, org: string) => Promise<R>, view: View = {}): Promise<R> {
    const principal = principalOf(call);
    const { organizationId } = principal;
    const visible = [organizationId, ...othersIn(view, principal)];
    return this.#transaction({ org: organizationId, visible, mode: READING }, (tx) => work(tx, organizationId));
  }

  /**
   * Rows, events, audit row and the reply kept for a repeat of the call commit
   * together or not at all. In a dry run all of it is not at all, but the reply
   * or the refusal is the one that the call would have had.
   */
  async write<R extends object>(call: Call, request: Message, work: (write: Write) => Promise<R>): Promise<R> {
    const principal = principalOf(call);
    const key = claimOf(call, request, principal.organizationId);
    if (key === null) return this.#write(principal, work, { call, key, waitMs: 0 });
    return this.#inFlight.run(key, (waitMs) => this.#write(principal, work, { call, key, waitMs }));
  }

  /** The reply to an earlier call with the same key, so that a repeat is not judged by what has changed since. */
  async earlier(call: Call, request: Message): Promise<object | null> {
    const key = claimOf(call, request, principalOf(call).organizationId);
    const reply = key && (await this.read(call, (tx) => keptReply(tx, key)));
    return reply && this.#replay(call, key!, reply);
  }

  /** For work that no call asked for: events and sweeps. The lane is that of the events it emits. */
  asService<R>(org: string, work: (write: Write) => Promise<R>, { lane = "single" }: { lane?: Lane } = {}): Promise<R> {
    return this.#write(servicePrincipal(org), work, null, lane);
  }

  /**
   * For what carries messages of all organizations. Opens the message tables; of business tables it can only read those
   * in which a service looks for work (ADR 0003).
   */
  systemWide<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    return this.#transaction({ org: NIL_ID, visible: [], mode: "read write", systemWide: true }, work);
  }

  async #write<R>(
    principal: Principal,
    work: (write: Write) => Promise<R>,
    asked: Asked | null,
    caused: Lane = "single",
  ): Promise<R> {
    const org = principal.organizationId;
    const dry = asked !== null && isDryRun(asked.call);
    for (let attempt = 1; ; attempt++) {
      let emitted = false;
      const steps: (() => void)[] = [];
      try {
        const result = await this.#transaction(
          { org, visible: [org], mode: "read write", dry },
          async (tx, pipelined) => {
            if (asked?.key) {
              pipelined.send(tx.unsafe(waiting(asked.waitMs)));
              const earlier = await claim(tx, asked.key);
              if (earlier !== null) return this.#replay(asked.call, asked.key, earlier) as R;
              pipelined.send(tx.unsafe(WAITED));
            }

            let entityId: string | null = null;
            const outbox = new OutboxBuffer((events) => dry || pipelined.send(insertOutbox(tx, org, events)));
            const reply = await work({
              tx,
              org,
              principal,
              idempotencyKey: asked?.key?.key ?? null,
              emit: (event, value, { lane = caused } = {}) =>
                outbox.add({ type: event.typeName, payload: toBinary(event, create(event, value)), lane }),
              emitEncoded: ({ typeName: type }, payload, { lane = caused } = {}) => outbox.add({ type, payload, lane }),
              send: (statement) => pipelined.send(statement),
              flush: () => {
                outbox.flush();
                return statementsWritten();
              },
              afterCommit: (step) => void steps.push(step),
              about: (id) => {
                entityId = id;
              },
            });
            if (dry) return reply;
            outbox.flush();
            emitted = outbox.used;
            if (asked !== null) pipelined.send(writeAudit(tx, principal, asked.call, entityId));
            if (asked?.key)
              pipelined.send(keepReply(tx, asked.key, this.#toKeep(asked.call, asked.key, reply as object)));
            return reply;
          },
        );
        if (dry) return result;
        if (emitted) this.onCommit();
        for (const step of steps) step();
        return result;
      } catch (error) {
        const code = error instanceof postgres.PostgresError ? error.code : "";
        if (!TRY_AGAIN.has(code)) throw error;
        if (attempt === ATTEMPTS_MAX)
          throw asked !== null && BLOCKED.has(code) ? unavailable(IN_THE_WAY, error) : error;
        await pause(attempt * (PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)));
      }
    }
  }

  #toKeep(call: Call, key: Claim, reply: object): Uint8Array {
    const { output } = call.method;
    const bytes = toBinary(output, create(output, reply as Record<string, unknown>));
    return this.#sealer?.seal(bytes, aboutReply(key)) ?? bytes;
  }

  #replay(call: Call, key: Claim, earlier: Uint8Array): object {
    call.responseHeader.set(IDEMPOTENT_REPLAYED, "true");
    return fromBinary(call.method.output, this.#sealer?.open(earlier, aboutReply(key)) ?? earlier);
  }

  /** `closing` takes statements that travel together with the commit. */
  async #transaction<R>(setting: Setting, work: (tx: Tx, pipelined: PipelinedStatements) => Promise<R>): Promise<R> {
    const tx = await this.#sql.reserve().catch(unreachable);
    const pipelined = new PipelinedStatements();
    pipelined.send(tx.unsafe(opening(setting)));
    try {
      const result = await work(tx as unknown as Tx, pipelined);
      // What would be looked at only now, on commit, is looked at all the same.
      if (setting.dry) pipelined.send(tx.unsafe("set constraints all immediate"));
      const commit = tx.unsafe(setting.dry ? "rollback" : "commit").execute();
      // What was only read is known before the commit is: the caller need not wait for it.
      if (setting.mode === READING) release(tx, commit);
      else await Promise.all([...pipelined.statements, commit]).then(() => tx.release());
      return result;
    } catch (error) {
      release(tx, tx`rollback`.execute());
      const cause = pipelined.causeOf(error);
      throw isConnectionLoss(cause) ? unavailable(UNREACHABLE, cause) : cause;
    }
  }
}

/** A connection that broke has left the pool by itself and must not be put back. */
function release(tx: postgres.ReservedSql, last: PromiseLike<unknown>): void {
  last.then(
    () => tx.release(),
    (error) => {
      if (!isConnectionLoss(error)) tx.release();
    },
  );
}

function othersIn({ group = false, inherited = false, owners = [] }: View, principal: Principal): string[] {
  const { kind, descendants, ancestors } = principal;
  if (owners.length > 0 && kind !== "service") throw forbidden("FORBIDDEN", "Only services name other organizations.");
  return [...(group ? descendants : []), ...(inherited ? ancestors.map(({ id }) => id) : []), ...owners];
}

function opening({ org, visible, mode, systemWide }: Setting): string {
  for (const id of [org, ...visible]) if (!isId(id)) throw new Error("An organization id is not a UUID.");
  return (
    `begin ${mode}; set local app.organization = '${org}'; set local app.organizations = '{${visible.join(",")}}'` +
    (systemWide ? "; set local app.machinery = 'on'" : "")
  );
}

const isConnectionLoss = (error: unknown) =>
  error instanceof Error &&
  !(error instanceof postgres.PostgresError) &&
  "code" in error &&
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(String(error.code));

const IN_THE_WAY = "Other writes are in the way.";
const UNREACHABLE = "The database cannot be reached.";

const unavailable = (detail: string, cause: unknown) =>
  new ConnectError(detail, Code.Unavailable, undefined, undefined, cause);

function unreachable(error: unknown): never {
  throw unavailable(UNREACHABLE, error);
}
