import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Write } from "../db/transactions.ts";

/** The handler of a service for one type of event. */
export interface Consumer<D extends DescMessage = DescMessage> {
  event: D;
  /**
   * It only tells people what has happened. If the owner of the events was set back to an older moment, nobody can take
   * that back, and nothing is left to settle.
   */
  onlyTells?: boolean;
  /** All events belong to one organization, and none was handled before. */
  handle(write: Write, events: MessageShape<D>[]): Promise<void>;
  /** Tells others that the events wait for a fault of the database to end. */
  delay?(write: Write, events: MessageShape<D>[]): void;
  /** Records the failure of an event that failed TRIES_MAX times. */
  giveUp?(write: Write, event: MessageShape<D>, cause: unknown): Promise<void>;
}

/** An event that fails this often by itself becomes a dead letter. */
export const TRIES_MAX = 5;

type Options<D extends DescMessage> = Pick<Consumer<D>, "delay" | "giveUp" | "onlyTells">;

/** Handles events one by one, in the transaction that inserts their inbox rows. */
export const on = <D extends DescMessage>(
  event: D,
  handle: (write: Write, event: MessageShape<D>) => Promise<void>,
  options: Options<D> = {},
): Consumer =>
  onMany(
    event,
    async (write, events) => {
      for (const each of events) await handle(write, each);
    },
    options,
  );

/** Handles many events at once, for work that costs little more for hundreds than for one. */
export const onMany = <D extends DescMessage>(
  event: D,
  handle: (write: Write, events: MessageShape<D>[]) => Promise<void>,
  options: Options<D> = {},
): Consumer => ({ event, handle, ...options }) as unknown as Consumer;
