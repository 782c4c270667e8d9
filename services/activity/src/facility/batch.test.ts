import { newId } from "@emissions/kit/process/id";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { items as jobItems } from "../job/job.fixture.ts";

eachTest();

const office = { name: "Office", type: "office", country: "ES" };
const some = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...office, name: `Office ${index}`, externalId: `x-${index}` }));
const facilities = (key: string = newId()) => activity.as(us, FacilityService, { "idempotency-key": key });
const create = (records: object[], key?: string, rejected: object[] = []) =>
  facilities(key).createFacilities({ records, rejected });
const stored = () => activity.rows<{ name: string }>(us, "facilities");

describe("CreateFacilities", () => {
  it("answers a thousand in the order sent, ids in that order too", async () => {
    const { items, total } = await create(some(1_000));
    expect(total).toBe(1_000);
    expect(items.map(({ externalId }) => externalId)).toEqual(some(1_000).map(({ externalId }) => externalId));
    const listed = await facilities().listFacilities({ name: "office 999", size: 1 });
    expect(listed.facilities).toEqual([items[999]]);
    expect(await stored()).toHaveLength(1_000);
  });

  it("refuses none and more than 5,000", async () => {
    expect((await refusalOf(create([]))).violations).toEqual(["body.records value_error.list.min_items"]);
    expect((await refusalOf(create(some(5_001)))).violations).toEqual(["body.records value_error.list.max_items"]);
    expect(await stored()).toEqual([]);
  });

  it("stores none when one is wrong, and names every one that is, with those that the gateway could not parse", async () => {
    const records: object[] = some(10);
    const violations = [{ loc: ["body", "type"], msg: "str type expected", type: "type_error.string" }];
    records[3] = { ...records[3]!, name: "", country: "UK" };
    records[9] = { ...records[9]!, externalId: "x".repeat(256) };
    const refused = create(records, undefined, [{ index: 1, violations }]);
    await expect(refused).rejects.toMatchObject({ rawMessage: "3 of 10 records were rejected." });
    expect(await refusalOf(refused)).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        "body.records.1.type SCHEMA_INVALID",
        "body.records.3.name SCHEMA_INVALID",
        "body.records.3.country SCHEMA_INVALID",
        "body.records.9.external_id SCHEMA_INVALID",
      ],
    });
    expect(await stored()).toEqual([]);
  });

  it("lists a hundred mistakes at most, and says so", async () => {
    const refused = create(Array.from({ length: 150 }, () => ({})));
    await expect(refused).rejects.toMatchObject({
      rawMessage: "150 of 150 records were rejected. Only the first 100 mistakes are listed.",
    });
    expect((await refusalOf(refused)).violations).toHaveLength(100);
  });

  it("answers a repeat under the same key as the first time, and makes nothing anew", async () => {
    const key = newId();
    const [first, again] = [await create(some(5), key), await create(some(5), key)];
    expect(again).toEqual(first);
    expect(await stored()).toHaveLength(5);
    expect(await refusalOf(create(some(6), key))).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("keeps equal ones apart", async () => {
    const { items } = await create([office, office]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(2);
  });
});

describe("DeleteFacilities", () => {
  const remove = (facilityIds: string[], key?: string) => facilities(key).deleteFacilities({ facilityIds });

  it("begins a job with an item for each id, in the order sent, known or not", async () => {
    const { items } = await create(some(2));
    const ids = [items[1]!.id, newId(), items[0]!.id.toUpperCase()];
    const { job } = await remove(ids);
    expect(job).toMatchObject({ entityType: EntityType.FACILITIES, operation: 2, totalItems: 3, status: 1 });
    const sent = ids.map((id, index) => ({ index, entityId: id.toLowerCase() }));
    expect((await jobItems()).sort((a, b) => a.index - b.index)).toMatchObject(sent);
  });

  it("begins one job for a request that is repeated", async () => {
    const key = newId();
    const { items } = await create(some(1));
    const ids = items.map(({ id }) => id);
    expect((await remove(ids, key)).job).toEqual((await remove(ids, key)).job);
    expect(await activity.rows(us, "ingest_jobs")).toHaveLength(1);
  });

  it("refuses none, more than a thousand, and what is no id", async () => {
    for (const [ids, violation] of [
      [[], "body.facility_ids value_error.list.min_items"],
      [Array(1_001).fill(newId()), "body.facility_ids value_error.list.max_items"],
      [[newId(), "x"], "body.facility_ids.1 type_error.uuid"],
    ] as const) {
      expect((await refusalOf(remove([...ids]))).violations).toEqual([violation]);
    }
    expect(await activity.rows(us, "ingest_jobs")).toEqual([]);
  });
});
