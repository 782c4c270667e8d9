import { group, groupFactor, type RevisionFields, record } from "@emissions/factors/selection/custom/custom.fixture";
import { newId } from "@emissions/kit/process/id";
import { type Fraction, fraction, plus, round, textOf, times } from "@emissions/quantity/oracle";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

const YEAR = 2024;
const GWP = {
  AR4: { co2: "1", ch4: "25", n2o: "298" },
  AR5: { co2: "1", ch4: "28", n2o: "265" },
  AR6: { co2: "1", ch4: "27.9", n2o: "273" },
};
/** Methane of a biogenic factor is not fossil. Only AR6 tells the origins apart. */
const NON_FOSSIL_CH4 = { AR4: "25", AR5: "28", AR6: "27" };
const GASES = { simple: ["co2e"], advanced: ["co2", "ch4", "n2o"], full: ["co2e", "co2", "ch4", "n2o"] } as const;

interface Case {
  kind: "record" | "group";
  tag: keyof typeof GASES;
  isBiogenic: boolean;
  /** kg of co2e and co2, g of ch4 and n2o. Only the gases of the tag count. */
  values: Record<"co2e" | "co2" | "ch4" | "n2o", string>;
  quantity: string;
  gwpSet: keyof typeof GWP;
  category: string;
}

/** A decimal of at most so many digits, with the point at any position, or with leading zeros after it. */
const decimal = (digits: number, decimals: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }), fc.integer({ min: 0, max: decimals }))
    .map(([whole, places]) => {
      const text = whole.toString().padStart(places + 1, "0");
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    });
const value = () =>
  fc.oneof(
    decimal(8, 8),
    decimal(30, 30).filter((text) => text.split(".")[0]!.length <= 12),
  );
const cases = fc.array(
  fc.record<Case>({
    kind: fc.constantFrom("record", "group"),
    tag: fc.constantFrom("simple", "advanced", "full"),
    isBiogenic: fc.boolean(),
    values: fc.record({ co2e: value(), co2: value(), ch4: value(), n2o: value() }),
    quantity: decimal(12, 6),
    gwpSet: fc.constantFrom("AR4", "AR5", "AR6"),
    category: fc.constantFrom("purchases", "combustion", "electricity", "wastes"),
  }),
  { minLength: 20, maxLength: 40 },
);

async function activityOf(org: string, { kind, tag, isBiogenic, values, quantity, gwpSet, category }: Case) {
  const unitId = services.unitId("kg");
  const gases = Object.fromEntries(GASES[tag].map((gas) => [gas, values[gas]]));
  const own: RevisionFields = { unitId, tag, isBiogenic: isBiogenic && tag !== "simple", gases };
  const shared = { quantity, unitId, day: `${YEAR}-05-17`, gwpSet, category };
  if (kind === "record") {
    const pinned = { recordId: await record(services.db, org, [own]), revision: 1, organizationId: org };
    const value = { $typeName: "emissions.factors.v1.CustomRecordSelector" as const, ...pinned };
    return { ...shared, selector: { case: "customRecord", value } } satisfies Activity;
  }
  const groupId = await group(services.db, org);
  await groupFactor(services.db, org, groupId, own);
  const pinned = { groupId, revision: 2, organizationId: org, unitMustMatch: true };
  const value = { $typeName: "emissions.factors.v1.CustomGroupSelector" as const, ...pinned };
  return { ...shared, selector: { case: "customGroup", value } } satisfies Activity;
}

/** Expected kilograms by the rules of each tag, as exact fractions. */
function expected({ tag, isBiogenic, values, quantity, gwpSet }: Case) {
  const apart = isBiogenic && tag !== "simple";
  const given = new Set<string>(GASES[tag]);
  const perUnit = (gas: keyof Case["values"], scale: string) => times(fraction(values[gas]), fraction(scale));
  const kg = { co2: perUnit("co2", "1"), ch4: perUnit("ch4", "0.001"), n2o: perUnit("n2o", "0.001") };
  const gwp = { ...GWP[gwpSet], ...(apart && { ch4: NON_FOSSIL_CH4[gwpSet] }) };
  const weigh = (gases: readonly ("co2" | "ch4" | "n2o")[]) =>
    gases.map((gas) => times(kg[gas], fraction(gwp[gas]))).reduce(plus);
  const weighed = weigh(apart ? ["ch4", "n2o"] : ["co2", "ch4", "n2o"]);
  const co2e = given.has("co2e") && !apart ? fraction(values.co2e) : weighed;
  const mass = (of: Fraction, known: boolean) => (known ? textOf(round(times(fraction(quantity), of), 12)) : undefined);
  return {
    co2e: mass(co2e, true)!,
    co2: mass(kg.co2, given.has("co2") && !apart),
    ch4: mass(kg.ch4, given.has("ch4")),
    n2o: mass(kg.n2o, given.has("n2o")),
    biogenicCo2: mass(kg.co2, apart),
  };
}

describe("gases of custom factors", () => {
  it("have exact impacts and totals for every tag, gas, GWP set and category", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(cases, async (these) => {
        const org = newId();
        const activities = await Promise.all(these.map((each) => activityOf(org, each)));
        const ids = await services.store(org, activities);
        let sum = fraction("0");
        for (const [at, each] of these.entries()) {
          const { co2e, impacts, errorCode } = await services.explain(org, ids[at]!);
          const [impact] = impacts;
          const found = {
            co2e: impact?.co2e?.value,
            co2: impact?.co2?.value,
            ch4: impact?.ch4?.value,
            n2o: impact?.n2o?.value,
            biogenicCo2: impact?.biogenicCo2?.value,
          };
          const right = expected(each);
          expect([errorCode, found, co2e?.value]).toEqual([undefined, right, right.co2e]);
          sum = plus(sum, fraction(right.co2e));
          seen.add(`${each.kind} ${each.tag} ${each.isBiogenic}`);
        }
        expect(await services.total(org, `${YEAR}-01-01`, `${YEAR}-12-31`)).toBe(textOf(times(sum, fraction("0.001"))));
      }),
      { numRuns: 20, endOnFailure: true },
    );
    expect(seen.size).toBe(12);
  });
});
