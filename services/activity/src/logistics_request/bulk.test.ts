import { IngestJobService, IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { LogisticsRequestStatus } from "@emissions/proto/activity/v1/logistics_request_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import { calculating, passTime, sweep, sweepJobs } from "../records/records.fixture.ts";
import {
  amount,
  createLeg,
  createLegs,
  enqueueLeg,
  enqueueLegs,
  getLeg,
  LEG,
  MEASURED,
  MOVED,
  requests,
} from "./logistics_request.fixture.ts";
import { logisticsRequests } from "./logistics_request.ts";

eachTest();

const { ACTIVE, PENDING, ERROR } = LogisticsRequestStatus;
const rows = () => activity.rows<{ id: string; revision: number }>(us, "logistics_requests");
const pending = () => activity.rows<{ recordId: string; revision: number }>(us, "pending_calculations");
const calculate = calculating(logisticsRequests);

describe("a repeat of a leg", () => {
  it("replaces its values and its number, and keeps its id", async () => {
    const first = await createLeg({ ...MOVED, client: "ACME" });
    activity.calc.answer = () => ({ status: CalculationOutcome.CALCULATED, co2e: amount("2") });
    const again = await createLeg({ ...MOVED, load: amount("100") });
    expect(again).toMatchObject({ id: first.id, createdAt: first.createdAt, load: amount("100"), co2e: amount("2") });
    expect([again.client, again.updatedAt === undefined]).toEqual([undefined, false]);
    expect(await getLeg(first.id)).toEqual(again);
    expect((await inputs()).map(({ recordId, revision }) => [recordId, revision])).toEqual([
      [first.id, 1],
      [first.id, 2],
    ]);
    expect(await pending()).toMatchObject([{ recordId: first.id, revision: 2 }]);
  });

  it.each(["movementId", "movementStretch", "movementStage", "packageKey"])("has the same %s", async (field) => {
    const { id } = await createLeg({ ...MOVED, movementStage: "1", packageKey: "P" });
    const other = await createLeg({ ...MOVED, movementStage: "1", packageKey: "P", [field]: "other" });
    const without = await createLeg({ ...MOVED, movementStage: "1", packageKey: "P", movementId: undefined });
    expect(new Set([id, other.id, without.id]).size).toBe(3);
  });

  it("sent 50 times at once, in the call and queued, is one leg whose last number counts", async () => {
    const create = (at: number) => (at % 2 === 0 ? createLeg : enqueueLeg)({ ...MOVED, load: amount(String(at + 1)) });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => create(at)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const [leg] = await rows();
    expect([await rows(), leg!.revision]).toMatchObject([[{}], 50]);
    const announced = await inputs();
    expect(announced.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
    const last = announced.find(({ revision }) => revision === 50)!;
    expect((await getLeg(leg!.id)).tkm).toEqual(last.quantity!.value);
    expect(await pending()).toMatchObject([{ revision: 50 }]);
  });

  it("with another one in a batch of the same keys in another order waits for it", async () => {
    const legs = Array.from({ length: 60 }, (_, at) => ({ ...LEG, movementId: `M-${at}` }));
    await Promise.all([createLegs(legs), enqueueLegs(legs.toReversed())]);
    expect((await rows()).map(({ revision }) => revision)).toEqual(Array(60).fill(2));
  });

  it("of a deleted leg is a new leg", async () => {
    const { id } = await createLeg(MOVED);
    await requests().deleteLogisticsRequest({ id });
    expect((await createLeg(MOVED)).id).not.toBe(id);
    expect(await activity.rows(us, "deleted_logistics_requests")).toMatchObject([{ id }]);
  });
});

describe("a bulk of logistics requests", () => {
  const invalid = { ...LEG, distanceKm: amount("0") };
  const loc = (index: number, field: string) => ["body", "records", String(index), field];

  it.each([
    ["in the call", createLegs],
    ["queued", enqueueLegs],
  ])("%s stores the valid ones and lists the others", async (_what, create) => {
    const late = { ...LEG, shipmentDate: "1969-12-31" };
    const found = { loc: ["body", "file_id"], msg: "value is not a valid uuid", type: "type_error.uuid" };
    const records = [MOVED, invalid, LEG, MOVED, late, {}];
    const bulk = await create(records, { rejected: [{ index: 5, violations: [found] }] });
    expect(bulk).toMatchObject({ totalReceived: 6, totalProcessed: 6, success: 2, failed: 4 });
    expect(bulk.errors).toMatchObject([
      { index: 1, loc: loc(1, "distance_km"), code: "SCHEMA_INVALID" },
      { index: 3, loc: ["body", "records", "3"], code: "DUPLICATE_RECORD" },
      { index: 4, loc: loc(4, "shipment_date"), code: "ACTIVITY_DATE_OUT_OF_RANGE" },
      { index: 5, loc: loc(5, "file_id"), code: "SCHEMA_INVALID" },
    ]);
    expect(bulk.results.map(({ movementId }) => movementId)).toEqual(["SHIP-1", undefined]);
    expect(await rows()).toHaveLength(2);
  });

  it.each([
    ["in the call", createLegs],
    ["queued", enqueueLegs],
  ])("%s stores all or none without continue_on_error", async (_what, create) => {
    const options = { continueOnError: false };
    const refused = create([LEG, invalid], { options });
    expect(await refusalOf(refused)).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: ["body.records.1.distance_km SCHEMA_INVALID"],
    });
    expect([await rows(), await inputs()]).toEqual([[], []]);
    expect(await create([LEG, LEG], { options })).toMatchObject({ success: 2, failed: 0, errors: [] });
  });

  it.each([
    ["in the call", createLegs],
    ["queued", enqueueLegs],
  ])("%s has 1 to 5,000 records", async (_what, create) => {
    expect((await refusalOf(create([]))).violations).toEqual(["body.records value_error.list.min_items"]);
    const tooMany = Array.from({ length: 5_001 }, () => LEG);
    expect((await refusalOf(create(tooMany))).violations).toEqual(["body.records value_error.list.max_items"]);
  });

  it("of the largest size is calculated by ten calls and announced in ten events", async () => {
    const bulk = await createLegs(
      Array.from({ length: 5_000 }, (_, at) => ({ ...LEG, load: amount(`${at + 1}`), movementId: `M-${at}` })),
    );
    expect(bulk).toMatchObject({ success: 5_000, failed: 0, errors: [] });
    expect(bulk.results.every(({ status, co2e }) => status === ACTIVE && co2e !== undefined)).toBe(true);
    expect(bulk.results.map(({ movementId }) => movementId).slice(0, 3)).toEqual(["M-0", "M-1", "M-2"]);
    expect(activity.calc.calls.map((records) => records.length)).toEqual(Array(10).fill(500));
    expect((await activity.events(us, RecordsStoredSchema)).map(({ records }) => records.length)).toEqual(
      Array(10).fill(500),
    );
  });
});

describe("a queued logistics request", () => {
  it("waits for its result, and its answer has no distance that was not sent", async () => {
    const leg = await enqueueLeg(MEASURED);
    expect(leg).toMatchObject({ status: PENDING, origin: "MAD" });
    expect([leg.co2e, leg.distanceKm, leg.tkm, leg.journey]).toEqual(Array(4).fill(undefined));
    expect(activity.calc.calls).toEqual([]);
    await calculate([{ recordId: leg.id, co2e: "7" }]);
    expect(await getLeg(leg.id)).toMatchObject({ status: ACTIVE, co2e: amount("7"), distanceKm: amount("482.6") });
    expect(await enqueueLeg()).toMatchObject({ distanceKm: LEG.distanceKm });
  });

  it("whose distance or load is not known fails with the reason, as an item of its job", async () => {
    const unknown = { ...MEASURED, origin: "Madird" };
    const { jobId, results, failed } = await enqueueLegs([LEG, unknown, { ...LEG, load: undefined }]);
    expect([failed, results.map(({ status }) => status)]).toEqual([0, [PENDING, PENDING, PENDING]]);
    const announced = await inputs();
    expect(announced.map(({ failure }) => failure?.code)).toEqual([undefined, "PLACE_NOT_FOUND", "LOAD_MISSING"]);
    await calculate(
      announced.map(({ recordId, failure }) => ({ recordId, ...(failure ? { failed: failure.code } : { co2e: "1" }) })),
    );
    expect(await getLeg(results[1]!.id)).toMatchObject({ status: ERROR, calculationErrorCode: "PLACE_NOT_FOUND" });
    const { job } = await activity.as(us, IngestJobService).getIngestJob({ jobId: jobId! });
    const { COMPLETED_WITH_ERRORS } = IngestJobStatus;
    expect(job).toMatchObject({ status: COMPLETED_WITH_ERRORS, totalItems: 3, succeededItems: 1, failedItems: 2 });
  });

  it("that is announced again has the same input, also while the place service is unavailable", async () => {
    await enqueueLeg(MEASURED);
    await enqueueLegs([{ ...MEASURED, origin: "Madird" }]);
    activity.places.away.places = true;
    await passTime();
    await sweepJobs();
    await sweep();
    const [one, other, ...again] = await inputs();
    expect(again.sort((a, b) => (a.recordId < b.recordId ? -1 : 1))).toEqual([one, other]);
  });

  it("that repeats a waiting one ends the jobs of both with its result", async () => {
    const first = await enqueueLegs([MOVED]);
    const again = await enqueueLegs([MOVED]);
    await calculate([{ recordId: again.results[0]!.id, revision: 2, co2e: "1" }]);
    const jobs = activity.as(us, IngestJobService);
    for (const { jobId } of [first, again]) {
      expect((await jobs.getIngestJob({ jobId: jobId! })).job).toMatchObject({ status: IngestJobStatus.COMPLETED });
    }
    expect(await pending()).toEqual([]);
  });
});
