import { verify } from "@emissions/cli/verify/record";
import { Decimal } from "@emissions/quantity/decimal";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import { catalogueOf, type Unit } from "../support/random-records/catalogue.ts";
import { kindsOf } from "../support/random-records/kinds.ts";
import { addFacilities, sender } from "../support/random-records/owners.ts";
import { inUnit, partOf, withoutUnits } from "../support/random-records/parts.ts";
import {
  change,
  type Drawn,
  drawn,
  type Explained,
  explained,
  type Home,
  homeOf,
  isCovered,
  type Recorded,
  store,
  stored,
} from "../support/random-records/records.ts";
import { byCategory, checkTotals, settled } from "../support/random-records/totals.ts";
import { downloaded, importedTable } from "../support/round-trip.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** `npm run verify:random` has more. */
const RECORDS = Number(process.env.VERIFIED_RECORDS ?? 0);
const PER_KIND = 4;
const SEED = Number(process.env.VERIFIED_SEED ?? 37);
/** Kilograms that rounding one impact to 12 decimals may differ. */
const ROUNDING = new Decimal("0.0000000000005");
/** Conversions have 34 digits. */
const CONVERTED = "1e-30";
/** A few fuels of vehicles of the short run. */
const FUELS_STEP = RECORDS > 0 ? 1 : 8;
const LIMIT_MS = 3_600_000;

let units: readonly Unit[];
let records: Recorded[];
let homes: Home[];
let base: Home;
let results: Explained[];

beforeAll(async () => {
  const backends = await Promise.all([1, 2, 3].map(() => sharedBackend()));
  const as = backends[0]!.caller("nordics");
  const facilities = await addFacilities(sender(backends[0]!, as));
  const catalogue = await catalogueOf(backends[0]!, as, facilities.get("@facility GB")!);
  units = catalogue.units;
  const vehicleFuels = catalogue.vehicleFuels.filter((_, at) => at % FUELS_STEP === 0);
  const kinds = kindsOf({ ...catalogue, vehicleFuels });
  homes = [];
  // All are in Spain, so that the same records have the same factors.
  for (const backend of backends)
    for (const slug of ["holding", "iberia"]) homes.push(await homeOf(backend, slug, vehicleFuels));
  base = homes[0]!;
  const perKind = Math.max(PER_KIND, Math.ceil(RECORDS / kinds.length));
  const all = drawn(kinds, { perKind, seed: SEED });
  const { recorded, refusals } = await stored(base, all);
  expect(refusals.slice(0, refusals.length > all.length / 8 ? undefined : 0)).toEqual([]);
  results = await explained(base, recorded);
  records = recorded;
}, LIMIT_MS);

const kgOf = ({ explanation: { co2e } }: Explained) => new Decimal(co2e ?? 0);
const nameOf = ({ kind, body }: Drawn) => `${kind.name} ${JSON.stringify(body)}`;
/** The factors of all parts, with their editions. */
const factorsOf = ({ explanation: { parts, factor } }: Explained) =>
  JSON.stringify([factor, ...parts.map((part) => [part.part, part.start_date, part.factor])]);

/** Kilograms are those of the record, but for the rounding of its impacts. */
function differences(
  kilograms: readonly Decimal[],
  names: readonly Drawn[],
  of: readonly Explained[],
  roundings: number,
) {
  return kilograms.flatMap((kg, at) => {
    const whole = kgOf(of[at]!);
    const allowed = ROUNDING.times(roundings * of[at]!.explanation.impacts.length).plus(whole.abs().times(CONVERTED));
    return kg.minus(whole).abs().lte(allowed) ? [] : [`${nameOf(names[at]!)}: ${kg}, not ${whole}`];
  });
}

const problemsOf = (names: readonly Drawn[], all: readonly Explained[]) =>
  all.flatMap(({ explanation }, at) =>
    verify(explanation).problems.map((problem) => `${nameOf(names[at]!)}: ${problem}`),
  );

describe("random records of all kinds", () => {
  it("have explanations that the verifier recalculates, all equal, and each kind is calculated", () => {
    expect(problemsOf(records, results)).toEqual([]);
    const calculated = records.filter((_, at) => results[at]!.explanation.impacts.length > 0);
    const missing = new Set(records.map(({ kind }) => kind.name)).difference(
      new Set(calculated.map(({ kind }) => kind.name)),
    );
    expect([...missing]).toEqual([]);
    expect(calculated.length).toBeGreaterThan(records.length / 2);
  });

  it(
    "have one total in all groupings, twelve months as the year, and a ledger that sums to it",
    async () => {
      await checkTotals(base);
    },
    LIMIT_MS,
  );

  it(
    "have the same emissions and totals in another order, and after a change and back",
    async () => {
      const other = homes[2]!;
      const backwards = await store(other, records.toReversed());
      const again = (await explained(other, backwards)).reverse();
      expect(again.map((one) => kgOf(one).toFixed())).toEqual(results.map((one) => kgOf(one).toFixed()));
      const [expected, reversed] = [await settled(base), await settled(other)];
      expect(reversed).toEqual(expected);
      const changing = backwards.filter(
        ({ kind, body }) => kind.change !== "none" && partOf({ kind, body }, 0) !== null,
      );
      for (const record of changing) await change(other, record, partOf(record, 0)!.body);
      await explained(other, changing);
      expect(await settled(other)).not.toEqual(expected);
      for (const record of changing) await change(other, record, record.body);
      await explained(other, changing);
      expect(await settled(other)).toEqual(expected);
    },
    LIMIT_MS,
  );

  it(
    "that are split in two have the same emissions, but for rounding",
    async () => {
      const places = [...records.keys()].filter((at) => partOf(records[at]!, 0) !== null);
      const [whole, of] = [places.map((at) => records[at]!), places.map((at) => results[at]!)];
      const parts = await Promise.all(
        ([0, 1] as const).map(async (at) => {
          const home = homes[3 + at]!;
          return explained(
            home,
            await store(
              home,
              whole.map((record) => partOf(record, at)!),
            ),
          );
        }),
      );
      const sums = whole.map((_, at) => kgOf(parts[0]![at]!).plus(kgOf(parts[1]![at]!)));
      expect(differences(sums, whole, of, 3)).toEqual([]);
      for (const part of parts)
        expect(part.map(({ explanation }) => explanation.status)).toEqual(
          of.map(({ explanation }) => explanation.status),
        );
    },
    LIMIT_MS,
  );

  it(
    "in another unit have the same emissions, where the same factor applies",
    async () => {
      const places = [...records.keys()].filter((at) => inUnit(records[at]!, units, at) !== null);
      const home = homes[5]!;
      const { recorded, refusals, accepted } = await stored(
        home,
        places.map((at) => inUnit(records[at]!, units, at)!),
      );
      expect(refusals.filter((text) => !/unit_not_allowed|UNIT_NOT_ALLOWED/.test(text))).toEqual([]);
      const after = await explained(home, recorded);
      const before = accepted.map((at) => results[places[at]!]!);
      const same = [...after.keys()].filter((at) => factorsOf(after[at]!) === factorsOf(before[at]!));
      const names = same.map((at) => recorded[at]!);
      expect(
        differences(
          same.map((at) => kgOf(after[at]!)),
          names,
          same.map((at) => before[at]!),
          2,
        ),
      ).toEqual([]);
      const kinds = new Set(records.flatMap(({ kind }) => (kind.unit === undefined ? [] : [kind.name])));
      expect(
        [...kinds.difference(new Set(names.map(({ kind }) => kind.name)))].filter((name) => !withoutUnits.has(name)),
      ).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "that are exported and imported have the same totals",
    async () => {
      const theirs = homes[1]!;
      const expected = await settled(base);
      const tables = new Map(records.map(({ kind }) => [kind.template, kind.list]));
      for (const [template, list] of tables) {
        const file = await downloaded(base.backend, base.as, `${list}?format=csv`, `${template}.csv`);
        await importedTable(theirs.backend, theirs.as, template, file);
      }
      await until(
        "the totals of the import",
        async () => JSON.stringify(await byCategory(theirs)) === JSON.stringify(expected),
        30_000,
      ).catch(() => undefined);
      expect(await settled(theirs)).toEqual(expected);
    },
    LIMIT_MS,
  );

  it(
    "have equal explanations and totals when certificates cover electricity",
    async () => {
      const isElectric = ({ kind }: Drawn) => kind.name === "invoices of electricity";
      const invoices = records.filter(isElectric);
      const covered: Recorded[] = [];
      for (const invoice of invoices) if (await isCovered(base, invoice)) covered.push(invoice);
      expect(covered.length).toBeGreaterThan(0);
      const after = await explained(base, covered);
      expect(after.some(({ explanation }) => explanation.parts.some(({ certificate }) => certificate))).toBe(true);
      expect(problemsOf(covered, after)).toEqual([]);
      await checkTotals(base);
    },
    LIMIT_MS,
  );
});
