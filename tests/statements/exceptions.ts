interface Exception {
  reason: string;
  /** How the texts of the statements begin, in one line. */
  statements: readonly string[];
}

/** Statements that read several organizations on purpose. With Citus each asks all nodes. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    reason: "the relay publishes events of all organizations",
    statements: [
      "with recursive next as ( select $1::uuid as organization_id, 0 as place union all select ( select o.organization_id from outbox o",
      "select id, organization_id, type, payload, packed, traceparent, lane from outbox where published_at is null and lane = 'single'",
      "update outbox set published_at = now() where id = any($1)",
    ],
  },
  {
    reason: "streams are compared with the outbox of all organizations after a loss of the database or of NATS",
    statements: [
      "select count(*)::int as found from outbox where id = any($1::uuid[])",
      "with filled as ( select name, again_before, again_from from outbox_stream",
    ],
  },
  {
    reason: "sweeps find organizations with work, and each row is then handled in its organization",
    statements: [
      "with recursive next as ( select $1::uuid as org, 0 as place union all select ( select organization_id from audit_queue",
      "with recursive queue as ( (select organization_id, endpoint_id from webhook_deliveries",
      "with recursive queues as ( (select consumer, lane, organization_id from deferred_events",
      "select distinct on (organization_id) organization_id, id from ingest_jobs where finished_at is null and operation = 'delete'",
      "select organization_id, file_id from file_deletions where since <",
      "select organization_id, file_id from file_uploads where since <",
      "select organization_id, file_id from presigned_files where expires_at <",
      "select organization_id, id from ingest_jobs where finished_at <",
      "select organization_id, id from ingest_jobs where finished_at is null and in_pieces and progressed_at <",
      "select organization_id, id from notifications where created_at <",
      "select organization_id, id from pending_deletions where since <",
      "select organization_id, id from pending_period_locks where since <",
      "select organization_id, id from recalculations where state in ('calculating', 'accepting')",
      "select organization_id, id from webhook_deliveries where finished_at <",
      "select organization_id, id from webhook_endpoints where deleted_at is not null",
      "select organization_id, id from webhook_events as e where created_at <",
      "select organization_id, id, state from recalculations where state = 'ready' and ready_at <",
      "select organization_id, id, entity_type from ingest_jobs where finished_at is null and operation <> 'delete'",
      "select organization_id, entity_type, record_id from pending_calculations where since <",
      "select organization_id, reading_id from reading_confirmations where since <",
      "select organization_id, coalesce(group_id, organization_id) as group_id, id from (",
      "select organization_id, group_id, id from (",
      "select organization_id, session_id, file_id from import_cleanups where due_at <=",
    ],
  },
  {
    reason: "sweeps delete old rows of all organizations, by the place of the rows",
    statements: [
      "delete from failed_contents where ctid = any(array(",
      "delete from idempotency_keys where ctid = any(array(",
      "delete from inbox where ctid = any(array(",
      "delete from open_requests where ctid = any(array(",
      "delete from outbox where ctid = any(array(",
      "delete from salary_reads where ctid = any(array(",
      "delete from token_buckets where ctid = any(array(",
    ],
  },
  {
    reason: "metrics count rows that wait, up to a limit",
    statements: [
      "select consumer, count(*)::int as letters from (select consumer from dead_letters limit",
      "select count(*)::int as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as age",
      "select o.*, (select count(*) from (select from deferred_events limit",
      "select p.*, (select count(*) from (select from ingest_jobs where finished_at is null limit",
      "select received_at from inbox where consumer = $1 order by received_at desc limit 1",
    ],
  },
  {
    reason: "a process that starts opens one secret for each of the keys under which secrets are stored",
    statements: [
      "select distinct on (substring(reply from 1 for 1 + get_byte(reply, 0))) organization_id, route, key, reply from idempotency_keys",
      "select distinct on (substring(sealed_secret from 1 for 1 + get_byte(sealed_secret, 0))) organization_id, id, sealed_secret",
    ],
  },
  {
    reason: "a probe for a database that was away reads any row",
    statements: ["select from token_buckets limit 1"],
  },
  {
    reason: "the organization is not known yet: a key or a person names it",
    statements: [
      "select k.organization_id from api_keys k where k.key_hash = hash",
      "select m.organization_id from members m where m.user_id = nullif(current_setting('app.user', true), '')::uuid",
    ],
  },
  {
    reason: "organizations of a group use the figures of another one, which asks for them before it deletes one",
    statements: ["select from custom_record_uses where owner_id = $1 and record_id = $2 limit 1"],
  },
];

export const isException = (text: string): boolean =>
  EXCEPTIONS.some(({ statements }) => statements.some((begin) => text.startsWith(begin)));
