import { newId } from "@emissions/kit/process/id";
import { WasteStatus, WasteStatusSchema } from "@emissions/proto/activity/v1/waste_service";
import { testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyCalculationState } from "./filters.ts";
import type { List } from "./list.ts";
import { selectPage } from "./page.ts";
import { parsePartialListQuery } from "./query.ts";
import { selectTotals } from "./totals.ts";

interface Request {
  offset: number;
  limit: number;
  status: WasteStatus[];
}

const states = { waiting: "loading", failed: "error", succeeded: "active", reason: "error_code" };
const things: List<Request> = {
  table: "things",
  filters: { status: anyCalculationState("status", WasteStatusSchema, states) },
  pendingIndex: { entityType: "wastes", reason: "error_code" },
  order: [{ by: "day", descending: true }],
};
const { ACTIVE, ERROR, LOADING, UPLOADED } = WasteStatus;
const ROWS = 30_000;

/** A new one whenever the table is filled: places are remembered for an organization. */
let us: string;
let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase("activity", [new URL("../../migrations/", import.meta.url)]);
  const { owner } = database;
  await owner`create table things (organization_id uuid, id uuid default uuidv7(), n int, day date, status text,
    error_code text, primary key (organization_id, id))`;
  await owner`create index on things (organization_id, day desc, id desc)`;
  await owner`grant select on things to emissions_activity`;
});
afterAll(() => database.drop());

/** One in so many failed, and as many wait. */
async function fill(oneIn: number) {
  us = newId();
  await database.owner.begin(async (tx) => {
    await seenByUs(tx as never);
    await tx`
      insert into things (organization_id, n, day, status, error_code)
      select ${us}, n, '2020-01-01'::date + (n * 7919 % 1000),
        case n % ${oneIn}::int when 0 then 'error' when 1 then 'loading' else 'active' end,
        case n % ${oneIn}::int when 0 then 'FACTOR_NOT_FOUND' end
      from generate_series(1, ${ROWS}::int) n`;
    await tx`
      insert into pending_calculations (organization_id, entity_type, record_id, revision)
      select organization_id, 'wastes', id, 1 from things where organization_id = ${us} and status = 'loading'`;
  });
}

const seenByUs = (tx: typeof database.sql) => tx`
  select set_config('app.organization', ${us}, true), set_config('app.organizations', ${`{${us}}`}, true)`;

async function found(status: WasteStatus[], { offset, limit }: { offset: number; limit: number }) {
  const asked = parsePartialListQuery(things, { status, offset, limit }, {
    organizationId: us,
    descendants: [],
  } as never);
  return database.sql.begin(async (tx) => {
    await seenByUs(tx as never);
    const rows = await selectPage<{ n: number }>(tx as never, asked);
    return { ns: rows.map(({ n }) => n), numbers: await selectTotals(tx as never, asked) };
  });
}

/** What is right, worked out by the database without any of what is tested. */
async function expected(texts: string[], { offset, limit }: { offset: number; limit: number }) {
  const { owner } = database;
  const rows = await owner<{ n: number }[]>`
    select n from things where organization_id = ${us} and status = any(${texts}::text[])
    order by day desc, id desc limit ${limit} offset ${offset}`;
  const [numbers] = await owner<[{ total: number }]>`
    select count(*)::int as total from things where organization_id = ${us} and status = any(${texts}::text[])`;
  return { ns: rows.map(({ n }) => n), total: numbers.total };
}

describe.each([
  ["few", 100],
  ["more than are looked up by id", 2],
])("where %s have no result", (_, oneIn) => {
  beforeAll(() => fill(oneIn));

  it.each([
    [[ACTIVE], ["active"]],
    [
      [ACTIVE, LOADING],
      ["active", "loading"],
    ],
    [
      [ACTIVE, ERROR],
      ["active", "error"],
    ],
    [[LOADING], ["loading"]],
    [
      [LOADING, ERROR],
      ["loading", "error"],
    ],
    [[ERROR], ["error"]],
    [[UPLOADED], []],
    [[UPLOADED, ACTIVE], ["active"]],
  ])("those with a status of %j are on their pages, near and far, and counted", async (status, texts) => {
    for (const offset of [0, 9_990, 10_010, 12_345, 14_990, 29_000]) {
      const right = await expected(texts, { offset, limit: 30 });
      const { ns, numbers } = await found(status, { offset, limit: 30 });
      expect(ns).toEqual(right.ns);
      expect(numbers).toMatchObject({ total: right.total, totalCapped: false });
    }
  });
});
