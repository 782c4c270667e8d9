import { verifyTotals } from "@emissions/calc/total_impact/verify";
import { closePool, Db, openPool } from "@emissions/kit/db/transactions";
import { plain, ZERO } from "@emissions/quantity/decimal";
import { until } from "@emissions/testkit/poll";
import { expect } from "vitest";
import { checkLedger, digits, parsed } from "../ledger.ts";
import type { Home } from "./records.ts";

/** Years of drawn records, and of the ends of their periods. */
const YEARS = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026];
const GROUPINGS = ["scope", "category", "month", "gas", "ghg_category", "source", "quality"];
const WAIT_MS = 300_000;

interface Item extends Record<string, unknown> {
  co2e: string;
}

const yearOf = (year: number) => `start_date=${year}-01-01&end_date=${year}-12-31`;

async function totalsOf({ backend, as }: Home, query: string): Promise<{ total: string; items: Item[] }> {
  const { text, status } = await backend.call("GET", `/v1/total-impacts?${query}`, { as });
  expect([query, status, status === 200 ? "" : text]).toEqual([query, 200, ""]);
  const { total_co2e, items } = parsed(text);
  return { total: digits(total_co2e), items: items.map((item: Item) => ({ ...item, co2e: digits(item.co2e) })) };
}

const sumOf = (items: readonly Pick<Item, "co2e">[]) => plain(items.reduce((sum, { co2e }) => sum.plus(co2e), ZERO));

export const byCategory = (home: Home) =>
  Promise.all(YEARS.map((year) => totalsOf(home, `${yearOf(year)}&group_by=category`)));

/** Totals when no record waits for its result. Recharges take their legs out of totals some time after they are stored. */
export async function settled(home: Home) {
  let before = "";
  return until(
    "the totals stand",
    async () => {
      const { backend, as } = home;
      const waiting = YEARS.map(async (year) => {
        const { json } = await backend.call("GET", `/v1/total-impacts?${yearOf(year)}&coverage=true`, { as });
        return json.coverage?.waiting ?? 0;
      });
      if ((await Promise.all(waiting)).some((count) => count > 0)) return false;
      const totals = await byCategory(home);
      const text = JSON.stringify(totals);
      const stands = text === before;
      before = text;
      if (!stands) await new Promise((resolve) => setTimeout(resolve, 1_000));
      return stands && totals;
    },
    WAIT_MS,
  );
}

/** One total in all groupings, by both methods of scope 2; twelve months are the year; the ledger sums to it. */
export async function checkTotals(home: Home): Promise<void> {
  await settled(home);
  for (const year of YEARS) {
    for (const scope2 of ["market", "location"])
      for (const grouping of GROUPINGS) {
        const { total, items } = await totalsOf(home, `${yearOf(year)}&scope2=${scope2}&group_by=${grouping}`);
        expect([year, scope2, grouping, sumOf(items)]).toEqual([year, scope2, grouping, total]);
      }
    const { total } = await totalsOf(home, yearOf(year));
    const months = await Promise.all(monthsOf(year).map((month) => totalsOf(home, month)));
    expect([year, sumOf(months.map((month) => ({ co2e: month.total })))]).toEqual([year, total]);
    await checkLedger(home.backend, home.as, yearOf(year));
  }
  await checkStoredTotals(home);
}

const monthsOf = (year: number) =>
  Array.from({ length: 12 }, (_, month) => {
    const days = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)];
    const [first, last] = days.map((day) => new Date(day).toISOString().slice(0, 10));
    return `start_date=${first}&end_date=${last}`;
  });

/** As `npm run verify-totals`, for one organization. */
async function checkStoredTotals({ backend, as }: Home): Promise<void> {
  const pool = openPool({ DATABASE_URL: backend.adminUrl }, { schema: "calc", max: 1, applicationName: "relations" });
  try {
    expect(await verifyTotals(new Db(pool), as["x-organization-id"], { repair: false })).toEqual([]);
  } finally {
    await closePool(pool);
  }
}
