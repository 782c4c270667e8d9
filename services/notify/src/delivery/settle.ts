import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Fragment, Tx, Write } from "@emissions/kit/db/transactions";
import type { Outcome } from "../outbound/outbound.ts";
import { cancelPending } from "./cancel.ts";
import type { Claimed, Receiver } from "./claim.ts";
import { type Health, healthAfter, storable, type Verdict, verdictOf } from "./rules.ts";
import type { Schedule } from "./schedule.ts";

/** What came of an attempt. */
export interface Attempted {
  delivery: Claimed;
  /** Where it went: the endpoint may have another address by now. */
  url: string;
  at: Date;
  outcome: Outcome;
}

interface Settling {
  write: Pick<Write, "tx" | "org" | "send">;
  schedule: Schedule;
  /** Locked, as they are before it. */
  receivers: readonly Receiver[];
  /** Deliveries that nobody else has touched since they were claimed. */
  held: ReadonlySet<string>;
}

interface Settled extends Attempted {
  verdict: Verdict;
}

/**
 * Writes down what came of attempts, in the order of their ends. What is not the process's own any more is passed over:
 * it was cancelled or deleted, or the claim ran out and somebody else has taken it up.
 */
export function settle(
  { write, schedule, receivers, held }: Settling,
  attempts: readonly Attempted[],
): { receivers: Receiver[]; soonestMs: number } {
  const after = new Map(receivers.map((receiver) => [receiver.id, receiver]));
  const settled: Settled[] = [];
  for (const attempt of attempts) {
    const { delivery, outcome } = attempt;
    const receiver = after.get(delivery.endpointId);
    // The attempts behind the failure that disables an endpoint end as what waits for it does.
    if (receiver === undefined || !receiver.enabled || !held.has(delivery.id)) continue;
    const verdict = verdictOf(outcome, delivery, schedule);
    settled.push({ ...attempt, verdict });
    const seen = healthAfter(receiver, verdict, delivery);
    // Another address has yet to show that it answers.
    after.set(receiver.id, receiver.url === attempt.url ? seen : { ...seen, answering: receiver.answering });
  }
  const soonestMs = Math.min(...settled.map(({ verdict }) => pauseOf(verdict) ?? Number.POSITIVE_INFINITY));
  const result = { receivers: [...after.values()], soonestMs };
  if (settled.length === 0) return result;

  const { tx, org, send } = write;
  send(updateDeliveries(tx, org, settled));
  send(insertAttempts(tx, org, settled));
  for (const before of receivers) {
    const now = after.get(before.id)!;
    if (isChanged(before, now)) send(updateHealth(tx, org, now));
    if (before.enabled && !now.enabled) send(cancelPending(tx, org, now.id));
  }
  return result;
}

/** Locks those that nobody else has touched since they were claimed. The caller has locked their endpoints before. */
export async function lockHeld(tx: Tx, org: string, attempts: readonly Attempted[]): Promise<Set<string>> {
  if (attempts.length === 0) return new Set();
  const claims = new Map(attempts.map(({ delivery }) => [delivery.id, delivery.claim]));
  // By the key alone: the planner would rather look through all that is pending.
  const rows = await tx<{ id: string; claim: string; isPending: boolean }[]>`
    select id, claim, status = 'pending' as is_pending from webhook_deliveries
    where organization_id = ${org} and id = any(${plainColumn([...claims.keys()])}::uuid[])
    order by id for update`;
  return new Set(rows.filter((row) => row.isPending && row.claim === claims.get(row.id)).map(({ id }) => id));
}

const pauseOf = (verdict: Verdict) => (verdict.status === "pending" ? verdict.pauseMs : null);

/** The next pause begins now, where the attempt has ended. */
function updateDeliveries(tx: Tx, org: string, settled: readonly Settled[]): Fragment {
  const answers = settled.map(({ outcome }) => storable(outcome));
  return tx`
    update webhook_deliveries d set
      status = o.status, attempts = d.attempts + 1, series_attempts = d.series_attempts + 1, claim = d.claim + 1, claimed_until = null,
      next_attempt_at = clock_timestamp() + o.pause_ms * interval '1 millisecond',
      last_attempt_at = o.at, last_response_status = o.response_status, last_response_body = o.response_body,
      last_error_code = o.error_code, finished_at = case when o.status <> 'pending' then clock_timestamp() end
    from unnest(
      ${plainColumn(settled.map(({ delivery }) => delivery.id))}::uuid[],
      ${plainColumn(settled.map(({ verdict }) => verdict.status))}::text[],
      ${plainColumn(settled.map(({ verdict }) => pauseOf(verdict)))}::float8[],
      ${column(settled.map(({ at }) => at.toISOString()))}::timestamptz[],
      ${plainColumn(answers.map(({ status }) => status))}::int[],
      ${column(answers.map(({ body }) => body))}::text[],
      ${plainColumn(settled.map(({ outcome }) => outcome.errorCode))}::text[]
    ) as o (id, status, pause_ms, at, response_status, response_body, error_code)
    where d.organization_id = ${org} and d.id = o.id`;
}

function insertAttempts(tx: Tx, org: string, settled: readonly Settled[]): Fragment {
  return tx`
    insert into webhook_attempts (organization_id, delivery_id, number, at, duration_ms, response_status, error_code)
    select ${org}::uuid, * from unnest(
      ${plainColumn(settled.map(({ delivery }) => delivery.id))}::uuid[],
      ${plainColumn(settled.map(({ delivery }) => delivery.attempts + 1))}::int[],
      ${column(settled.map(({ at }) => at.toISOString()))}::timestamptz[],
      ${plainColumn(settled.map(({ outcome }) => Math.max(0, Math.round(outcome.durationMs))))}::int[],
      ${plainColumn(settled.map(({ outcome }) => storable(outcome).status))}::int[],
      ${plainColumn(settled.map(({ outcome }) => outcome.errorCode))}::text[])`;
}

const isChanged = (before: Health, after: Health) =>
  before.enabled !== after.enabled ||
  before.answering !== after.answering ||
  before.consecutiveFailures !== after.consecutiveFailures;

const updateHealth = (tx: Tx, org: string, { id, enabled, answering, ...health }: Receiver): Fragment => tx`
  update webhook_endpoints set enabled = ${enabled}, answering = ${answering},
    consecutive_failures = ${health.consecutiveFailures}, disabled_reason = ${health.disabledReason},
    updated_at = case when enabled = ${enabled} then updated_at else now() end
  where organization_id = ${org} and id = ${id}`;
