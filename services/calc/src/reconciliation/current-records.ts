import type { Db, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { organizations } from "../total_impact/verify.ts";

/** The current revision of a record in calc. Texts and names are part of the commands: activity reads them. */
export interface CurrentRecord {
  organizationId: string;
  recordId: string;
  /** `absent`: calc has never seen the record. */
  state: "counted" | "left_out" | "deleted" | "absent";
  revision: number;
  version: number;
  /** "calculated" or "failed". Null for a deleted record. */
  status: string | null;
  /** Kilograms, without zeros at the end. */
  co2e: string | null;
  /** When the result was stored. */
  calculatedAt: Date | null;
}

/** A period that calc holds as locked. */
export interface LockLine {
  organizationId: string;
  periodLockId: string;
  startDate: string;
  endDate: string;
}

const RECORDS_MAX = 1_000;

const selectRecords = (tx: Tx, org: string, { after, ids }: { after?: string; ids?: readonly string[] }) => tx<
  CurrentRecord[]
>`
  select c.organization_id, c.record_id, c.state, c.revision, c.version, k.status, trim_scale(k.co2e_kg)::text as co2e,
    k.calculated_at
  from current_records c left join calculations k using (organization_id, record_id, revision, version)
  where c.organization_id = ${org}
    and ${ids === undefined ? tx`c.record_id > ${after ?? NIL_ID}` : tx`c.record_id = any(${ids as string[]}::uuid[])`}
  order by c.record_id limit ${RECORDS_MAX}`;

/** All records of all organizations, in the order of organization and record. */
export async function* currentRecords(db: Db): AsyncGenerator<readonly CurrentRecord[]> {
  for await (const org of organizations(db)) {
    let after = NIL_ID;
    let page: readonly CurrentRecord[];
    do {
      page = await db.asService(org, ({ tx }) => selectRecords(tx, org, { after }));
      yield page;
      after = page.at(-1)?.recordId ?? after;
    } while (page.length === RECORDS_MAX);
  }
}

export const lockedPeriods = (db: Db, org: string): Promise<LockLine[]> =>
  db.asService(
    org,
    ({ tx }) => tx<LockLine[]>`
      select organization_id, id as period_lock_id, start_date, end_date from locked_periods
      where organization_id = ${org} and released_at is null order by id`,
  );

/** The named records of one organization, at most RECORDS_MAX. */
export async function namedRecords(db: Db, org: string, ids: readonly string[]): Promise<CurrentRecord[]> {
  const found = await db.asService(org, ({ tx }) => selectRecords(tx, org, { ids }));
  const byId = new Map(found.map((record) => [record.recordId, record]));
  return ids.map(
    (recordId) =>
      byId.get(recordId) ?? {
        organizationId: org,
        recordId,
        state: "absent",
        revision: 0,
        version: 0,
        status: null,
        co2e: null,
        calculatedAt: null,
      },
  );
}
