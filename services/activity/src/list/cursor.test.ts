import { NEXT_CURSOR, PAGE_CURSOR } from "@emissions/kit/wire/headers";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { withCursor } from "./cursor.ts";
import { anyText } from "./filters.ts";
import type { Common, List } from "./list.ts";
import { selectPage } from "./page.ts";
import { child, database, queryOf, read, us, useNewOrganization, withThings } from "./things.fixture.ts";

type Request = Pick<Common, "page" | "size" | "search" | "sort" | "includeChildren"> & { kind: string[] };

const things: List<Request> = {
  table: "things",
  search: "search_text",
  filters: { kind: anyText("kind") },
  order: [{ by: "day", descending: true }],
  sorts: { name: (tx) => tx`lower(name)`, amount: "amount", weight: { by: "weight", nullable: true } },
};
const SIZE = 7;

withThings("n int, day date, name text, amount numeric, weight numeric, kind text, search_text text", () =>
  database.owner`create index on things (organization_id, day desc, id desc)`.then(() => {}),
);

/** Days, names and amounts repeat. */
const insert = (from: number, to: number, org = us) => database.owner`
  insert into things (organization_id, n, day, name, amount, weight, kind, search_text)
  select ${org}, n, '2020-01-01'::date + n % 3, 'Ünit "' || n % 4 || chr(9) || '\', n % 5 + 0.10, nullif(n % 4, 0),
    case when n % 2 = 0 then 'even' else 'odd' end, plain_text('thing ' || n)
  from generate_series(${from}::int, ${to}::int) n`;

beforeEach(async () => {
  await database.owner`truncate things`;
  useNewOrganization();
});

/** A page, and the cursor of the next one. */
async function pageAt(cursor: string | null, request: Partial<Request> = {}) {
  const requestHeader = new Headers(cursor === null ? {} : { [PAGE_CURSOR]: cursor });
  const call = { requestHeader, responseHeader: new Headers() };
  const query = withCursor(queryOf(things, { page: 1, size: SIZE, ...request }), call);
  const rows = await read((tx) => selectPage<{ n: number }>(tx, query));
  return { rows, next: call.responseHeader.get(NEXT_CURSOR) };
}

/** The rows of all pages. `between` runs before each page but the first. */
async function walked(request: Partial<Request> = {}, between: () => Promise<unknown> = async () => {}) {
  const all: number[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 100; pages += 1) {
    if (pages > 0) await between();
    const { rows, next } = await pageAt(cursor, request);
    all.push(...rows.map(({ n }) => n));
    if (next === null) return all;
    cursor = next;
  }
  throw new Error("The walk does not end");
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b);
const refusal = (cursor: string, request: Partial<Request> = {}) => refusalOf(pageAt(cursor, request));
const refused = { code: "REQUEST_VALIDATION_FAILED", violations: ["query.cursor value_error.cursor"] };

describe("a walk by cursors", () => {
  it.each<[string, Partial<Request>]>([
    ["the order of the list", {}],
    ["texts", { sort: ["name"] }],
    ["numbers, descending", { sort: ["-amount"] }],
    ["several values", { sort: ["amount", "name"] }],
    ["values that can be missing", { sort: ["weight"] }],
    ["values that can be missing, descending", { sort: ["-weight", "-name"] }],
    ["a value that can be missing, last", { sort: ["name", "weight"] }],
    ["both directions", { sort: ["amount", "-name", "weight"] }],
    ["missing values of organizations below", { sort: ["weight"], includeChildren: true }],
    ["organizations below", { includeChildren: true }],
    ["a search", { search: "thing" }],
  ])("has the rows of the pages once, by %s", async (_, request) => {
    await insert(1, 30);
    await insert(31, 40, child);
    const whole = await pageAt(null, { ...request, size: 100 });
    expect(whole.rows.length).toBe(request.includeChildren ? 40 : 30);
    expect(await walked(request)).toEqual(whole.rows.map(({ n }) => n));
  });

  it.each<[string, Partial<Request>]>([
    ["descending", {}],
    ["ascending", { sort: ["name"] }],
  ])("has each row once that exists all the time, while others come and go, %s", async (_, request) => {
    await insert(1, 60);
    await insert(1_001, 1_030);
    let more = 2_000;
    let removed = 1_000;
    const all = await walked(request, async () => {
      await insert(more, more + 4);
      more += 5;
      removed += 3;
      await database.owner`delete from things where n between 1001 and ${removed}`;
    });
    expect(sorted(all.filter((n) => n <= 60))).toEqual(range(1, 60));
    expect(new Set(all).size).toBe(all.length);
  });

  it("of a list sorted by equal keys follows the first of them", async () => {
    await insert(1, 30);
    const { rows } = await pageAt(null, { sort: ["amount", "name"], size: 100 });
    expect(await walked({ sort: ["amount", "name", "-amount", "-name"] })).toEqual(rows.map(({ n }) => n));
  });

  it("goes on after a row that is deleted", async () => {
    await insert(1, 20);
    const { rows, next } = await pageAt(null);
    await database.owner`delete from things where n = ${rows.at(-1)!.n}`;
    const second = await pageAt(next);
    expect(rows.map(({ n }) => n)).not.toContain(second.rows[0]!.n);
    expect(second.rows).toHaveLength(SIZE);
  });

  it("begins at any page, and changes its size", async () => {
    await insert(1, 20);
    const whole = (await pageAt(null, { size: 100 })).rows.map(({ n }) => n);
    const { next } = await pageAt(null, { page: 2 });
    expect((await pageAt(next, { size: 3 })).rows.map(({ n }) => n)).toEqual(whole.slice(14, 17));
  });

  it("reads of a far page its own rows", async () => {
    await insert(1, 5_000);
    await database.owner`analyze things`;
    let cursor: string | null = null;
    for (let pages = 0; pages < 49; pages += 1) cursor = (await pageAt(cursor, { size: 100 })).next;
    const call = { requestHeader: new Headers({ [PAGE_CURSOR]: cursor! }), responseHeader: new Headers() };
    const rowsReadByPage = await read(async (tx) => {
      // Statistics of this transaction.
      const rowsRead = async () => {
        const [{ rows }] = await tx<[{ rows: number }]>`
          select pg_stat_get_xact_tuples_returned('things_organization_id_day_id_idx'::regclass)::int as rows`;
        return rows;
      };
      const before = await rowsRead();
      await selectPage(tx, withCursor(queryOf(things, { page: 1, size: 100 }), call));
      return (await rowsRead()) - before;
    });
    expect(rowsReadByPage).toBeGreaterThanOrEqual(100);
    expect(rowsReadByPage).toBeLessThan(200);
  });
});

describe("a cursor", () => {
  const forged = (cursor: string, change: (values: string[]) => unknown) => {
    const values = JSON.parse(Buffer.from(cursor, "base64url").toString()) as string[];
    return Buffer.from(JSON.stringify(change(values))).toString("base64url");
  };

  it("of another filter, order, view or organization is refused", async () => {
    await insert(1, 20);
    const next = (await pageAt(null)).next!;
    for (const other of [{ kind: ["odd"] }, { sort: ["amount"] }, { includeChildren: true }]) {
      expect(await refusal(next, other)).toMatchObject(refused);
    }
    useNewOrganization();
    expect(await refusal(next)).toMatchObject(refused);
  });

  it("that is no cursor is refused", async () => {
    await insert(1, 20);
    const next = (await pageAt(null)).next!;
    const changed = [
      ...["", "x", "bnVsbA", "e30", "W10", "WzEsMiwzXQ", "A".repeat(5_000), `${next}A`, `${next}=`, next.slice(1)],
      forged(next, ([digest, ...key]) => [digest, ...key.toReversed()]),
      forged(next, ([digest, , id]) => [digest, "2020-01-01", id]),
      forged(next, (values) => values.slice(0, 2)),
      forged(next, (values) => [...values, "x"]),
      forged(next, ([digest]) => [digest, "a\0", "b"]),
      forged(next, (values) => ({ values })),
    ];
    for (const cursor of changed) expect(await refusal(cursor)).toMatchObject(refused);
  });

  it("with a right digest and values of other types is refused", async () => {
    await insert(1, 20);
    const query = queryOf(things, { page: 1, size: SIZE });
    for (const key of [
      [null, null],
      ["2020-01-01", null],
      ["no day", us],
      ["2020-01-01", "no id"],
      ["2020-99-01", us],
    ]) {
      const call = { requestHeader: new Headers(), responseHeader: new Headers() };
      withCursor(query, call).cursors!.showNext(key);
      expect(await refusal(call.responseHeader.get(NEXT_CURSOR)!)).toMatchObject(refused);
    }
  });
});
