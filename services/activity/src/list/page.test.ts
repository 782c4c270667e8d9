import { describe, expect, it } from "vitest";
import { anyText } from "./filters.ts";
import type { Common, List } from "./list.ts";
import { selectPage } from "./page.ts";
import { child, database, queryOf, read, us, withThings } from "./things.fixture.ts";
import { selectTotals } from "./totals.ts";

type Request = Pick<Common, "page" | "size" | "offset" | "limit" | "search" | "sort" | "includeChildren"> & {
  kind: string[];
};

const things: List<Request> = {
  table: "things",
  search: "search_text",
  filters: { kind: anyText("kind") },
  order: [{ by: "day", descending: true }],
  sorts: { weight: { by: "weight", nullable: true } },
};
const ROWS = 26_000;

withThings("n int, day date, kind text, weight numeric, search_text text", async () => {
  const { owner } = database;
  await owner`create index on things (organization_id, day desc, id desc)`;
  await owner`
    insert into things (organization_id, n, day, kind, weight, search_text)
    select case when n % 10 = 0 then ${child}::uuid else ${us}::uuid end, n, '2020-01-01'::date + (n * 7919 % 1000),
      case when n % 2 = 0 then 'even' else 'odd' end, nullif(n % 5, 0),
      plain_text(case n % 1000 when 1 then 'Año ' else 'Thing ' end || n)
    from generate_series(1, ${ROWS}) n`;
  await owner`analyze things`;
});

const rowsOf = (request: Partial<Request>) =>
  read((tx) => selectPage<{ n: number; weight: string | null }>(tx, queryOf(things, request)));
const ns = async (request: Partial<Request>) => (await rowsOf(request)).map(({ n }) => n);

/** The expected rows, from plain SQL. */
async function expected(orgs: string[], { kind, from, size }: { kind?: string; from: number; size: number }) {
  const rows = await database.owner<{ n: number }[]>`
    select n from things where organization_id = any(${orgs}::uuid[]) and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by day desc, id desc limit ${size} offset ${from}`;
  return rows.map(({ n }) => n);
}

describe("a page", () => {
  it.each([1, 7, 200, 201, 202, 410, 467, 468, 469])(
    "with number %i and 50 rows has the rows at its offset, also from a checkpoint",
    async (page) => {
      const correct = await expected([us], { from: (page - 1) * 50, size: 50 });
      expect(await ns({ page, size: 50 })).toEqual(correct);
      expect(await ns({ page, size: 50 })).toEqual(correct);
    },
  );

  it.each([0, 9_999, 10_001, 19_990, 23_390])("of a group view has the rows at offset %i", async (offset) => {
    const correct = await expected([us, child], { from: offset, size: 30 });
    expect(await ns({ offset, limit: 30, includeChildren: true })).toEqual(correct);
    expect(await ns({ offset, limit: 30, includeChildren: true })).toEqual(correct);
  });

  it.each([
    ["own rows", false, 11_000],
    ["rows of a group", true, 15_000],
  ])("after 10,000 %s reads only the rows before it", async (_, includeChildren, most) => {
    // No other test has this filter, so it has no checkpoints.
    const request = { offset: 10_100, limit: 30, kind: ["odd", "even", `${most}`], includeChildren };
    const rowsReadByPage = await read(async (tx) => {
      // Statistics of this transaction.
      const rowsRead = async () => {
        const [{ rows }] = await tx<[{ rows: number }]>`
          select pg_stat_get_xact_tuples_returned('things_organization_id_day_id_idx'::regclass)::int as rows`;
        return rows;
      };
      const before = await rowsRead();
      await selectPage(tx, queryOf(things, request));
      return (await rowsRead()) - before;
    });
    expect(rowsReadByPage).toBeGreaterThan(10_000);
    expect(rowsReadByPage).toBeLessThan(most);
  });

  it("at a high offset respects the filter", async () => {
    const correct = await expected([us], { kind: "odd", from: 12_900, size: 100 });
    expect(await ns({ page: 130, size: 100, kind: ["odd"] })).toEqual(correct);
    expect(await ns({ page: 131, size: 100, kind: ["odd"] })).toEqual([]);
    expect(await ns({ page: 130, size: 100, kind: ["even"] })).toEqual([]);
  });

  it("has rows without a value last in both directions", async () => {
    const weights = async (sort: string, offset: number) =>
      (await rowsOf({ sort: [sort], offset, limit: 2 })).map(({ weight }) => weight);
    expect(await weights("weight", 0)).toEqual(["1", "1"]);
    expect(await weights("-weight", 0)).toEqual(["4", "4"]);
    for (const sort of ["weight", "-weight"]) expect(await weights(sort, 23_398)).toEqual([null, null]);
  });
});

describe("a search", () => {
  it("finds frequent words and rare words, and pages through the matches", async () => {
    expect(await ns({ search: "THING", size: 50, page: 2 })).toHaveLength(50);
    const rare = await ns({ search: "ano", size: 100, page: 1 });
    expect(rare.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 26 }, (_, i) => i * 1_000 + 1));
    expect(await ns({ search: "ano", size: 20, page: 2 })).toEqual(rare.slice(20));
    expect(await ns({ search: "ano 25001", size: 20, page: 1, includeChildren: true })).toEqual([25_001]);
    expect(await ns({ search: "nowhere" })).toEqual([]);
  });
});

describe("the totals", () => {
  const totals = (request: Partial<Request>) => read((tx) => selectTotals(tx, queryOf(things, request)));

  it("are capped at 250,000 matches and then have no hash", async () => {
    expect(await totals({ kind: ["odd"] })).toMatchObject({ total: ROWS / 2, totalCapped: false });
    await database.owner`
      insert into things (organization_id, n, day, kind) select ${us}, n, '2019-01-01', 'many' from generate_series(1, 250000) n`;
    expect(await totals({ kind: ["many"] })).toMatchObject({ total: 250_000, totalCapped: false });
    expect((await totals({ kind: ["many"] })).filterHash).toMatch(/^[0-9a-f]{16}$/);
    await database.owner`insert into things (organization_id, n, day, kind) values (${us}, 0, '2019-01-01', 'many')`;
    expect(await totals({ kind: ["many"] })).toEqual({ total: 250_000, totalCapped: true, filterHash: "" });
  });
});
