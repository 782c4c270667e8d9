import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { isTransient } from "@emissions/kit/messages/transient";
import { NIL_ID } from "@emissions/kit/process/id";
import { Decimal } from "@emissions/quantity/decimal";
import { toWhole, wholeText } from "@emissions/quantity/whole";
import { selectImpacts } from "../calculation/queries.ts";
import { type Delta, Deltas } from "./deltas.ts";
import { addRows, selectTotals, type TotalRow } from "./queries.ts";

/** A row of the totals that is not the sum of the impacts. */
export interface Difference {
  period: "day" | "month";
  /** The day, or the first day of the month. */
  from: string;
  scope: number;
  category: string;
  /** Kilograms of CO2e. Equal if only the masses of gases differ. */
  expected: string;
  actual: string;
}

interface Verification {
  /** Corrects the totals. */
  repair: boolean;
  signal?: AbortSignal;
}

const ATTEMPTS_MAX = 5;
/** Pause after the first failed attempt; it grows. */
const PAUSE_MS = 200;
const RECORDS_MAX = 1_000;
const ORGANIZATIONS_MAX = 100;

/** Pages of organizations with records. */
export async function* organizations(db: Db): AsyncGenerator<string> {
  let after = NIL_ID;
  let page: { organizationId: string }[];
  do {
    page = await db.systemWide(
      (tx) => tx<{ organizationId: string }[]>`
        select organization_id from organizations_with_records(${after}, ${ORGANIZATIONS_MAX})`,
    );
    for (const { organizationId } of page) yield organizationId;
    after = page.at(-1)?.organizationId ?? after;
  } while (page.length === ORGANIZATIONS_MAX);
}

/**
 * Compares the totals of an organization with the impacts of its current records. Postgres refuses a repair if somebody
 * has changed the same totals since the comparison; both are then repeated.
 */
export async function verifyTotals(db: Db, org: string, verification: Verification): Promise<Difference[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await verifyOnce(db, org, verification);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isTransient(error)) throw error;
      await sleep(attempt * PAUSE_MS, undefined, verification.signal && { signal: verification.signal });
    }
  }
}

/** Reads pages of records in one snapshot. */
function verifyOnce(db: Db, org: string, { repair, signal }: Verification): Promise<Difference[]> {
  return db.asService(org, async (write) => {
    const { tx } = write;
    write.send(tx.unsafe("set transaction isolation level repeatable read"));
    const deltas = new Deltas();
    let after: string | undefined = NIL_ID;
    while (after !== undefined) {
      signal?.throwIfAborted();
      after = await addImpacts(tx, org, after, deltas);
    }
    const expected = deltas.totals();
    const days = await missing(tx, org, "day", expected.days);
    const months = await missing(tx, org, "month", expected.months);
    const differences = [...days, ...months];
    if (repair)
      await addRows(tx, org, { days: days.map(({ delta }) => delta), months: months.map(({ delta }) => delta) });
    await recordCheck(write, differences.length);
    return differences.map(({ difference }) => difference);
  });
}

/** Adds the impacts of the next counted records. Answers the last record, or undefined after the last page. */
async function addImpacts(tx: Tx, org: string, after: string, deltas: Deltas): Promise<string | undefined> {
  const records = await tx<{ recordId: string; revision: number }[]>`
    select record_id, revision from current_records
    where organization_id = ${org} and record_id > ${after} and state = 'counted'
    order by record_id limit ${RECORDS_MAX}`;
  for (const impact of await selectImpacts(tx, org, records)) if (impact.counted) deltas.add(impact);
  return records.length === RECORDS_MAX ? records.at(-1)!.recordId : undefined;
}

type Wholes = Delta["wholes"];
const ZEROS: Wholes = [0n, 0n, 0n, 0n, 0n];

/** The differences between the expected and the stored rows, and the changes that correct them. */
async function missing(tx: Tx, org: string, period: Difference["period"], expected: readonly Delta[]) {
  const rows = new Map(expected.map((row) => [keyOf(row), { row, expected: row.wholes, actual: ZEROS }]));
  for await (const page of selectTotals(tx, org, period)) {
    for (const total of page) {
      const actual = wholesOf(total);
      rows.set(keyOf(total), {
        row: { ...total, wholes: actual },
        expected: rows.get(keyOf(total))?.expected ?? ZEROS,
        actual,
      });
    }
  }
  return [...rows.values()].flatMap(({ row: { from, scope, category }, expected, actual }) => {
    const wholes = expected.map((whole, column) => whole - actual[column]!) as unknown as Wholes;
    if (wholes.every((whole) => whole === 0n)) return [];
    const at = { from, scope, category };
    const difference: Difference = { period, ...at, expected: wholeText(expected[0]), actual: wholeText(actual[0]) };
    return [{ difference, delta: { ...at, wholes } }];
  });
}

const keyOf = ({ from, scope, category }: Pick<Delta, "from" | "scope" | "category">) => `${from}/${scope}/${category}`;
const whole = (kg: string) => toWhole(new Decimal(kg));
const wholesOf = ({ co2eKg, co2Kg, ch4Kg, n2oKg, biogenicCo2Kg }: TotalRow): Wholes => [
  whole(co2eKg),
  whole(co2Kg),
  whole(ch4Kg),
  whole(n2oKg),
  whole(biogenicCo2Kg),
];

const recordCheck = ({ tx, org }: Write, differences: number) => tx`
  insert into total_checks (organization_id, checked_at, differences) values (${org}, now(), ${differences})
  on conflict (organization_id) do update set checked_at = excluded.checked_at, differences = excluded.differences`;
