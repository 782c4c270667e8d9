import { newId } from "@emissions/kit/process/id";
import { testDatabase } from "@emissions/testkit/database";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anyText } from "./filters.ts";
import { type ListQuery, parsePartialListQuery } from "./query.ts";
import { selectTotals } from "./totals.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase("activity", [new URL("../../migrations/", import.meta.url)]);
  await database.owner`create table things (organization_id uuid, id uuid, kind text, note int)`;
  await database.owner`grant select on things to emissions_activity`;
});
afterAll(() => database.drop());

const KINDS = ["a", "b", "c"];
const thing = fc.record({ n: fc.nat(15), kind: fc.constantFrom(...KINDS) });
/** Up to sixteen things, each with its kind. */
const setOfThings = fc.uniqueArray(thing, { selector: ({ n }) => n });
const ids = Array.from({ length: 16 }, () => newId());
const org = newId();
const principal = { organizationId: org, descendants: [] as string[] };

function queryOf(kinds: string[]): ListQuery {
  const list = { table: "things", filters: { kind: anyText("kind") }, order: [{ by: "id" }] } as const;
  return parsePartialListQuery<{ kind: string[] }>(list, { kind: kinds }, principal as never);
}

it("the filter hash is equal if and only if the filters and the set of matching rows are equal", async () => {
  const hashIn = async (things: { n: number; kind: string }[], kinds: string[]) => {
    const rows = things.map(({ n, kind }) => ({
      organization_id: org,
      id: ids[n]!,
      kind,
      note: (Math.random() * 1e6) | 0,
    }));
    await database.owner`delete from things`;
    if (rows.length > 0) await database.owner`insert into things ${database.owner(rows)}`;
    const query = queryOf(kinds);
    return (await database.sql.begin((tx) => selectTotals(tx as never, query))).filterHash;
  };
  const kindFilter = fc.uniqueArray(fc.constantFrom(...KINDS));
  const matchesOf = (things: { n: number; kind: string }[], kinds: string[]) =>
    JSON.stringify([
      [...kinds].sort(),
      things
        .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
        .map(({ n }) => n)
        .sort((a, b) => a - b),
    ]);
  await fc.assert(
    fc.asyncProperty(setOfThings, kindFilter, setOfThings, kindFilter, async (one, oneKinds, two, twoKinds) => {
      const same = matchesOf(one, oneKinds) === matchesOf(two, twoKinds);
      expect((await hashIn(one, oneKinds)) === (await hashIn(two, twoKinds))).toBe(same);
      // The order of rows and filters and the other columns do not matter.
      expect(await hashIn(one.toReversed(), oneKinds.toReversed())).toBe(await hashIn(one, oneKinds));
    }),
    { numRuns: 60 },
  );
});
