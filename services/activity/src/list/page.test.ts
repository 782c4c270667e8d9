import { newId } from "@emissions/kit/process/id";
import { testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyText } from "./filters.ts";
import type { List } from "./list.ts";
import { selectPage } from "./page.ts";
import { parsePartialListQuery } from "./query.ts";
import { selectTotals } from "./totals.ts";

interface Request {
  page: number;
  size: number;
  offset: number;
  limit: number;
  search: string;
  sort: string[];
  includeChildren: boolean;
  kind: string[];
}

const things: List<Request> = {
  table: "things",
  search: "search_text",
  filters: { kind: anyText("kind") },
  order: [{ by: "day", descending: true }],
  sorts: { weight: { by: "weight", nullable: true } },
};
const [us, child] = [newId(), newId()];
const ROWS = 26_000;

let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase("activity", [new URL("../../migrations/", import.meta.url)]);
  const { owner } = database;
  await owner`create table things (organization_id uuid, id uuid default uuidv7(), n int, day date, kind text,
    weight numeric, search_text text, primary key (organization_id, id))`;
  await owner`create index on things (organization_id, day desc, id desc)`;
  await owner`grant select on things to emissions_activity`;
  await owner`
    insert into things (organization_id, n, day, kind, weight, search_text)
    select case when n % 10 = 0 then ${child}::uuid else ${us}::uuid end, n, '2020-01-01'::date + (n * 7919 % 1000),
      case when n % 2 = 0 then 'even' else 'odd' end, nullif(n % 5, 0),
      plain_text(case n % 1000 when 1 then 'Año ' else 'Thing ' end || n)
    from generate_series(1, ${ROWS}) n`;
  await owner`analyze things`;
});
afterAll(() => database.drop());

const asked = (request: Partial<Request>) =>
  parsePartialListQuery(things, request, { organizationId: us, descendants: [child] } as never);
const rowsOf = (request: Partial<Request>) =>
  database.sql.begin((tx) => selectPage<{ n: number }>(tx as never, asked(request))) as unknown as Promise<
    { n: number }[]
  >;
const ns = async (request: Partial<Request>) => (await rowsOf(request)).map(({ n }) => n);

/** What the order is, worked out by the database without any of what is tested. */
async function expected(orgs: string[], { kind, from, size }: { kind?: string; from: number; size: number }) {
  const rows = await database.owner<{ n: number }[]>`
    select n from things where organization_id = any(${orgs}::uuid[]) and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by day desc, id desc limit ${size} offset ${from}`;
  return rows.map(({ n }) => n);
}

describe("a page", () => {
  it.each([1, 7, 200, 201, 202, 410, 467, 468, 469])(
    "of fifty is number %i of the whole, asked once and again",
    async (page) => {
      const right = await expected([us], { from: (page - 1) * 50, size: 50 });
      expect(await ns({ page, size: 50 })).toEqual(right);
      expect(await ns({ page, size: 50 })).toEqual(right);
    },
  );

  it.each([0, 9_999, 10_001, 19_990, 23_390])("begins at offset %i of a group", async (offset) => {
    const right = await expected([us, child], { from: offset, size: 30 });
    expect(await ns({ offset, limit: 30, includeChildren: true })).toEqual(right);
    expect(await ns({ offset, limit: 30, includeChildren: true })).toEqual(right);
  });

  it.each([
    ["own rows", false, 11_000],
    ["a group", true, 15_000],
  ])("behind 10,000 %s reads what lies before it, and not the whole list", async (_, includeChildren, most) => {
    // A filter that nobody asked for yet, so that nobody has been on the way.
    const request = { offset: 10_100, limit: 30, kind: ["odd", "even", `${most}`], includeChildren };
    const read = await database.sql.begin(async (tx) => {
      // Of this connection since it last told its numbers.
      const soFar = async () => {
        const [{ rows }] = await tx<[{ rows: number }]>`
          select pg_stat_get_xact_tuples_returned('things_organization_id_day_id_idx'::regclass)::int as rows`;
        return rows;
      };
      const before = await soFar();
      await selectPage(tx as never, asked(request));
      return (await soFar()) - before;
    });
    expect(read).toBeGreaterThan(10_000);
    expect(read).toBeLessThan(most);
  });

  it("that lies deep in a list knows the filter", async () => {
    const right = await expected([us], { kind: "odd", from: 12_900, size: 100 });
    expect(await ns({ page: 130, size: 100, kind: ["odd"] })).toEqual(right);
    expect(await ns({ page: 131, size: 100, kind: ["odd"] })).toEqual([]);
    expect(await ns({ page: 130, size: 100, kind: ["even"] })).toEqual([]);
  });

  it("has rows without a value last, whichever way it is sorted", async () => {
    const weights = async (sort: string, offset: number) =>
      (await rowsOf({ sort: [sort], offset, limit: 2 })).map((row) => (row as unknown as { weight: string }).weight);
    expect(await weights("weight", 0)).toEqual(["1", "1"]);
    expect(await weights("-weight", 0)).toEqual(["4", "4"]);
    for (const sort of ["weight", "-weight"]) expect(await weights(sort, 23_398)).toEqual([null, null]);
  });
});

describe("a search", () => {
  it("finds frequent words among the first rows, and rare ones wherever they are", async () => {
    expect(await ns({ search: "THING", size: 50, page: 2 })).toHaveLength(50);
    const rare = await ns({ search: "ano", size: 100, page: 1 });
    expect(rare.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 26 }, (_, i) => i * 1_000 + 1));
    expect(await ns({ search: "ano", size: 20, page: 2 })).toEqual(rare.slice(20));
    expect(await ns({ search: "ano 25001", size: 20, page: 1, includeChildren: true })).toEqual([25_001]);
    expect(await ns({ search: "nowhere" })).toEqual([]);
  });
});

describe("the numbers", () => {
  const numbers = (request: Partial<Request>) => database.sql.begin((tx) => selectTotals(tx as never, asked(request)));

  it("end at 250,000, say so, and come without a hash", async () => {
    expect(await numbers({ kind: ["odd"] })).toMatchObject({ total: ROWS / 2, totalCapped: false });
    await database.owner`
      insert into things (organization_id, n, day, kind) select ${us}, n, '2019-01-01', 'many' from generate_series(1, 250000) n`;
    expect(await numbers({ kind: ["many"] })).toMatchObject({ total: 250_000, totalCapped: false });
    expect((await numbers({ kind: ["many"] })).filterHash).toMatch(/^[0-9a-f]{16}$/);
    await database.owner`insert into things (organization_id, n, day, kind) values (${us}, 0, '2019-01-01', 'many')`;
    expect(await numbers({ kind: ["many"] })).toEqual({ total: 250_000, totalCapped: true, filterHash: "" });
  });
});
