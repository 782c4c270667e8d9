import type { Tx } from "@emissions/kit/db/transactions";
import type { GivenPrice } from "./prices.ts";
import type { GivenRate } from "./rates.ts";

interface GivenFile {
  kind: string;
  name: string;
  sha256: string;
  by: string;
  added: number;
  corrected: number;
}

/** The number of the file, which is the revision of the given figures. */
export async function insertFile(tx: Tx, { kind, name, sha256, by, added, corrected }: GivenFile): Promise<number> {
  const [row] = await tx<[{ file: number }]>`
    insert into given_files (kind, name, sha256, given_by, added, corrected)
    values (${kind}, ${name}, ${sha256}, ${by}, ${added}, ${corrected}) returning file`;
  return row.file;
}

/** A correction stays one: a later value of the same day must not give way to the catalogue again. */
export async function insertRates(tx: Tx, file: number, rates: readonly GivenRate[]): Promise<void> {
  await tx`
    insert into given_rates (currency, day, file, units_per_euro, corrects)
    select currency, day::date, ${file}::int, rate::numeric, corrects::boolean
    from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::text[],
      ${rates.map(({ rate }) => rate)}::text[], ${rates.map(({ known }) => String(known !== undefined))}::text[])
      as given (currency, day, rate, corrects)`;
}

export async function insertPrices(tx: Tx, file: number, prices: readonly GivenPrice[]): Promise<void> {
  await tx`
    insert into given_prices (country, year, series, file, value, basis, corrects)
    select country, year::smallint, series, ${file}::int, value::numeric, basis, corrects::boolean
    from unnest(${prices.map(({ country }) => country)}::text[], ${prices.map(({ year }) => String(year))}::text[],
      ${prices.map(({ series }) => series)}::text[], ${prices.map(({ value }) => value)}::text[],
      ${prices.map(({ basis }) => basis)}::text[], ${prices.map(({ known }) => String(known !== undefined))}::text[])
      as given (country, year, series, value, basis, corrects)`;
}
