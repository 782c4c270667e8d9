import { newId } from "@emissions/kit/process/id";
import { jobRangeHeaders } from "@emissions/kit/wire/ingest-job";
import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { IngestItemStatus, IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { employeeOf } from "../employee/employee.fixture.ts";
import { vehicleOf } from "../vehicle/vehicle.fixture.ts";
import { calculate, wasteOf, withPlant } from "../waste/waste.fixture.ts";
import { sweepAbandonedJobs } from "./abandoned.ts";
import { finished } from "./job.fixture.ts";
import { beginJobOf, fill, itemsOf, jobOf, jobService } from "./range.fixture.ts";

withPlant(eachTest);

const { FAILED, PENDING, SUCCEEDED } = IngestItemStatus;
const fail = (jobId: string, index: number, size = 5) =>
  jobService().failIngestJobItems({
    jobId,
    firstIndex: 0,
    size,
    items: [{ index, code: "NO", detail: "It is wrong." }],
  });

describe("a job of several calls", () => {
  it("has the items of all calls, and ends with the last of them", async () => {
    const fileId = newId();
    const jobId = await beginJobOf(5, { fileId });
    await fill({ jobId, firstIndex: 3, size: 2 });
    const first = await fill({ jobId, firstIndex: 0, size: 3 });
    expect(first).toMatchObject({ id: jobId, totalItems: 5, status: IngestJobStatus.QUEUED, fileId });
    const items = await itemsOf(jobId);
    expect(items.map(({ index, status }) => [index, status])).toEqual([0, 1, 2, 3, 4].map((index) => [index, PENDING]));
    await calculate(items.slice(1).map(({ entityId }) => ({ recordId: entityId! })));
    expect(await jobOf(jobId)).toMatchObject({ status: IngestJobStatus.PROCESSING, succeededItems: 4 });
    await calculate([{ recordId: items[0]!.entityId! }]);
    expect(await jobOf(jobId)).toMatchObject({ status: IngestJobStatus.COMPLETED, succeededItems: 5 });
    expect((await finished()).map(({ id }) => id)).toEqual([jobId]);
  });

  it("takes a repeated call once", async () => {
    const jobId = await beginJobOf(2);
    const piece = { jobId, firstIndex: 0, size: 2, key: "piece" };
    const [one, two] = [await fill(piece), await fill(piece)];
    expect(two).toEqual(one);
    expect(await activity.rows(us, "wastes")).toHaveLength(2);
  });

  it("skips the indexes of failed items", async () => {
    const jobId = await beginJobOf(5);
    expect((await fail(jobId, 1)).failedIndexes).toEqual([1]);
    // A repeat changes nothing.
    expect((await fail(jobId, 1)).failedIndexes).toEqual([1]);
    const records = [0, 2, 3, 4].map((n) => ({ ...wasteOf(), externalId: `w-${n}` }));
    await fill({ jobId, firstIndex: 0, size: 5, records });
    const items = await itemsOf(jobId);
    expect(items.map(({ index, status, externalId, code }) => [index, status, externalId, code])).toEqual([
      [0, PENDING, "w-0", undefined],
      [1, FAILED, undefined, "NO"],
      [2, PENDING, "w-2", undefined],
      [3, PENDING, "w-3", undefined],
      [4, PENDING, "w-4", undefined],
    ]);
    expect(await jobOf(jobId)).toMatchObject({ failedItems: 1 });
  });

  it("begins once; a repeat with other values is refused", async () => {
    const id = newId();
    const request = { id, entityType: EntityType.WASTES, totalItems: 3 };
    await jobService().beginIngestJob(request);
    expect((await jobService().beginIngestJob(request)).job).toMatchObject({ id, totalItems: 3 });
    const other = jobService().beginIngestJob({ ...request, totalItems: 4 });
    expect(await refusalOf(other)).toMatchObject({ code: "INGEST_JOB_EXISTS" });
  });

  it.each([
    { what: "no id", values: { id: "x" }, loc: "body.id type_error.uuid" },
    { what: "no kind", values: { entityType: 0 }, loc: "body.entity_type type_error.enum" },
    { what: "an unknown kind", values: { entityType: 999 }, loc: "body.entity_type type_error.enum" },
    { what: "too many records", values: { totalItems: 200_001 }, loc: "body.total_items value_error.number.not_le" },
    { what: "no records", values: { totalItems: 0 }, loc: "body.total_items value_error.number.not_ge" },
  ])("is refused with $what", async ({ values, loc }) => {
    expect((await refusalOf(beginJobOf(1, values))).violations).toEqual([loc]);
  });

  it("takes no records beyond its range, twice, of another kind or of another organization", async () => {
    const jobId = await beginJobOf(3);
    const code = async (call: Promise<unknown>) => (await refusalOf(call)).code;
    expect(await code(fill({ jobId, firstIndex: 2, size: 2 }))).toBe("INGEST_JOB_RANGE_MISMATCH");
    await fill({ jobId, firstIndex: 0, size: 2 });
    expect(await code(fill({ jobId, firstIndex: 1, size: 2 }))).toBe("INGEST_JOB_RANGE_MISMATCH");
    const vehicles = activity.as(us, VehicleService, jobRangeHeaders({ jobId, firstIndex: 2, size: 1 }));
    expect(await code(vehicles.createVehicles({ records: [vehicleOf()] }))).toBe("INGEST_JOB_NOT_OPEN");
    const them = await activity.organization();
    expect(await code(jobService(them).closeIngestJob({ jobId, code: "NO", detail: "" }))).toBe("INGEST_JOB_NOT_FOUND");
    const range = { jobId, firstIndex: 2, size: 1 };
    expect(
      await code(activity.as(them, VehicleService, jobRangeHeaders(range)).createVehicles({ records: [vehicleOf()] })),
    ).toBe("INGEST_JOB_NOT_FOUND");
    expect(await activity.rows(us, "wastes")).toHaveLength(2);
    expect(await activity.rows(us, "vehicles")).toEqual([]);
  });

  it("is finished by the calls themselves when their records need no calculation", async () => {
    const jobId = await beginJobOf(3, { entityType: EntityType.EMPLOYEES });
    const employee = (n: number) => employeeOf({ email: `ada${n}@example.com` });
    const store = (firstIndex: number, records: object[]) =>
      activity
        .as(us, EmployeeService, jobRangeHeaders({ jobId, firstIndex, size: records.length }))
        .createEmployees({ records });
    await store(0, [employee(1), employee(2)]);
    expect(await jobOf(jobId)).toMatchObject({ status: IngestJobStatus.PROCESSING, succeededItems: 2 });
    await store(2, [employee(3)]);
    expect(await jobOf(jobId)).toMatchObject({ status: IngestJobStatus.COMPLETED, succeededItems: 3 });
    expect((await itemsOf(jobId)).map(({ status }) => status)).toEqual([SUCCEEDED, SUCCEEDED, SUCCEEDED]);
    expect(await finished()).toHaveLength(1);
  });

  it("ends its missing items when its caller closes it or is gone for a day", async () => {
    const jobs = [await beginJobOf(3), await beginJobOf(3)];
    const [closed, abandoned] = jobs as [string, string];
    for (const jobId of jobs) await fill({ jobId, firstIndex: 1, size: 1 });
    await jobService().closeIngestJob({ jobId: closed, code: "GONE", detail: "The import failed." });
    const sweep = () => sweepAbandonedJobs(activity.db, AbortSignal.timeout(5_000));
    await sweep();
    expect(await itemsOf(abandoned)).toHaveLength(1);
    const { organizationId: org } = us;
    await activity.db.asService(
      org,
      ({ tx }) => tx`update ingest_jobs set progressed_at = now() - interval '25 hours'`,
    );
    await sweep();
    const codes = async (jobId: string) => (await itemsOf(jobId)).map(({ code }) => code);
    expect(await codes(closed)).toEqual(["GONE", undefined, "GONE"]);
    expect(await codes(abandoned)).toEqual(["NOT_SUBMITTED", undefined, "NOT_SUBMITTED"]);
    const stored = (await activity.rows<{ id: string }>(us, "wastes")).map(({ id }) => ({ recordId: id }));
    await calculate(stored);
    expect(await jobOf(abandoned)).toMatchObject({ status: IngestJobStatus.COMPLETED_WITH_ERRORS, failedItems: 2 });
  });

  it("belongs to the roles that write such records", async () => {
    const forbidden = { code: "FORBIDDEN" };
    for (const role of ["viewer", "auditor"] as const)
      expect(await refusalOf(beginJobOf(1, {}, { ...us, role }))).toMatchObject(forbidden);
    const hr = { ...us, role: "human_resources" } as const;
    expect(await refusalOf(beginJobOf(1, {}, hr))).toMatchObject(forbidden);
    await beginJobOf(1, { entityType: EntityType.EMPLOYEES }, hr);
  });
});
