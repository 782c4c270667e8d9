import type { ConnectError } from "@connectrpc/connect";
import { refusalIn, type Violations } from "@emissions/kit/wire/errors";

/** Violations in the refusal of a batch: refusals travel in HTTP/2 trailers, which hold at most 64 KiB. */
export const LISTED_MAX = 100;

/** `ownType` is what a request of the record alone would have. */
type Detailed = Violations[number] & { ownType?: string };

const complete = new WeakMap<ConnectError, readonly Detailed[]>();

/** Makes a refusal with the first violations, and remembers all of them for callers in this process. */
export function withViolations(all: readonly Detailed[], refusal: (listed: Violations) => ConnectError): ConnectError {
  const error = refusal(all.slice(0, LISTED_MAX));
  complete.set(error, all);
  return error;
}

/** All violations of a refusal, also those that it does not list. */
export const allViolations = (error: ConnectError): readonly Detailed[] =>
  complete.get(error) ?? refusalIn(error)?.violations ?? [];
