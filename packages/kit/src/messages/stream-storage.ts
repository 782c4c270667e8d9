import type { Logger } from "pino";
import { Reason } from "../process/readiness.ts";
import { streamRefusalAge } from "./metrics.ts";

/** A stream that stores nothing that it is given for longer is at fault. A restart of NATS takes less. */
const NOT_STORING_MS = 30_000;

/** Notices that a stream refuses or does not acknowledge messages, as on a full disk. */
export class StreamStorage {
  readonly #stream: string;
  readonly #log: Pick<Logger, "error" | "info">;
  readonly #now: () => number;
  /** Since when every message was refused. Undefined while the stream stores. */
  #refusal: { sinceMs: number; lastSeq: number; isLogged: boolean } | undefined;
  /** The last message of the stream. Another process may have published it. */
  #lastSeq = 0;

  constructor(stream: string, log: Pick<Logger, "error" | "info">, now = () => performance.now()) {
    this.#stream = stream;
    this.#log = log;
    this.#now = now;
    this.#record();
  }

  get isRefusing(): boolean {
    return this.#refusal !== undefined;
  }

  /** The stream has stored a message, or NATS is away: then nothing is known. */
  reset(): void {
    if (this.#refusal?.isLogged) this.#log.info({ stream: this.#stream }, "a stream stores messages again, or is away");
    this.#refusal = undefined;
    this.#record();
  }

  /** The stream was looked at. It stores if its last message is another one than at the first refusal. */
  sawLast(seq: number): void {
    this.#lastSeq = seq;
    if (this.#refusal !== undefined && this.#refusal.lastSeq !== seq) this.reset();
  }

  /** All messages of an attempt were refused. Logged once, however long it lasts. */
  refused(reason: Error): void {
    this.#refusal ??= { sinceMs: this.#now(), lastSeq: this.#lastSeq, isLogged: false };
    this.#record();
    if (this.#refusal.isLogged || this.#ageMs() < NOT_STORING_MS) return;
    this.#refusal.isLogged = true;
    this.#log.error(
      { err: reason, stream: this.#stream },
      "a stream stores nothing: it is full, its disk is, or NATS needs a restart",
    );
  }

  /** A check of readiness that names the stream and never counts: requests are served, and their events wait. */
  async check(): Promise<void> {
    if (this.#ageMs() >= NOT_STORING_MS) throw new Reason(`The stream ${this.#stream} stores nothing.`);
  }

  #ageMs(): number {
    return this.#refusal === undefined ? 0 : this.#now() - this.#refusal.sinceMs;
  }

  #record(): void {
    streamRefusalAge.record(this.#ageMs() / 1_000, { stream: this.#stream });
  }
}
