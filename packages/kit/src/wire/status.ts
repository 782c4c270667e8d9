import { Code, ConnectError } from "@connectrpc/connect";
import {
  findTrailerError,
  headerGrpcMessage,
  headerGrpcStatus,
  setTrailerStatus,
} from "@connectrpc/connect/protocol-grpc";
import type { Metadata, StatusObject } from "@grpc/grpc-js";
import { toHeaders, toMetadata } from "./metadata.ts";

interface Status {
  code: number;
  details: string;
  metadata?: Metadata;
}

/** What a client may see of an error: what was raised on purpose, with its details; of all else nothing. */
export function toStatus(error: ConnectError, trailer: Headers): StatusObject {
  const headers = setTrailerStatus(new Headers(trailer), error);
  return { code: error.code as number, details: error.rawMessage, metadata: toMetadata(headers) };
}

/**
 * The error that a server sent, or that grpc-js made when no server answered.
 * A call that the other side broke off, as a server does that is cut down, was
 * not canceled by anybody here: to the caller the service is unavailable.
 */
export function fromStatus(status: Status, { aborted }: AbortSignal): ConnectError {
  const code = status.code === Code.Canceled && !aborted ? Code.Unavailable : status.code;
  const headers = status.metadata === undefined ? new Headers() : toHeaders(status.metadata);
  headers.set(headerGrpcStatus, String(code));
  headers.set(headerGrpcMessage, encodeURIComponent(status.details));
  return findTrailerError(headers) ?? new ConnectError(status.details, Code.Unknown);
}

/** Errors that nobody raised on purpose; their text may hold anything. */
export const isFault = (cause: unknown): boolean =>
  !(cause instanceof ConnectError) || cause.code === Code.Unknown || cause.code === Code.Internal;
