import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber } from "@emissions/kit/wire/enum";
import { outOfRange } from "@emissions/kit/wire/errors";
import { CertificateTechnologySchema, CertificateTypeSchema } from "@emissions/proto/activity/v1/certificate";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { MWH_DECIMALS } from "../coverage/rules.ts";
import type { Days } from "../ownership/boundary.ts";
import { type RecordTable, tableOf } from "../records/kind.ts";

/** Instruments that differ, times numbers of days. */
const INSTRUMENTS_MAX = 5_000;

interface InstrumentRow {
  type: string;
  technology: string;
  vintage: number;
  country: string;
  registry: string | null;
  plant: string | null;
  emissionRate: string | null;
  mwh: string;
  /** Days of the invoice in the year of the certificate, and those within the range. */
  days: number;
  ownDays: number;
}

const selectInstruments = (tx: Tx, { startDate, endDate }: Days) => tx<InstrumentRow[]>`
  select c.type, c.technology, y.vintage, c.country, c.registry, c.plant, c.emission_rate, sum(m.mwh) as mwh,
    d.days, least(d.last, ${endDate}) - greatest(d.first, ${startDate}) + 1 as own_days
  from certificate_matches m
  join certificates c on c.organization_id = m.organization_id and c.id = m.certificate_id
  join invoices i on i.organization_id = m.organization_id and i.id = m.invoice_id
  cross join lateral (select extract(year from c.production_start_date)::int as vintage) y
  cross join lateral (
    select greatest(i.start_date, make_date(y.vintage, 1, 1)) as first,
      least(i.end_date, make_date(y.vintage, 12, 31)) as last) p
  cross join lateral (select p.first, p.last, p.last - p.first + 1 as days) d
  where m.organization_id = any (visible_organizations()) and d.first <= ${endDate} and d.last >= ${startDate}
  group by c.type, c.technology, y.vintage, c.country, c.registry, c.plant, c.emission_rate, d.days, own_days
  order by c.type, c.technology, y.vintage, c.country, c.registry, c.plant, c.emission_rate, d.days, own_days
  limit ${INSTRUMENTS_MAX + 1}`;

/** Equal certificates together, whatever the days of their invoices are. */
export async function instrumentsOf(tx: Tx, range: Days) {
  const rows = await selectInstruments(tx, range);
  if (rows.length > INSTRUMENTS_MAX)
    throw outOfRange("INVENTORY_TOO_LARGE", `The statement has more than ${INSTRUMENTS_MAX} groups of certificates.`);
  const keyOf = ({ mwh, days, ownDays, ...instrument }: InstrumentRow) => JSON.stringify(Object.values(instrument));
  return [...Map.groupBy(rows, keyOf).values()].map((same) => {
    const { type, technology, vintage, country, registry, plant, emissionRate } = same[0]!;
    const mwh = same.reduce((sum, row) => sum.plus(new Decimal(row.mwh).times(row.ownDays).div(row.days)), ZERO);
    return {
      type: enumNumber(CertificateTypeSchema, type),
      technology: enumNumber(CertificateTechnologySchema, technology),
      vintage,
      country,
      ...(registry !== null && { registry }),
      ...(plant !== null && { plant }),
      ...(emissionRate !== null && { emissionRate: { value: plain(new Decimal(emissionRate)) } }),
      mwh: { value: plain(mwh.toDecimalPlaces(MWH_DECIMALS)) },
    };
  });
}

/** Records that have emissions on days of the range, with and without a document. Kinds without records are left out. */
export async function evidenceCounts(tx: Tx, kinds: readonly RecordTable[], { startDate, endDate }: Days) {
  const counts = await Promise.all(
    kinds.map(async ({ entityType }) => {
      const table = tableOf({ entityType });
      const [days] = await tx<[{ firstDay: string; lastDay: string }]>`select * from emission_days(${table})`;
      // Expressions of the migrations over columns of the table.
      const { firstDay, lastDay } = days;
      const [row] = await tx<[{ withFile: number; records: number }]>`
        select (count(*) filter (where file_id is not null or file_url is not null))::int as with_file,
          count(*)::int as records
        from ${tx(table)} r
        where r.organization_id = any (visible_organizations())
          and ${tx.unsafe(firstDay)} <= ${endDate} and ${tx.unsafe(lastDay)} >= ${startDate}`;
      return { entityType, withFile: row.withFile, withoutFile: row.records - row.withFile };
    }),
  );
  return counts.filter(({ withFile, withoutFile }) => withFile + withoutFile > 0);
}
