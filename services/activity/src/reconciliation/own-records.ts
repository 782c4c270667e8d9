import type { Db, Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { type RecordTable, tableOf } from "../records/kind.ts";
import type { OwnRecord } from "./rules.ts";

const RECORDS_MAX = 1_000;
const ORGANIZATIONS_MAX = 100;

/** All organizations in the order of their ids. */
export async function* organizations(db: Db): AsyncGenerator<string> {
  let after = NIL_ID;
  let page: { organizationId: string }[];
  do {
    page = await db.systemWide(
      (tx) => tx<{ organizationId: string }[]>`
        select organization_id from organizations_after(${after}, ${ORGANIZATIONS_MAX})`,
    );
    for (const { organizationId } of page) yield organizationId;
    after = page.at(-1)?.organizationId ?? after;
  } while (page.length === ORGANIZATIONS_MAX);
}

/** Records of all kinds of one organization, in the order of their ids. */
export async function* ownRecords(db: Db, kinds: readonly RecordTable[], org: string): AsyncGenerator<OwnRecord> {
  let after = NIL_ID;
  let page: readonly OwnRecord[];
  do {
    page = await db.asService(org, ({ tx }) =>
      selectOwn(
        tx,
        kinds,
        (table) => tx`
        select ${columns(tx, table)} from ${tx(table)} r where r.organization_id = ${org} and r.id > ${after}
        order by r.id limit ${RECORDS_MAX}`,
      ),
    );
    yield* page;
    after = page.at(-1)?.recordId ?? after;
  } while (page.length === RECORDS_MAX);
}

/** The named records, as far as they exist. */
export async function selectNamed(
  tx: Tx,
  kinds: readonly RecordTable[],
  org: string,
  ids: readonly string[],
): Promise<Map<string, OwnRecord>> {
  const rows = await selectOwn(
    tx,
    kinds,
    (table) => tx`
    select ${columns(tx, table)} from ${tx(table)} r
    where r.organization_id = ${org} and r.id in (select unnest(${ids as string[]}::uuid[]))`,
  );
  return new Map(rows.map((row) => [row.recordId, row]));
}

const columns = (tx: Tx, table: string): Fragment => tx`
  r.id as record_id, ${table}::text as kind, r.revision, r.calculation_version as version,
  r.calculation_status::text as status, trim_scale(r.co2e)::text as co2e,
  coalesce(r.updated_at, r.created_at) as changed_at,
  exists (select from pending_calculations p
    where p.organization_id = r.organization_id and p.entity_type = ${table} and p.record_id = r.id) as pending`;

function selectOwn(tx: Tx, kinds: readonly RecordTable[], of: (table: string) => Fragment) {
  const all = kinds.map((kind) => tx`(${of(tableOf(kind))})`).reduce((a, b) => tx`${a} union all ${b}`);
  return tx<OwnRecord[]>`select * from (${all}) as own order by record_id limit ${RECORDS_MAX}`;
}
