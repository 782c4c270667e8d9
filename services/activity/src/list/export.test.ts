import { NIL_ID } from "@emissions/kit/process/id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { EXPORTED_MAX } from "./export-size.ts";
import { anyText } from "./filters.ts";
import type { Common, List } from "./list.ts";
import { selectList } from "./page.ts";
import { child, database, queryOf, read, us, withThings } from "./things.fixture.ts";

type Request = Pick<Common, "page" | "size" | "sort" | "includeChildren" | "after"> & { kind: string[] };
interface Row {
  id: string;
  n: number;
}

const things: List<Request> = {
  table: "things",
  filters: { kind: anyText("kind") },
  order: [{ by: "day", descending: true }],
};
const SIZE = 250;

withThings("n int, day date, kind text");

const insert = (from: number, to: number, org = us) => database.owner`
  insert into things (organization_id, n, day, kind)
  select ${org}, n, '2020-01-01'::date + n % 7, case when n % 2 = 0 then 'even' else 'odd' end
  from generate_series(${from}::int, ${to}::int) n`;

beforeEach(async () => {
  await database.owner`truncate things`;
});

/** All rows of an export. `between` runs before each page but the first. */
async function exported(request: Partial<Request>, between: (page: number) => Promise<unknown> = async () => {}) {
  const all: Row[] = [];
  for (let page = 0, after = NIL_ID; ; page += 1) {
    if (page > 0) await between(page);
    const { rows } = await read((tx) => selectList<Row>(tx, queryOf(things, { ...request, size: SIZE, after })));
    all.push(...rows);
    if (rows.length < SIZE) return all.map(({ n }) => n);
    after = rows.at(-1)!.id;
  }
}

describe("an export", () => {
  it("has every row that matches once, in the order of ids, with the totals on its first page", async () => {
    await insert(1, 1_201);
    await insert(5_001, 5_010, child);
    expect(await exported({})).toEqual(Array.from({ length: 1_201 }, (_, at) => at + 1));
    expect(await exported({ kind: ["even"] })).toHaveLength(600);
    expect(await exported({ includeChildren: true })).toHaveLength(1_211);
    const totalsAfter = async (after: string) =>
      (await read((tx) => selectList<Row>(tx, queryOf(things, { size: SIZE, after })))).total;
    const [first] = await database.owner<Row[]>`select id from things order by id limit 1`;
    expect([await totalsAfter(NIL_ID), await totalsAfter(first!.id)]).toEqual([1_201, 0]);
  });

  it("has each row that stays exactly once while others are inserted, changed and deleted", async () => {
    await insert(1, 2_000);
    const found = await exported({}, async (page) => {
      await insert(10_000 * page, 10_000 * page + 30);
      await database.owner`delete from things where n % 10 = 3 and n <= 2000 and n % 8 = ${page % 8}`;
      await database.owner`update things set day = '2031-01-01'::date - ${page}::int where n % 3 = 0`;
    });
    expect(new Set(found).size).toBe(found.length);
    const staying = Array.from({ length: 2_000 }, (_, at) => at + 1).filter((n) => n % 10 !== 3);
    expect(staying.filter((n) => !found.includes(n))).toEqual([]);
  });

  it("is refused before its first row when it has too many", async () => {
    await insert(1, EXPORTED_MAX + 1);
    expect(await refusalOf(exported({}))).toMatchObject({ code: "TOO_MANY_ROWS" });
  });

  it("refuses a position that is no id, and pages above 250 rows", async () => {
    const ask = (request: Partial<Request>) => read((tx) => selectList<Row>(tx, queryOf(things, request)));
    expect((await refusalOf(ask({ after: "x" }))).violations).toEqual(["body.after type_error.uuid"]);
    expect((await refusalOf(ask({ after: NIL_ID, size: SIZE + 1 }))).violations).toHaveLength(1);
  });
});
