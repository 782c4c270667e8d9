import { create } from "@bufbuild/protobuf";
import { FieldMaskSchema, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { OwnWorkforceTrainingStatus } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { actAs, activity, eachTest, us } from "../activity.fixture.ts";
import { eraseTrainings } from "./erase.ts";
import { declareAll, listed, person, training, trainings } from "./training.fixture.ts";

let ana: string;

eachTest(async () => {
  ana = await person("HR-1");
});

const created = async (more: object = {}) => {
  const { training: one } = await trainings().createOwnWorkforceTraining(training({ ownWorkforceId: ana, ...more }));
  return one!;
};
const change = (id: string, values: Record<string, unknown>, ...paths: string[]) =>
  trainings().updateOwnWorkforceTraining({ id, ...values, updateMask: create(FieldMaskSchema, { paths }) });
const audited = () => activity.rows<{ action: string; changes: object | null }>(us, "audit_log");

describe("a training", () => {
  it("of a person, named by either id, is stored and answered", async () => {
    const one = await created();
    expect(one).toMatchObject({
      ownWorkforceId: ana,
      externalEmployeeId: "HR-1",
      ...training(),
      createdBy: us.userId,
      updatedAt: one.createdAt,
      status: OwnWorkforceTrainingStatus.ACTIVE,
      customValues: {},
    });
    expect([one.fileId, one.processingJobId, one.organizationId]).toEqual([undefined, undefined, undefined]);
    const other = await created({ ownWorkforceId: undefined, externalEmployeeId: "HR-1" });
    expect(other.ownWorkforceId).toBe(ana);
    expect((await trainings().getOwnWorkforceTraining({ id: one.id })).training).toEqual(one);
  });

  it.each([
    [{ ownWorkforceId: undefined }, "body.own_workforce_id value_error.own_workforce"],
    [{ ownWorkforceId: NIL_ID }, "body.own_workforce_id value_error.not_found"],
    [{ ownWorkforceId: "7" }, "body.own_workforce_id type_error.uuid"],
    [{ externalEmployeeId: "HR-2" }, "body.external_employee_id value_error.not_found"],
    [{ type: "" }, "body.type value_error.missing"],
    [{ description: "" }, "body.description value_error.missing"],
    [{ hours: undefined }, "body.hours value_error.missing"],
    [{ hours: { value: "-1" } }, "body.hours value_error.number.not_ge"],
    [{ hours: { value: "1000000.5" } }, "body.hours value_error.number.not_le"],
    [{ startDate: "2026-02-30" }, "body.start_date value_error.date"],
    [{ startDate: "1969-12-31" }, "body.start_date activity_date_out_of_range"],
    [{ endDate: "2026-03-01" }, "body.end_date end_date_before_start_date"],
    [{ fileId: newId() }, "body.file_id value_error.not_found"],
  ])("with %o is refused", async (more, violation) => {
    const refused = await refusalOf(created(more));
    expect(refused.violations).toEqual([violation]);
    expect(await listed()).toEqual([]);
  });

  it("whose two ids name different people is refused", async () => {
    await person("HR-2");
    const refused = await refusalOf(created({ externalEmployeeId: "HR-2" }));
    expect(refused.violations).toEqual(["body.external_employee_id value_error.own_workforce"]);
  });

  it("of a person of another organization is refused as one of a missing person", async () => {
    const theirs = await person("HR-9", await activity.organization());
    const refused = await refusalOf(created({ ownWorkforceId: theirs }));
    expect(refused).toEqual(await refusalOf(created({ ownWorkforceId: newId() })));
  });

  it("is changed by the fields that are sent, and the audit log has no texts", async () => {
    const { id } = await created();
    const { training: after } = await change(
      id,
      { hours: { value: "2" }, description: "Evacuation" },
      "hours",
      "description",
    );
    expect(after).toMatchObject({ type: "safety", description: "Evacuation", hours: { value: "2" } });
    expect(after!.updatedAt).not.toEqual(after!.createdAt);
    const changes = (await audited()).find(({ action }) => action === "UpdateOwnWorkforceTraining")?.changes;
    expect(changes).toEqual({ hours: { old: "1.5", new: "2" }, description: {} });
    const refused = await refusalOf(change(id, { endDate: "2026-01-01" }, "end_date"));
    expect(refused.violations).toEqual(["body.end_date end_date_before_start_date"]);
    const moved = await refusalOf(change(id, { ownWorkforceId: ana }, "own_workforce_id"));
    expect(moved.violations).toEqual(["body.own_workforce_id value_error.extra"]);
  });

  it("is deleted, alone, with others and with its person", async () => {
    const [one, two, three] = [await created(), await created(), await created()];
    await trainings().deleteOwnWorkforceTraining({ id: one.id });
    const missing = newId();
    const { deletion } = await trainings().deleteOwnWorkforceTrainings({ ids: [two.id, missing] });
    expect(deletion).toMatchObject({ successIds: [two.id], failedIds: [missing] });
    expect((await listed()).map(({ id }) => id)).toEqual([three.id]);
    await activity.db.asService(us.organizationId, ({ tx }) => tx`delete from own_workforces where id = ${ana}`);
    expect(await listed()).toEqual([]);
  });

  it("of another organization is not found", async () => {
    const { id } = await created();
    actAs(await activity.organization());
    for (const call of [
      (of: string) => trainings().getOwnWorkforceTraining({ id: of }),
      (of: string) => change(of, { type: "x" }, "type"),
      (of: string) => trainings().deleteOwnWorkforceTraining({ id: of }),
    ]) {
      const missing = await refusalOf(call(newId()));
      expect(missing).toMatchObject({ code: "TRAINING_NOT_FOUND" });
      expect(await refusalOf(call(id))).toEqual(missing);
    }
    expect(await listed()).toEqual([]);
  });

  it("is stored once for repeats with the same key", async () => {
    const repeated = trainings({ "idempotency-key": newId() });
    const [first, second] = [
      await repeated.createOwnWorkforceTraining(training({ ownWorkforceId: ana })),
      await repeated.createOwnWorkforceTraining(training({ ownWorkforceId: ana })),
    ];
    expect(second.training!.id).toBe(first.training!.id);
    await trainings({ "dry-run": "true" }).createOwnWorkforceTraining(training({ ownWorkforceId: ana }));
    expect(await listed()).toHaveLength(1);
  });

  it("of an erased person keeps hours and days, and no texts", async () => {
    await declareAll();
    await created({ customValues: { provider: { text: "Ana's school" } } });
    await activity.db.asService(us.organizationId, (write) => eraseTrainings(write, [ana]));
    expect(await listed()).toMatchObject([
      { type: "", description: "", customValues: {}, hours: { value: "1.5" }, startDate: "2026-03-02" },
    ]);
  });
});

describe("a batch", () => {
  it("stores all trainings as a finished job, whose id they have", async () => {
    const records = ["HR-1", "HR-1"].map((externalEmployeeId) => training({ externalEmployeeId }));
    const { job } = await trainings().createOwnWorkforceTrainings({ records });
    expect(job).toMatchObject({ totalItems: 2, succeededItems: 2 });
    const { items } = await activity.as(us, IngestJobService).listIngestJobItems({ jobId: job!.id });
    const all = await listed();
    expect(all.map(({ id }) => id).sort()).toEqual(items.map(({ entityId }) => entityId).sort());
    expect(all.map(({ processingJobId }) => processingJobId)).toEqual([job!.id, job!.id]);
  });

  it("with invalid trainings stores none, and names each", async () => {
    const records = [
      training({ ownWorkforceId: ana }),
      training({ externalEmployeeId: "no" }),
      training({ ownWorkforceId: ana, startDate: "1960-01-01" }),
    ];
    const refused = await refusalOf(trainings().createOwnWorkforceTrainings({ records }));
    expect(refused).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        "body.records.1.external_employee_id SCHEMA_INVALID",
        "body.records.2.start_date ACTIVITY_DATE_OUT_OF_RANGE",
      ],
    });
    expect(await listed()).toEqual([]);
  });
});

describe("the list", () => {
  it("has all trainings, the latest start first, in messages of at most 100", async () => {
    const days = ["2026-01-05", "2026-03-05", "2026-02-05"];
    for (const startDate of days) await created({ startDate, endDate: "2026-04-01" });
    expect((await listed()).map(({ startDate }) => startDate)).toEqual(days.toSorted().toReversed());
    await activity.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into own_workforce_trainings (organization_id, id, own_workforce_id, type, description, hours, start_date, end_date)
        select ${org}, gen_random_uuid(), ${ana}, 't', 'd', 1, '2025-01-01', '2025-01-01' from generate_series(1, 200)`,
    );
    const messages = await trainings().streamOwnWorkforceTrainings({});
    expect(messages.map((message) => message.trainings.length)).toEqual([100, 100, 3]);
  });

  it("is filtered by file, time of recording and text", async () => {
    const fileId = activity.store.add(us.organizationId, "a.csv");
    const withFile = await created({ fileId, fileName: "a.csv", description: "Café" });
    const without = await created({ type: "Language" });
    const ids = async (request: object) => (await listed(request)).map(({ id }) => id);
    expect(await ids({ fileId: [fileId] })).toEqual([withFile.id]);
    expect(await ids({ fileId: [NIL_ID] })).toEqual([without.id]);
    expect(await ids({ fileId: [NIL_ID, fileId] })).toHaveLength(2);
    expect(await ids({ search: "CAFE" })).toEqual([withFile.id]);
    expect(await ids({ search: "langu" })).toEqual([without.id]);
    expect(await ids({ search: "hr-1" })).toHaveLength(2);
    expect(await ids({ search: "hr-2" })).toEqual([]);
    expect(await ids({ createdAtFrom: withFile.createdAt })).toHaveLength(2);
    expect(await ids({ createdAtTo: timestampFromDate(new Date(Date.now() - 60_000)) })).toEqual([]);
    const refused = await refusalOf(listed({ fileId: ["7"], search: "x".repeat(256) }));
    expect(refused.violations).toEqual([
      "query.search value_error.any_str.max_length",
      "query.file_id type_error.uuid",
    ]);
  });

  it("of a group shows the organization of each training", async () => {
    const child = await activity.organization({ parentId: us.organizationId, accepted: true });
    const theirs = await person("HR-1", child);
    await created();
    await trainings({}, child).createOwnWorkforceTraining(training({ ownWorkforceId: theirs }));
    const holding = { ...us, descendants: [child.organizationId] };
    const group = await listed({ includeChildren: true }, holding);
    expect(group.map(({ organizationId }) => organizationId).sort()).toEqual(
      [us.organizationId, child.organizationId].sort(),
    );
    expect((await listed({}, holding)).map(({ organizationId }) => organizationId)).toEqual([undefined]);
    const narrowed = { includeChildren: true, organizationId: [child.organizationId] };
    expect(await listed(narrowed, holding)).toMatchObject([{ organizationId: child.organizationId }]);
  });
});
