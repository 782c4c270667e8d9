import { expectedVersions, hasChanged } from "@emissions/kit/db/row-versions";
import type { Call } from "@emissions/kit/wire/call";
import { RECORD_VERSION } from "@emissions/kit/wire/headers";

/** The version that `If-Match` names is the revision. Invited organizations do not learn it. */
export const showRevision = (call: Call, { revision }: { revision: number }): void =>
  call.responseHeader.set(RECORD_VERSION, String(revision));

/** Refuses when the caller expects another revision. The row must be locked. */
export function checkRevision(call: Call, { revision }: { revision: number }): void {
  const expected = expectedVersions(call);
  if (expected !== null && !expected.includes(String(revision))) throw hasChanged();
}
