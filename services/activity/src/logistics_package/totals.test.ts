import {
  LogisticsPackageService,
  LogisticsPackageStatus,
} from "@emissions/proto/activity/v1/logistics_package_service";
import { parse, plain } from "@emissions/quantity/decimal";
import fc from "fast-check";
import { expect, it } from "vitest";
import { actAs, activity, eachTest, us } from "../activity.fixture.ts";
import { enqueueLeg } from "../logistics_request/logistics_request.fixture.ts";
import { calculateLegs, legOf, ofLoad, removeLegs } from "./legs.fixture.ts";

eachTest();

const KEYS = ["P-1", "P-2"];
/** Positions of the legs that can repeat. */
const POSITIONS = 3;

const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => plain(parse(String(units)).div(1000)));
const step = fc.oneof(
  fc.record({
    op: fc.constant("store" as const),
    key: fc.constantFrom(...KEYS),
    at: fc.nat(POSITIONS - 1),
    km: amount,
  }),
  fc.record({ op: fc.constant("calculate" as const), pick: fc.nat(), co2e: fc.option(amount) }),
  fc.record({ op: fc.constant("delete" as const), pick: fc.nat() }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Known {
  id: string;
  revision: number;
  key: string;
  km: string;
  co2e: string | null;
}

const sum = (values: readonly string[]) => plain(values.map(parse).reduce((total, one) => total.plus(one), parse("0")));

/** The package as it follows from its legs. */
function expected(legs: readonly Known[], key: string) {
  const own = legs.filter((leg) => leg.key === key);
  const isCalculated = own.length > 0 && own.every(({ co2e }) => co2e !== null);
  return {
    packageKey: key,
    status: own.length > 0 ? LogisticsPackageStatus.ACTIVE : LogisticsPackageStatus.INACTIVE,
    distance: sum(own.map(({ km }) => km)),
    co2e: isCalculated ? sum(own.map(({ co2e }) => co2e!)) : undefined,
    legs: own.map(({ id }) => id),
  };
}

async function shown(key: string) {
  const { packages } = await activity.as(us, LogisticsPackageService).listLogisticsPackages({ packageKey: key });
  return packages.map(({ packageKey, status, totalDistanceKm, totalCo2e, detail }) => ({
    packageKey,
    status,
    distance: plain(parse(totalDistanceKm!.value)),
    co2e: totalCo2e && plain(parse(totalCo2e.value)),
    legs: detail.value!.items.map(({ id }) => id),
  }));
}

/** A leg of the model after a creation or a repeat. */
async function store(key: string, at: number, km: string): Promise<Known> {
  const { id } = await enqueueLeg(legOf({ packageKey: key, movementStretch: `${at}`, ...ofLoad("1", km) }));
  const stored = (await activity.rows<{ id: string; revision: number }>(us, "logistics_requests")).find(
    (row) => row.id === id,
  );
  return { id, revision: stored!.revision, key, km, co2e: null };
}

/** The legs of the model after all steps, in the order of their creation. */
async function run(steps: readonly Step[]): Promise<Known[]> {
  let legs: Known[] = [];
  for (const step of steps) {
    if (step.op === "store") {
      const leg = await store(step.key, step.at, step.km);
      const isRepeat = legs.some(({ id }) => id === leg.id);
      legs = isRepeat ? legs.map((known) => (known.id === leg.id ? leg : known)) : [...legs, leg];
      continue;
    }
    const picked = legs[step.pick % Math.max(legs.length, 1)];
    if (picked === undefined) continue;
    const { id: recordId, revision } = picked;
    if (step.op === "delete") {
      await removeLegs([recordId]);
      legs = legs.filter((leg) => leg !== picked);
    } else {
      await calculateLegs([
        { recordId, revision, ...(step.co2e === null ? { failed: "NOTHING_FITS" } : { co2e: step.co2e }) },
      ]);
      // A failure does not replace a number of the same revision.
      picked.co2e = step.co2e ?? picked.co2e;
    }
  }
  return legs;
}

it("a package is the sum of its legs after any creations, repeats, results and deletions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      actAs(await activity.organization());
      const legs = await run(steps);
      const used = KEYS.filter((key) => steps.some((one) => one.op === "store" && one.key === key));
      for (const key of used) expect(await shown(key)).toEqual([expected(legs, key)]);
    }),
    { numRuns: 15 },
  );
});
