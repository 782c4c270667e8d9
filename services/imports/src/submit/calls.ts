import { setTimeout as sleep } from "node:timers/promises";
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { isUnavailable } from "@emissions/kit/wire/errors";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import { ATTEMPTS_MAX, PAUSE_MAX_MS, PAUSE_MS } from "./limits.ts";

export interface SubmitContext {
  /** Takes messages of a batch: `connectTo(ACTIVITY_URL, { maxBytes: BATCH_BYTES_MAX })`. */
  activity: Transport;
}

export interface CallOptions {
  principal: Principal;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Calls activity in the name of the principal. A call that may succeed later is repeated. */
export async function callActivity<I extends DescMessage, O extends DescMessage>(
  { activity }: SubmitContext,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  { principal, headers = {}, signal }: CallOptions,
): Promise<MessageShape<O>> {
  const message = create(method.input, request) as MessageInitShape<I>;
  for (let attempt = 1; ; attempt++) {
    try {
      const { contextValues } = callAs(principal);
      return (await activity.unary(method, signal, undefined, headers, message, contextValues)).message;
    } catch (error) {
      if (!mayPass(error) || attempt >= ATTEMPTS_MAX || signal?.aborted) throw error;
      await sleep(Math.min(PAUSE_MS * 2 ** (attempt - 1), PAUSE_MAX_MS), undefined, { signal });
    }
  }
}

const mayPass = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof ConnectError && error.code === Code.Aborted);
