import { readCsv } from "@emissions/imports/table/csv/csv";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { expect } from "vitest";
import type { Backend, Caller } from "./backend.ts";

export type CsvRow = Record<string, string | null>;

/** The rows of a csv file, by the keys in its first line. */
export async function csvRows(bytes: ArrayBuffer): Promise<CsvRow[]> {
  const rows: (readonly unknown[])[] = [];
  for await (const some of (await readCsv(Buffer.from(bytes), { fileName: "a.csv" })).rows)
    rows.push(...some.map(({ cells }) => cells));
  const [keys, ...values] = rows as (string | null)[][];
  return values.map((cells) => Object.fromEntries(keys!.map((key, at) => [key, cells[at] || null])));
}

export async function ledgerOf(backend: Backend, as: Caller, query: string): Promise<CsvRow[]> {
  const answer = await fetch(`${backend.urls.gateway}/v2/inventory/ledger?${query}`, { headers: as });
  expect([query, answer.status]).toEqual([query, 200]);
  return csvRows(await answer.arrayBuffer());
}

const sumOf = (rows: readonly CsvRow[], column: string) =>
  plain(rows.reduce((sum, row) => sum.plus(row[column] ?? 0), ZERO));
export const digits = (json: unknown) => plain(new Decimal(String(json)));

/** Compares the ledger with inventory and totals, by either method of scope 2. Returns its rows. */
export async function checkLedger(backend: Backend, as: Caller, query: string): Promise<CsvRow[]> {
  const rows = await ledgerOf(backend, as, query);
  const exact = async (path: string) => parsed((await backend.call("GET", path, { as })).text);
  const statement = await exact(`/v2/inventory?${query}`);
  for (const method of ["market", "location"]) {
    const column = `co2e_${method}_based`;
    const totals = await exact(`/v1/total-impacts?${query}&scope2=${method}&group_by=category`);
    const sums = [...Map.groupBy(rows, ({ scope, category }) => `${scope} ${category}`)]
      .map(([name, own]) => [name, sumOf(own, column)])
      .filter(([, sum]) => sum !== "0");
    const expected = totals.items.map((item: CsvRow) => [`${item.scope} ${item.category}`, digits(item.co2e)]);
    expect(sums.sort()).toEqual(expected.sort());
    expect(sumOf(rows, column)).toBe(digits(totals.total_co2e));
    expect(sumOf(rows, column)).toBe(digits(statement[`total_${method}_based`]));
  }
  return rows;
}

/** JSON whose numbers are texts with all their digits. */
export const parsed = (text: string) =>
  JSON.parse(text, ((_: string, value: unknown, { source }: { source?: string }) =>
    typeof value === "number" ? source : value) as (key: string, value: unknown) => unknown);
