import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Fragment, Tx, Write } from "@emissions/kit/db/transactions";
import type { FinishedAttempt } from "./attempt.ts";
import { cancelPending } from "./cancel.ts";
import type { LockedEndpoint } from "./claim.ts";
import { type EndpointHealth, healthAfter, type NextStep, nextStepOf, storableResponse } from "./rules.ts";
import type { Schedule } from "./schedule.ts";

interface Recording {
  write: Pick<Write, "tx" | "org" | "send">;
  schedule: Schedule;
  /** Locked by the transaction, in their state before the attempts. */
  endpoints: readonly LockedEndpoint[];
  /** Ids of the deliveries whose claim is still valid. */
  valid: ReadonlySet<string>;
}

interface RecordedAttempt extends FinishedAttempt {
  nextStep: NextStep;
}

/**
 * Records the outcomes of attempts in the order in which they ended. Ignores attempts whose claim is no longer valid:
 * the delivery was cancelled or deleted, or another process has claimed it.
 */
export function recordOutcomes(
  { write, schedule, endpoints, valid }: Recording,
  attempts: readonly FinishedAttempt[],
): { endpoints: LockedEndpoint[]; nextAttemptInMs: number } {
  const after = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const recorded: RecordedAttempt[] = [];
  for (const attempt of attempts) {
    const { delivery, outcome } = attempt;
    const endpoint = after.get(delivery.endpointId);
    // After the failure that disables the endpoint, later attempts are cancelled with the pending deliveries.
    if (endpoint === undefined || !endpoint.enabled || !valid.has(delivery.id)) continue;
    const nextStep = nextStepOf(outcome, delivery, schedule);
    recorded.push({ ...attempt, nextStep });
    const health = healthAfter(endpoint, nextStep, delivery);
    // The outcome says nothing about a URL that was set in the meantime.
    after.set(endpoint.id, endpoint.url === attempt.url ? health : { ...health, answering: endpoint.answering });
  }
  const nextAttemptInMs = Math.min(...recorded.map(({ nextStep }) => delayOf(nextStep) ?? Number.POSITIVE_INFINITY));
  const result = { endpoints: [...after.values()], nextAttemptInMs };
  if (recorded.length === 0) return result;

  const { tx, org, send } = write;
  send(updateDeliveries(tx, org, recorded));
  send(insertAttempts(tx, org, recorded));
  for (const before of endpoints) {
    const now = after.get(before.id)!;
    if (isChanged(before, now)) send(updateHealth(tx, org, now));
    if (before.enabled && !now.enabled) send(cancelPending(tx, org, now.id));
  }
  return result;
}

/** Locks the deliveries whose claim is still valid and returns their ids. The caller has locked their endpoints. */
export async function lockClaimed(tx: Tx, org: string, attempts: readonly FinishedAttempt[]): Promise<Set<string>> {
  if (attempts.length === 0) return new Set();
  const claims = new Map(attempts.map(({ delivery }) => [delivery.id, delivery.claim]));
  // The condition has only the primary key: with `status` in it the planner scans all pending deliveries.
  const rows = await tx<{ id: string; claim: string; isPending: boolean }[]>`
    select id, claim, status = 'pending' as is_pending from webhook_deliveries
    where organization_id = ${org} and id = any(${plainColumn([...claims.keys()])}::uuid[])
    order by id for update`;
  return new Set(rows.filter((row) => row.isPending && row.claim === claims.get(row.id)).map(({ id }) => id));
}

const delayOf = (nextStep: NextStep) => (nextStep.status === "pending" ? nextStep.delayMs : null);

/** The delay counts from the time of this statement, after the attempt has ended. */
function updateDeliveries(tx: Tx, org: string, recorded: readonly RecordedAttempt[]): Fragment {
  const responses = recorded.map(({ outcome }) => storableResponse(outcome));
  return tx`
    update webhook_deliveries d set
      status = o.status, attempts = d.attempts + 1, series_attempts = d.series_attempts + 1, claim = d.claim + 1, claimed_until = null,
      next_attempt_at = clock_timestamp() + o.delay_ms * interval '1 millisecond',
      last_attempt_at = o.at, last_response_status = o.response_status, last_response_body = o.response_body,
      last_error_code = o.error_code, finished_at = case when o.status <> 'pending' then clock_timestamp() end
    from unnest(
      ${plainColumn(recorded.map(({ delivery }) => delivery.id))}::uuid[],
      ${plainColumn(recorded.map(({ nextStep }) => nextStep.status))}::text[],
      ${plainColumn(recorded.map(({ nextStep }) => delayOf(nextStep)))}::float8[],
      ${column(recorded.map(({ at }) => at.toISOString()))}::timestamptz[],
      ${plainColumn(responses.map(({ status }) => status))}::int[],
      ${column(responses.map(({ body }) => body))}::text[],
      ${plainColumn(recorded.map(({ outcome }) => outcome.errorCode))}::text[]
    ) as o (id, status, delay_ms, at, response_status, response_body, error_code)
    where d.organization_id = ${org} and d.id = o.id`;
}

function insertAttempts(tx: Tx, org: string, recorded: readonly RecordedAttempt[]): Fragment {
  return tx`
    insert into webhook_attempts (organization_id, delivery_id, number, at, duration_ms, response_status, error_code)
    select ${org}::uuid, * from unnest(
      ${plainColumn(recorded.map(({ delivery }) => delivery.id))}::uuid[],
      ${plainColumn(recorded.map(({ delivery }) => delivery.attempts + 1))}::int[],
      ${column(recorded.map(({ at }) => at.toISOString()))}::timestamptz[],
      ${plainColumn(recorded.map(({ outcome }) => Math.max(0, Math.round(outcome.durationMs))))}::int[],
      ${plainColumn(recorded.map(({ outcome }) => storableResponse(outcome).status))}::int[],
      ${plainColumn(recorded.map(({ outcome }) => outcome.errorCode))}::text[])`;
}

const isChanged = (before: EndpointHealth, after: EndpointHealth) =>
  before.enabled !== after.enabled ||
  before.answering !== after.answering ||
  before.consecutiveFailures !== after.consecutiveFailures;

const updateHealth = (tx: Tx, org: string, { id, enabled, answering, ...health }: LockedEndpoint): Fragment => tx`
  update webhook_endpoints set enabled = ${enabled}, answering = ${answering},
    consecutive_failures = ${health.consecutiveFailures}, disabled_reason = ${health.disabledReason},
    updated_at = case when enabled = ${enabled} then updated_at else now() end
  where organization_id = ${org} and id = ${id}`;
