import type { Call } from "@emissions/kit/wire/call";
import { conflict } from "@emissions/kit/wire/errors";
import { EXPECTED_VERSIONS, RECORD_VERSION } from "@emissions/kit/wire/headers";

/** The version that `If-Match` names is the revision. Invited organizations do not learn it. */
export const showRevision = (call: Call, { revision }: { revision: number }): void =>
  call.responseHeader.set(RECORD_VERSION, String(revision));

/** Refuses when the caller expects another revision. The row must be locked. */
export function checkRevision(call: Call, { revision }: { revision: number }): void {
  const expected = call.requestHeader.get(EXPECTED_VERSIONS);
  if (expected === null || expected.split(" ").includes(String(revision))) return;
  throw conflict("PRECONDITION_FAILED", "The dashboard has changed since the version that If-Match names.");
}
