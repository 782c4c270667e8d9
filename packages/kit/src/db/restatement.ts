import type { Call } from "../wire/call.ts";
import { forbidden } from "../wire/errors.ts";
import { RESTATEMENT_REASON } from "../wire/headers.ts";
import type { Principal } from "../wire/principal.ts";
import type { Fragment, Tx } from "./pool.ts";

/** Why a write may change records of locked periods, and who makes it. */
export interface Restatement {
  reason: string;
  userId: string | null;
}

/** Null without a reason. The gateway has checked its length. */
export function restatementOf(call: Call, { role, userId }: Principal): Restatement | null {
  const sent = call.requestHeader.get(RESTATEMENT_REASON);
  if (sent === null) return null;
  if (role !== "admin" && role !== "service")
    throw forbidden("ORG_ADMIN_REQUIRED", "Only admins change records of locked periods.");
  return { reason: decodeURIComponent(sent), userId };
}

/** Settings of the transaction, which the triggers of activity read. */
export const setRestatement = (tx: Tx, { reason, userId }: Restatement): Fragment =>
  tx`select set_config('app.restatement_reason', ${reason}, true), set_config('app.restated_by', ${userId ?? ""}, true)`;
