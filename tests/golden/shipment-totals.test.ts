import { create } from "@bufbuild/protobuf";
import { activity, eachTest } from "@emissions/activity/activity.fixture";
import { kinds } from "@emissions/activity/kinds";
import { TOCS } from "@emissions/activity/records/freight.fixture";
import { resultConsumer } from "@emissions/activity/records/results";
import { newId } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import {
  LogisticsRequestService,
  LogisticsRequestStatus,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { type Fraction, fraction, plus, textOf, times } from "@emissions/quantity/oracle";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());
eachTest(() => {
  activity.context.preview = async (_, inputs) => {
    const caller = services.calc.by(servicePrincipal(newId()));
    return (await services.calc.calculations.previewCalculations({ records: [...inputs] }, caller)).results;
  };
});

const RUNS = 10;
const NAMES = [TOCS.vanDiesel.toc, TOCS.truckDiesel.toc];

/** A leg; legs of one shipment and type replace each other. */
interface NewLeg {
  toc: number;
  load: number;
  shipment: number | null;
}

type Step =
  | { do: "create" | "enqueue"; leg: NewLeg }
  | { do: "createMany" | "enqueueMany"; legs: NewLeg[] }
  | { do: "delete" | "deleteMany"; at: number }
  | { do: "deleteByFilter"; toc: number };

const toc = fc.nat({ max: NAMES.length - 1 });
const at = fc.nat({ max: 20 });
const leg: fc.Arbitrary<NewLeg> = fc.record({
  toc,
  load: fc.integer({ min: 1, max: 10 ** 9 }),
  shipment: fc.option(fc.nat({ max: 3 })),
});
const legs = fc.array(leg, { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("create", "enqueue"), leg }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("createMany", "enqueueMany"), legs }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("delete", "deleteMany"), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteByFilter"), toc }) },
) as fc.Arbitrary<Step>;

/** One organization that ships goods, and the services between which its events travel. */
async function shipper() {
  const own = await activity.organization();
  const org = own.organizationId;
  const requests = activity.as(own, LogisticsRequestService);
  const handled = { stored: 0, deleted: 0, results: (await services.calc.announced()).length };
  const list = async (filter: object = {}) => {
    const page = await requests.listLogisticsRequests({ ...filter, size: 100 });
    expect(page.total).toBe(page.logisticsRequests.length);
    return page.logisticsRequests;
  };

  /** Delivers all events between activity and calc. */
  async function settle(): Promise<void> {
    const stored = (await activity.events(own, RecordsStoredSchema)).slice(handled.stored);
    const deleted = (await activity.events(own, RecordsDeletedSchema)).slice(handled.deleted);
    handled.stored += stored.length;
    handled.deleted += deleted.length;
    for (const value of stored) await services.calc.deliver(RecordsStoredSchema, [{ org, value: value as never }]);
    for (const value of deleted) await services.calc.deliver(RecordsDeletedSchema, [{ org, value: value as never }]);
    const results = (await services.calc.announced()).slice(handled.results);
    handled.results += results.length;
    for (const one of results) {
      const event = create(RecordsCalculatedSchema, { results: one });
      await activity.db.asService(org, (write) => resultConsumer(kinds).handle(write, [event]));
    }
  }

  const valuesOf = ({ toc, load, shipment }: NewLeg) => ({
    toc: NAMES[toc]!,
    load: { value: `${load / 1000}` },
    distanceKm: { value: "203" },
    shipmentDate: "2025-03-30",
    ...(shipment !== null && { movementId: `SHIP-${shipment}` }),
  });

  async function run(step: Step): Promise<void> {
    const present = (await list()).map(({ id }) => id).sort();
    switch (step.do) {
      case "create":
        return void (await requests.createLogisticsRequest(valuesOf(step.leg)));
      case "enqueue":
        return void (await requests.enqueueLogisticsRequest(valuesOf(step.leg)));
      case "createMany":
        return void (await requests.createLogisticsRequests({ records: step.legs.map(valuesOf) }));
      case "enqueueMany":
        return void (await requests.enqueueLogisticsRequests({ records: step.legs.map(valuesOf) }));
      case "delete":
        if (present.length > 0) await requests.deleteLogisticsRequest({ id: present[step.at % present.length]! });
        return;
      case "deleteMany":
        if (present.length > 1) await requests.deleteLogisticsRequests({ ids: present.slice(0, 1 + (step.at % 3)) });
        return;
      case "deleteByFilter": {
        const filter = { filterBy: [`vehicle_type:in[${NAMES[step.toc]!}]`] };
        const { filterHash } = await requests.listLogisticsRequests(filter);
        await requests.deleteLogisticsRequestsByFilters({ ...filter, filterHash });
      }
    }
  }

  /** Kilograms of the organization, by each of the ways to know them, and the active legs by type. */
  async function state() {
    const rows = await list();
    const by = services.calc.by(org);
    const explained = await Promise.all(
      rows.map(async ({ id }) => {
        const named = { id, entityType: EntityType.LOGISTICS_REQUESTS };
        return (await services.calc.calculations.getCalculation(named, by)).calculation!.co2e!.value;
      }),
    );
    const total = await services.total(org, "2025-01-01", "2025-12-31");
    const { uniqueValues } = await requests.listLogisticsRequestValues({ field: "vehicle_type" });
    const active = await list({ status: [LogisticsRequestStatus.ACTIVE] });
    return {
      records: sum(rows.map(({ co2e }) => co2e?.value ?? "0")),
      parts: sum(
        rows.flatMap(({ operationCo2e, energyProvisionCo2e }) => [operationCo2e!.value, energyProvisionCo2e!.value]),
      ),
      explained: sum(explained),
      totals: textOf(times(fraction(total), fraction("1000"))),
      counted: Object.fromEntries(uniqueValues!.values.map(({ value, count }) => [value, count])),
      active: Object.fromEntries([...Map.groupBy(active, ({ toc }) => toc)].map(([name, of]) => [name, of.length])),
      waiting: rows.length - active.length,
    };
  }

  return { run, settle, state };
}

const sum = (all: readonly string[]): string => textOf(all.map(fraction).reduce<Fraction>(plus, fraction("0")));

it("lists, totals, explanations and values of shipments agree exactly after any sequence of changes", async () => {
  let emitted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { run, settle, state } = await shipper();
      for (const [at, one] of steps.entries()) {
        await run(one);
        // Some results arrive late, after further changes.
        if (at % 3 === 2) await settle();
      }
      await settle();
      const { records, parts, explained, totals, counted, active, waiting } = await state();
      expect({ parts, explained, totals }).toEqual({ parts: records, explained: records, totals: records });
      expect({ counted, waiting }).toEqual({ counted: active, waiting: 0 });
      if (records !== "0") emitted += 1;
    }),
    { numRuns: RUNS },
  );
  expect(emitted).toBeGreaterThan(RUNS / 2);
});
