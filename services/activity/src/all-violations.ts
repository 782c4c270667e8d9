import type { ConnectError } from "@connectrpc/connect";
import { refusalIn, type Violations } from "@emissions/kit/wire/errors";

/** Violations in the refusal of a batch: refusals travel in HTTP/2 trailers, which hold at most 64 KiB. */
export const LISTED_MAX = 100;

const complete = new WeakMap<ConnectError, Violations>();

/** Makes a refusal with the first violations, and remembers all of them for callers in this process. */
export function withViolations(all: Violations, refusal: (listed: Violations) => ConnectError): ConnectError {
  const error = refusal(all.slice(0, LISTED_MAX));
  complete.set(error, all);
  return error;
}

/** All violations of a refusal, also those that it does not list. */
export const allViolations = (error: ConnectError): Violations =>
  complete.get(error) ?? refusalIn(error)?.violations ?? [];
