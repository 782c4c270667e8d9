import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { LogisticHubType } from "@emissions/proto/activity/v1/logistic_hub_service";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import fc from "fast-check";
import { expect, it } from "vitest";
import { actAs, activity, eachTest, us } from "../activity.fixture.ts";
import { logisticsRequests } from "../logistics_request/logistics_request.ts";
import { recalculateRecords } from "../records/delete.ts";
import { storeResults } from "../records/results.ts";
import { NOT_CALCULATED } from "../records/table.ts";
import { recordUpsert } from "../records/upsert.ts";
import { addFacility, addHub, changeHub, getHub, hubs } from "./logistic_hub.fixture.ts";

eachTest();

interface StoredLeg {
  id: string;
  revision: number;
  calculationVersion: number;
}

const requests = () => activity.as(us, LogisticsRequestService);
const legs = () => activity.rows<StoredLeg>(us, "logistics_requests");

/** Stores a leg with a key of its own, as the writer of requests does: a repeat with the same key replaces it. */
const addLeg = (hubId: string | undefined, key: number): Promise<string> =>
  activity.db.asService(us.organizationId, async ({ tx, org }) => {
    const distance = { distanceKm: "203", toc: "van_diesel", loadUnit: "kg", originCountry: "GLO" };
    const owned = { subcontractor: false, paidBy: "organization", isAllocated: false };
    const more = { cleaning: false, ...owned, shipmentDate: "2025-03-01", movementId: "S-1" };
    const dedupKey = `00000000-0000-4000-8000-00000000000${key}`;
    const head = { organizationId: org, id: newId(), revision: 1, uploadedBy: us.userId, createdAt: new Date() };
    const pin = { customFactorOwnerId: null, customFactorRevision: null, updatedAt: null };
    const row = { ...distance, ...more, ...head, ...pin, ...NOT_CALCULATED, hubId: hubId ?? null, dedupKey };
    const [stored] = await recordUpsert(logisticsRequests)(tx, org, [row]);
    return stored!.id;
  });

/** A result of calc with a hub part; null is a failure. */
const calculate = async (id: string, kilograms: string | null) => {
  const [leg] = (await legs()).filter((one) => one.id === id);
  const { entityType } = logisticsRequests;
  const of = { recordId: id, revision: leg!.revision, version: leg!.calculationVersion + 1, entityType };
  const parts = [
    { part: "transport", co2e: { value: "10" } },
    { part: "hub", co2e: { value: kilograms ?? "0" } },
  ];
  const { CALCULATED, FAILED } = CalculationOutcome;
  const result = create(
    RecordResultSchema,
    kilograms === null
      ? { ...of, status: FAILED, errorCode: "FACTOR_NOT_FOUND" }
      : { ...of, status: CALCULATED, co2e: { value: String(10 + Number(kilograms)) }, parts },
  );
  await activity.db.asService(us.organizationId, (write) => storeResults(write, logisticsRequests, [result]));
};

/** The sum of the hub parts, from the legs themselves. */
const sumOf = (hubId: string) =>
  activity.db.asService(us.organizationId, async ({ tx }) => {
    const [row] = await tx<[{ co2e: string }]>`
      select coalesce(sum(hub_co2e), 0) as co2e from logistics_requests where hub_id = ${hubId}`;
    return Number(row.co2e);
  });

const STRETCHES = 4;
const leg = fc.integer({ min: 0, max: STRETCHES - 1 });
const step = fc.oneof(
  fc.record({ what: fc.constant("add" as const), leg, hub: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ what: fc.constant("calculate" as const), leg, grams: fc.integer({ min: 0, max: 100_000 }) }),
  fc.record({ what: fc.constantFrom("fail" as const, "recalculate" as const, "delete" as const), leg }),
);

it("the emissions of a hub are the exact sum of the hub parts, after any creations, repeats, results and deletions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      actAs(await activity.organization());
      const ids = [(await addHub({ name: "One" })).id, (await addHub({ name: "Two" })).id];
      const stored = new Map<number, string>();
      for (const one of steps) {
        const id = stored.get(one.leg);
        if (one.what === "add") stored.set(one.leg, await addLeg(ids[one.hub], one.leg));
        else if (id === undefined) continue;
        else if (one.what === "calculate") await calculate(id, String(one.grams / 1000));
        else if (one.what === "fail") await calculate(id, null);
        else if (one.what === "recalculate") {
          await activity.db.asService(us.organizationId, (write) =>
            recalculateRecords(activity.context, write, logisticsRequests, [id]),
          );
        } else {
          await requests().deleteLogisticsRequest({ id });
          stored.delete(one.leg);
        }
      }
      for (const id of ids) expect(Number((await getHub(id)).co2e!.value)).toBe(await sumOf(id));
    }),
    { numRuns: 12 },
  );
});

it("a hub keeps the emissions of its legs when type and category change, and shows those of its facility while owned", async () => {
  const { id } = await addHub();
  await calculate(await addLeg(id, 1), "2.5");
  await calculate(await addLeg(id, 2), "0.25");
  expect((await getHub(id)).co2e!.value).toBe("2.75");
  await changeHub(id, {}, "category");
  expect((await getHub(id)).co2e!.value).toBe("2.75");
  const owned = { type: LogisticHubType.OWNED, facilityId: await addFacility() };
  expect((await changeHub(id, owned, "type", "facility_id")).co2e!.value).toBe("0");
  const back = await changeHub(id, { type: LogisticHubType.SUBCONTRACTED }, "type");
  expect(back.co2e!.value).toBe("2.75");
});

it("a hub with legs is not deleted; without them it is, and its sum too", async () => {
  const { id } = await addHub();
  const request = await addLeg(id, 1);
  await calculate(request, "2.5");
  const remove = () => hubs().deleteLogisticHub({ logisticHubId: id });
  expect(await refusalOf(remove())).toMatchObject({ code: "LOGISTIC_HUB_IN_USE" });
  await requests().deleteLogisticsRequest({ id: request });
  expect(Number((await getHub(id)).co2e!.value)).toBe(0);
  await remove();
  expect(await activity.rows(us, "logistic_hub_totals")).toEqual([]);
});

it("the emissions of hubs are read from one row, however many legs they have", async () => {
  const { id } = await addHub();
  for (const stretch of [1, 2, 3]) await calculate(await addLeg(id, stretch), "1.5");
  expect(await activity.rows(us, "logistic_hub_totals")).toMatchObject([{ hubId: id, co2e: "4.5" }]);
});
