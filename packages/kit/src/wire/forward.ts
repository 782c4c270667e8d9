import type { CallOptions, HandlerContext } from "@connectrpc/connect";
import { CLIENT_ADDRESS, DRY_RUN, REQUEST_ID } from "./headers.ts";
import { PRINCIPAL_HEADER } from "./signer.ts";

/**
 * Options of a call that a handler makes on behalf of its caller: principal, request id, address of the client, dry run
 * and remaining time are passed on.
 */
export function forward(call: Pick<HandlerContext, "requestHeader" | "signal" | "timeoutMs">): CallOptions {
  const headers = new Headers();
  for (const name of [PRINCIPAL_HEADER, REQUEST_ID, CLIENT_ADDRESS, DRY_RUN]) {
    const value = call.requestHeader.get(name);
    if (value !== null) headers.set(name, value);
  }
  const timeoutMs = call.timeoutMs();
  return { headers, signal: call.signal, ...(timeoutMs !== undefined && { timeoutMs: Math.max(1, timeoutMs) }) };
}
