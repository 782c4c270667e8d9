import { TransportMode, TransportRouteStatus } from "@emissions/proto/activity/v1/transport_service";
import { parse, plain, ZERO } from "@emissions/quantity/decimal";
import fc from "fast-check";
import { expect, it } from "vitest";
import { eachTest } from "../activity.fixture.ts";
import {
  BY_AIR,
  BY_TRUCK,
  calculateParts,
  changeRoute,
  createRoute,
  getRoute,
  kms,
  routeOf,
} from "./transport.fixture.ts";

eachTest();

const RUNS = 15;

const section = fc.oneof(
  fc.constant(BY_AIR),
  fc.integer({ min: 1, max: 99_999 }).map((km) => ({ ...BY_TRUCK, ...kms(`${km}.000001`) })),
  fc.constant({ transportType: TransportMode.DO_NOT_KNOW, origin: "MAD", destination: "BCN" }),
);
const sections = fc.array(section, { minLength: 1, maxLength: 20 });
/** Kilograms with 12 decimals, as calc rounds them. */
const kilograms = fc
  .bigInt({ min: 0n, max: 10n ** 24n })
  .map((picograms) => plain(parse(`${picograms}`).times("1e-12")));

it("the emissions of the sections sum to those of the route, after any changes", async () => {
  const change = fc.record({ sections, parts: fc.array(kilograms, { minLength: 40, maxLength: 40 }) });
  const scenario = fc.array(change, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(scenario, async ([first, ...later]) => {
      const { id } = await createRoute(routeOf(...first!.sections));
      let revision = 0;
      for (const [at, { sections, parts }] of [first!, ...later].entries()) {
        if (at > 0) await changeRoute(id, { sections }, "sections");
        // Equal sections change nothing.
        const { status } = await getRoute(id);
        if (status === TransportRouteStatus.PENDING)
          await calculateParts(id, ++revision, parts.slice(0, 2 * sections.length));
        const route = await getRoute(id);
        const sum = route.sections.map(({ co2e }) => parse(co2e!.value)).reduce((all, one) => all.plus(one), ZERO);
        expect(plain(sum)).toBe(plain(parse(route.co2e!.value)));
        expect(route.sections.map(({ part }) => part)).toEqual(sections.map((_, index) => index + 1));
      }
    }),
    { numRuns: RUNS },
  );
});
