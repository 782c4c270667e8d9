import { newId } from "@emissions/kit/process/id";
import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { IngestJobService, IngestJobStatus, IngestOperation } from "@emissions/proto/activity/v1/ingest_job_service";
import { OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { VehicleConsumptionService } from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, eachTest, us } from "../../activity.fixture.ts";
import { employeeOf } from "../../employee/employee.fixture.ts";
import { rowOf } from "../../own_workforce/own_workforce.fixture.ts";
import { fixedLock } from "../../period_lock/locks.fixture.ts";
import { vehicleOf } from "../../vehicle/vehicle.fixture.ts";
import { consumptionOf } from "../../vehicle_consumption/vehicle_consumption.fixture.ts";
import { calculate, plant, totalsOf, wasteOf, withPlant } from "../../waste/waste.fixture.ts";
import { runDeletions } from "../job.fixture.ts";
import { beginJobOf, fill, itemsOf, jobOf } from "../range.fixture.ts";

withPlant(eachTest);

const COUNT = 3;
const revert = (jobId: string, headers: Record<string, string> = {}) =>
  activity.as(us, IngestJobService, headers).revertIngestJob({ jobId });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const reasonOf = async (call: Promise<unknown>) => (await refusalOf(call)).violations;
const wasteIds = async () => (await activity.rows<{ id: string }>(us, "wastes")).map(({ id }) => id);

/** A finished job with wastes of 10 kg CO2e each. */
async function finishedJob(): Promise<{ jobId: string; ids: string[] }> {
  const jobId = await beginJobOf(COUNT);
  await fill({ jobId, firstIndex: 0, size: COUNT });
  const ids = (await itemsOf(jobId)).map(({ entityId }) => entityId!);
  await calculate(ids.map((recordId) => ({ recordId, co2e: "10" })));
  return { jobId, ids };
}

describe("a reverted job", () => {
  it("loses exactly its own records, and their emissions leave the totals", async () => {
    const { waste: other } = await activity.as(us, WasteService).createWaste(wasteOf());
    await calculate([{ recordId: other!.id, co2e: "5" }]);
    const { jobId, ids } = await finishedJob();
    expect(await totalsOf(plant)).toEqual([35, 0]);
    const { job } = await revert(jobId);
    expect(job).toMatchObject({
      operation: IngestOperation.DELETE,
      status: IngestJobStatus.QUEUED,
      totalItems: COUNT,
      revertsJobId: jobId,
    });
    expect((await jobOf(jobId)).revertedByJobId).toBe(job!.id);
    await runDeletions();
    expect(await jobOf(job!.id)).toMatchObject({ status: IngestJobStatus.COMPLETED, succeededItems: COUNT });
    expect(await wasteIds()).toEqual([other!.id]);
    expect(await totalsOf(plant)).toEqual([5, 0]);
    expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual(ids.sort());
    expect(await reasonOf(revert(jobId))).toEqual(["path.job_id value_error.job.reverted"]);
  });

  it("may have lost records already, and failed ones that were never stored", async () => {
    const jobId = await beginJobOf(COUNT);
    const failed = { index: 1, code: "NO", detail: "It is wrong." };
    await activity.as(us, IngestJobService).failIngestJobItems({ jobId, firstIndex: 0, size: COUNT, items: [failed] });
    await fill({ jobId, firstIndex: 0, size: COUNT, records: [wasteOf(), wasteOf()] });
    const ids = await wasteIds();
    await calculate(ids.map((recordId) => ({ recordId })));
    await activity.as(us, WasteService).deleteWaste({ id: ids[0]! });
    expect((await revert(jobId)).job).toMatchObject({ totalItems: 2 });
    await runDeletions();
    expect(await wasteIds()).toEqual([]);
  });

  it("is reverted once for one key, and not by a dry run", async () => {
    const { jobId } = await finishedJob();
    await revert(jobId, { "dry-run": "true" });
    expect((await jobOf(jobId)).revertedByJobId).toBeUndefined();
    const first = await revert(jobId, { "idempotency-key": "revert" });
    expect(await revert(jobId, { "idempotency-key": "revert" })).toEqual(first);
  });

  it("keeps a record that is changed before its turn, and may be reverted again", async () => {
    const { jobId, ids } = await finishedJob();
    const { job } = await revert(jobId);
    const change = { id: ids[1]!, identificationName: "Paper", updateMask: { paths: ["identification_name"] } };
    await activity.as(us, WasteService).updateWaste(change);
    await runDeletions();
    expect(await wasteIds()).toEqual([ids[1]]);
    const codes = (await itemsOf(job!.id)).map(({ code }) => code);
    expect(codes).toEqual([undefined, "JOB_RECORDS_CHANGED", undefined]);
    expect(await codeOf(revert(jobId))).toBe("JOB_RECORDS_CHANGED");
    await activity.as(us, WasteService).deleteWaste({ id: ids[1]! });
    expect((await revert(jobId)).job!.revertsJobId).toBe(jobId);
  });
});

describe("a revert is refused", () => {
  it("with a reason while the job is at work, and for a deletion", async () => {
    const jobId = await beginJobOf(COUNT);
    expect(await reasonOf(revert(jobId))).toEqual(["path.job_id value_error.job.unfinished"]);
    const { job } = await activity.as(us, WasteService).deleteWastes({ ids: [newId()] });
    await runDeletions();
    expect(await reasonOf(revert(job!.id))).toEqual(["path.job_id value_error.job.operation"]);
  });

  it("for a job of another organization as for a missing one, and for roles that may not write", async () => {
    const { jobId } = await finishedJob();
    const them = await activity.organization();
    const as = (principal: typeof us) => activity.as(principal, IngestJobService).revertIngestJob({ jobId });
    const [theirs, missing] = [await refusalOf(as(them)), await refusalOf(revert(newId()))];
    expect(theirs).toEqual(missing);
    expect(theirs.code).toBe("INGEST_JOB_NOT_FOUND");
    expect(await codeOf(as({ ...us, role: "viewer" } as never))).toBe("FORBIDDEN");
    expect(await codeOf(as({ ...us, role: "human_resources" } as never))).toBe("INGEST_JOB_NOT_FOUND");
    expect(await wasteIds()).toHaveLength(COUNT);
  });

  it("in a locked period, without a reason to restate", async () => {
    const { jobId } = await finishedJob();
    await fixedLock("2025-01-01", "2025-12-31");
    expect(await codeOf(revert(jobId))).toBe("PERIOD_LOCKED");
    await revert(jobId, { "restatement-reason": "wrong%20file" });
    await runDeletions();
    expect(await wasteIds()).toEqual([]);
  });

  it("when a vehicle of the job has consumptions", async () => {
    const vehicles = activity.as(us, VehicleService);
    const { job } = await vehicles.createVehicles({ records: [vehicleOf(), vehicleOf()] });
    const [item] = await itemsOf(job!.id);
    await activity.as(us, VehicleConsumptionService).createVehicleConsumption(consumptionOf(item!.entityId!));
    expect(await refusalOf(revert(job!.id))).toMatchObject({
      code: "JOB_RECORDS_CHANGED",
      detail: "The job cannot be reverted: other records depend on 1 of its records.",
    });
  });
});

describe("a job without calculations", () => {
  it("is reverted: vehicles and employees", async () => {
    const { job: ofVehicles } = await activity.as(us, VehicleService).createVehicles({ records: [vehicleOf()] });
    const { job: ofEmployees } = await activity.as(us, EmployeeService).createEmployees({ records: [employeeOf()] });
    for (const { id } of [ofVehicles!, ofEmployees!]) await revert(id);
    await runDeletions();
    expect(await activity.rows(us, "vehicles")).toEqual([]);
    expect(await activity.rows(us, "employees")).toEqual([]);
  });

  it("is not reverted when it changed people that existed", async () => {
    const row = (id: string, year: number) => rowOf(id, `202${year}-01-01`, { contractEndDate: `202${year}-06-30` });
    const create = async (...records: object[]) =>
      (await activity.as(us, OwnWorkforceService).createOwnWorkforces({ records })).job!.id;
    const first = await create(row("a", 1), row("a", 2));
    const second = await create(row("a", 3), row("b", 1));
    expect(await reasonOf(revert(second))).toEqual(["path.job_id value_error.job.existed"]);
    expect(await codeOf(revert(first))).toBe("JOB_RECORDS_CHANGED");
    const third = await create(row("c", 1), row("c", 2));
    await revert(third);
    await runDeletions();
    expect(await activity.rows(us, "own_workforces")).toHaveLength(2);
  });
});
