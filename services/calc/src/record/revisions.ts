import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { RecordVersion } from "../calculation/queries.ts";
import type { Coverage, Outcome } from "../total_impact/coverage.ts";

/** The state of the current revision of a record. `left_out` means excluded from totals. */
export interface Revision {
  recordId: string;
  revision: number;
  state: "counted" | "left_out" | "deleted";
  /** Null for a deleted record, and for one that no range includes. */
  coverage: Coverage | null;
}

/** A row of `current_records`. */
interface CurrentRow extends Omit<Revision, "coverage"> {
  /** Of the calculation whose impacts are in the totals. */
  version: number;
  /** Null with the three other fields, if no coverage counts the record. */
  outcome: Outcome | null;
  startDate: string;
  endDate: string;
  marks: string;
}

export interface Claims {
  /** Records whose new revision is current from now on. */
  accepted: Set<string>;
  /** Former revisions whose impacts must be subtracted from the totals. */
  superseded: RecordVersion[];
  /** The coverage of the former revisions, by record. */
  uncovered: Map<string, Coverage>;
  /** Records whose revision was current already: the sender repeats the message because it misses the result. */
  repeated: Set<string>;
}

/**
 * Makes newer revisions current. Older revisions that arrive late are in none of the three results. The rows stay
 * locked, so that two replicas never apply the same record to the totals. Both steps lock rows in the order of the key.
 * A transaction in the second step never waits for one in the first, so no deadlock can occur.
 */
export async function claimRevisions(tx: Tx, org: string, revisions: readonly Revision[]): Promise<Claims> {
  const claims: Claims = { accepted: new Set(), superseded: [], uncovered: new Map(), repeated: new Set() };
  for (const { recordId } of await insertCurrent(tx, org, revisions)) claims.accepted.add(recordId);
  const rest = revisions.filter(({ recordId }) => !claims.accepted.has(recordId));
  if (rest.length === 0) return claims;

  const current = new Map((await lockCurrent(tx, org, rest)).map((row) => [row.recordId, row]));
  const newer: Revision[] = [];
  for (const revision of rest) {
    const before = current.get(revision.recordId)!;
    if (revision.revision > before.revision) {
      newer.push(revision);
      claims.accepted.add(revision.recordId);
      if (before.state === "counted") claims.superseded.push(before);
      if (before.state !== "deleted" && before.outcome !== null) {
        const { outcome, startDate, endDate, marks } = before;
        claims.uncovered.set(revision.recordId, { outcome, startDate, endDate, marks });
      }
    } else if (revision.revision === before.revision && before.state !== "deleted") {
      claims.repeated.add(revision.recordId);
    }
  }
  if (newer.length > 0) await updateCurrent(tx, org, newer);
  return claims;
}

/** Keeps only the newest revision of each record. */
export function newest<R extends { recordId: string; revision: number }>(records: readonly R[]): R[] {
  const byId = new Map<string, R>();
  for (const record of records) {
    const known = byId.get(record.recordId);
    if (known === undefined || known.revision < record.revision) byId.set(record.recordId, record);
  }
  return [...byId.values()];
}

const insertCurrent = (tx: Tx, org: string, revisions: readonly Revision[]) => tx<{ recordId: string }[]>`
  insert into current_records (organization_id, record_id, revision, state, outcome, start_date, end_date, marks)
  select ${org}::uuid, r.* from ${rowsOf(tx, revisions)} order by r.record_id
  on conflict do nothing
  returning record_id`;

const lockCurrent = (tx: Tx, org: string, revisions: readonly Revision[]) => tx<CurrentRow[]>`
  select record_id, revision, version, state, outcome, start_date, end_date, marks from current_records
  where organization_id = ${org} and record_id = any (${plainColumn(revisions.map(({ recordId }) => recordId))}::uuid[])
  order by record_id
  for update`;

/** Every row exists. An upsert finds rows by the primary key even with outdated statistics; an update may not. */
const updateCurrent = (tx: Tx, org: string, revisions: readonly Revision[]) => tx`
  insert into current_records (organization_id, record_id, revision, state, outcome, start_date, end_date, marks)
  select ${org}::uuid, r.* from ${rowsOf(tx, revisions)} order by r.record_id
  on conflict (organization_id, record_id) do update set
    revision = excluded.revision, version = 0, state = excluded.state, outcome = excluded.outcome,
    start_date = excluded.start_date, end_date = excluded.end_date, marks = excluded.marks`;

const rowsOf = (tx: Tx, revisions: readonly Revision[]) => tx`
  unnest(
    ${plainColumn(revisions.map(({ recordId }) => recordId))}::uuid[],
    ${plainColumn(revisions.map(({ revision }) => revision))}::int[],
    ${column(revisions.map(({ state }) => state))}::text[],
    ${column(revisions.map(({ coverage }) => coverage?.outcome ?? null))}::text[],
    ${plainColumn(revisions.map(({ coverage }) => coverage?.startDate ?? null))}::date[],
    ${plainColumn(revisions.map(({ coverage }) => coverage?.endDate ?? null))}::date[],
    ${column(revisions.map(({ coverage }) => coverage?.marks ?? null))}::text[]
  ) as r (record_id, revision, state, outcome, start_date, end_date, marks)`;
