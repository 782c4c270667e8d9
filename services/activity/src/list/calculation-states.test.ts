import { WasteStatus, WasteStatusSchema } from "@emissions/proto/activity/v1/waste_service";
import { beforeAll, describe, expect, it } from "vitest";
import { anyStatus } from "./filters.ts";
import type { Common, List } from "./list.ts";
import { selectPage } from "./page.ts";
import { database, queryOf, read, setOrganization, us, useNewOrganization, withThings } from "./things.fixture.ts";
import { selectTotals } from "./totals.ts";

type Request = Pick<Common, "offset" | "limit"> & { status: WasteStatus[] };

const things: List<Request> = {
  table: "things",
  filters: { status: anyStatus(WasteStatusSchema) },
  pendingIndex: { entityType: "wastes", reason: "calculation_error_code" },
  order: [{ by: "day", descending: true }],
};
const { ACTIVE, ERROR, LOADING, UPLOADED } = WasteStatus;
const ROWS = 30_000;

withThings("n int, day date, calculation_status text, calculation_error_code text", async () => {
  await database.owner`create index on things (organization_id, day desc, id desc)`;
});

/** One in `oneIn` records failed, and one in `oneIn` waits. */
async function fill(oneIn: number) {
  useNewOrganization();
  await database.owner.begin(async (tx) => {
    await setOrganization(tx);
    await tx`
      insert into things (organization_id, n, day, calculation_status, calculation_error_code)
      select ${us}, n, '2020-01-01'::date + (n * 7919 % 1000),
        case n % ${oneIn}::int when 0 then 'failed' when 1 then 'pending' else 'calculated' end,
        case n % ${oneIn}::int when 0 then 'FACTOR_NOT_FOUND' end
      from generate_series(1, ${ROWS}::int) n`;
    await tx`
      insert into pending_calculations (organization_id, entity_type, record_id, revision)
      select organization_id, 'wastes', id, 1 from things
      where organization_id = ${us} and calculation_status = 'pending'`;
  });
}

const pageAndTotals = (status: WasteStatus[], window: { offset: number; limit: number }) =>
  read(async (tx) => {
    const query = queryOf(things, { status, ...window });
    const rows = await selectPage<{ n: number }>(tx, query);
    return { ns: rows.map(({ n }) => n), totals: await selectTotals(tx, query) };
  });

/** The expected page and total, from plain SQL. */
async function expected(texts: string[], { offset, limit }: { offset: number; limit: number }) {
  const { owner } = database;
  const rows = await owner<{ n: number }[]>`
    select n from things where organization_id = ${us} and calculation_status = any(${texts}::text[])
    order by day desc, id desc limit ${limit} offset ${offset}`;
  const [counted] = await owner<[{ total: number }]>`
    select count(*)::int as total from things
    where organization_id = ${us} and calculation_status = any(${texts}::text[])`;
  return { ns: rows.map(({ n }) => n), total: counted.total };
}

describe.each([
  ["few records", 100],
  ["more records than are looked up by id", 2],
])("when %s have no result", (_, oneIn) => {
  beforeAll(() => fill(oneIn));

  it.each<[status: WasteStatus[], ...texts: string[]]>([
    [[ACTIVE], "calculated"],
    [[ACTIVE, LOADING], "calculated", "pending"],
    [[ACTIVE, ERROR], "calculated", "failed"],
    [[LOADING], "pending"],
    [[LOADING, ERROR], "pending", "failed"],
    [[ERROR], "failed"],
    [[UPLOADED]],
    [[UPLOADED, ACTIVE], "calculated"],
  ])("pages and totals of status %j are correct at low and high offsets", async (status, ...texts) => {
    for (const offset of [0, 9_990, 10_010, 12_345, 14_990, 29_000]) {
      const correct = await expected(texts, { offset, limit: 30 });
      const { ns, totals } = await pageAndTotals(status, { offset, limit: 30 });
      expect(ns).toEqual(correct.ns);
      expect(totals).toMatchObject({ total: correct.total, totalCapped: false });
    }
  });
});
