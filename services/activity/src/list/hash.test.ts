import { newId } from "@emissions/kit/process/id";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "./filters.ts";
import { database, queryOf, read, us, withThings } from "./things.fixture.ts";
import { selectTotals } from "./totals.ts";

withThings("kind text, note int");

const KINDS = ["a", "b", "c"];
const thing = fc.record({ n: fc.nat(15), kind: fc.constantFrom(...KINDS) });
/** Up to sixteen things, each with its kind. */
const setOfThings = fc.uniqueArray(thing, { selector: ({ n }) => n });
const ids = Array.from({ length: 16 }, () => newId());
const list = { table: "things", filters: { kind: anyText("kind") }, order: [{ by: "id" }] } as const;

it("the filter hash is equal if and only if the filters and the set of matching rows are equal", async () => {
  const hashIn = async (things: { n: number; kind: string }[], kinds: string[]) => {
    const rows = things.map(({ n, kind }) => {
      return { organization_id: us, id: ids[n]!, kind, note: (Math.random() * 1e6) | 0 };
    });
    await database.owner`delete from things`;
    if (rows.length > 0) await database.owner`insert into things ${database.owner(rows)}`;
    return (await read((tx) => selectTotals(tx, queryOf(list, { kind: kinds })))).filterHash;
  };
  const kindFilter = fc.uniqueArray(fc.constantFrom(...KINDS));
  const matchesOf = (things: { n: number; kind: string }[], kinds: string[]) => {
    const matches = things.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
    return JSON.stringify([kinds.toSorted(), matches.map(({ n }) => n).sort((a, b) => a - b)]);
  };
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
