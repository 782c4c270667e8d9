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

/** The status of a refusal, with its details. Callers replace unexpected errors first. */
export function toStatus(error: ConnectError, trailer: Headers): StatusObject {
  const headers = setTrailerStatus(new Headers(trailer), error);
  return { code: error.code as number, details: error.rawMessage, metadata: toMetadata(headers) };
}

/**
 * The error that a server sent, or that grpc-js made if no server answered. A server that is killed cancels its calls.
 * Nobody here canceled them, so the caller sees an unavailable service.
 */
export function fromStatus(status: Status, { aborted }: AbortSignal): ConnectError {
  const code = status.code === Code.Canceled && !aborted ? Code.Unavailable : status.code;
  const headers = status.metadata === undefined ? new Headers() : toHeaders(status.metadata);
  headers.set(headerGrpcStatus, String(code));
  headers.set(headerGrpcMessage, encodeURIComponent(status.details));
  return findTrailerError(headers) ?? new ConnectError(status.details, Code.Unknown);
}

/** Unexpected errors: their text may contain secrets. */
export const isFault = (cause: unknown): boolean =>
  !(cause instanceof ConnectError) || cause.code === Code.Unknown || cause.code === Code.Internal;
