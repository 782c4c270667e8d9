import postgres from "postgres";
import { conflict } from "../wire/errors.ts";

/** SQLSTATE of refusals that triggers raise. The hint is the code of the refusal, and the message is its detail. */
const REFUSED_BY_TRIGGER = "EM409";

/** Code and detail of a refusal that a trigger raised; null for any other error. */
export function raisedRefusal(error: unknown): { code: string; detail: string } | null {
  if (!(error instanceof postgres.PostgresError) || error.code !== REFUSED_BY_TRIGGER) return null;
  return { code: error.hint ?? "", detail: error.message };
}

/** The error that a call gets for it. */
export function asConflict(error: unknown): unknown {
  const refusal = raisedRefusal(error);
  return refusal === null ? error : conflict(refusal.code, refusal.detail);
}
