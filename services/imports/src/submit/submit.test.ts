import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { activity, eachTest, us } from "@emissions/activity/activity.fixture";
import { calculate, withPlant } from "@emissions/activity/waste/waste.fixture";
import { newId } from "@emissions/kit/process/id";
import { IngestJobStatus, IngestSource } from "@emissions/proto/activity/v1/ingest_job_service";
import { expect, it } from "vitest";
import { closeSubmission } from "./job.ts";
import { itemsOf, jobOf, killedAt, piecesOf, session, submitContext, WASTES, wastesOf } from "./submit.fixture.ts";
import { submitRows } from "./submit.ts";
import { validatePiece } from "./validate.ts";

withPlant(eachTest);

const ROWS = 12;
const SIZE = 5;
/** A facility that does not exist. */
const nowhere = { facilityId: newId() };
const isBad = (index: number) => index % 7 === 3;
const someBad = () => wastesOf(ROWS, (index) => (isBad(index) ? nowhere : {}));
const stored = () => activity.rows<{ externalId: string; id: string }>(us, "wastes");

it("stores all rows as items of one job, and the refused ones as failed items", async () => {
  const submission = await session(ROWS);
  const done: number[] = [];
  const total = await submitRows(submitContext(), {
    ...submission,
    pieces: piecesOf(someBad(), SIZE),
    onPiece: ({ piece }) => void done.push(piece),
  });
  expect(total).toEqual({ stored: 10, failed: 2 });
  expect(done.sort()).toEqual([0, 1, 2]);
  const items = await itemsOf(submission.jobId);
  expect(items.map(({ index, externalId, code }) => [index, externalId, code])).toEqual(
    Array.from({ length: ROWS }, (_, index) =>
      isBad(index) ? [index, undefined, "value_error.not_found"] : [index, `row-${index}`, undefined],
    ),
  );
  expect(items[3]!.detail).toBe("facility_id: does not exist");
  await calculate((await stored()).map(({ id }) => ({ recordId: id })));
  expect(await jobOf(submission.jobId)).toMatchObject({
    status: IngestJobStatus.COMPLETED_WITH_ERRORS,
    source: IngestSource.APP,
    succeededItems: 10,
    failedItems: 2,
  });
});

it("is exact when it is killed at any call and repeated", async () => {
  let isOver = false;
  for (let call = 1; !isOver; call++) {
    for (const moment of ["before", "after"] as const) {
      const submission = await session(ROWS);
      const before = (await stored()).length;
      const { transport, calls } = killedAt(call, moment);
      const run = (context: ReturnType<typeof submitContext>) =>
        submitRows(context, { ...submission, pieces: piecesOf(someBad(), SIZE) });
      await run(submitContext(transport)).catch(() => {});
      isOver = calls() < call;
      expect(await run(submitContext())).toEqual({ stored: 10, failed: 2 });
      expect((await stored()).length - before).toBe(10);
      const items = await itemsOf(submission.jobId);
      expect(items.map(({ externalId }) => externalId)).toEqual(
        Array.from({ length: ROWS }, (_, index) => (isBad(index) ? undefined : `row-${index}`)),
      );
    }
  }
});

it("keeps the result of a piece whose rows became invalid after it was stored", async () => {
  const submission = await session(ROWS);
  await submitRows(submitContext(), { ...submission, pieces: piecesOf(wastesOf(ROWS), SIZE) });
  const invalid = wastesOf(ROWS, () => nowhere);
  const repeated = await submitRows(submitContext(), { ...submission, pieces: piecesOf(invalid, SIZE) });
  expect(repeated).toEqual({ stored: ROWS, failed: 0 });
  expect(await stored()).toHaveLength(ROWS);
});

it("fails the rows of a locked period only", async () => {
  const { organizationId: org } = us;
  await activity.db.asService(
    org,
    ({ tx }) => tx`
      insert into period_locks (organization_id, id, start_date, end_date, failed_records)
      values (${org}, ${newId()}, '2025-01-01', '2025-03-31', 0)`,
  );
  const april = { startDate: "2025-04-01", endDate: "2025-04-30" };
  const submission = await session(ROWS);
  const records = wastesOf(ROWS, (index) => (isBad(index) ? {} : april));
  expect(await submitRows(submitContext(), { ...submission, pieces: piecesOf(records, SIZE) })).toMatchObject({
    failed: 2,
  });
  const codes = (await itemsOf(submission.jobId)).flatMap(({ index, code }) => (code ? [[index, code]] : []));
  expect(codes).toEqual([
    [3, "PERIOD_LOCKED"],
    [10, "PERIOD_LOCKED"],
  ]);
});

it("waits for activity, and gives up when the job does not take the rows", async () => {
  let calls = 0;
  const unary: Transport["unary"] = (...request) => {
    if (++calls % 2 === 1) throw new ConnectError("nobody there", Code.Unavailable);
    return activity.transport.unary(...request);
  };
  const submission = await session(ROWS);
  const pieces = () => piecesOf(wastesOf(ROWS), ROWS);
  const flaky = submitContext({ ...activity.transport, unary });
  expect(await submitRows(flaky, { ...submission, pieces: pieces() })).toEqual({ stored: ROWS, failed: 0 });
  const closed = await session(ROWS);
  await closeSubmission(submitContext(), { ...closed, code: "IMPORT_FAILED", detail: "The import failed." });
  expect(await submitRows(submitContext(), { ...closed, pieces: pieces() })).toEqual({ stored: 0, failed: ROWS });
  const missing = { ...submission, jobId: newId() };
  await expect(submitRows(submitContext(), { ...missing, pieces: pieces() })).rejects.toThrow("not found");
  expect(await stored()).toHaveLength(ROWS);
});

it("validates a piece without storing it", async () => {
  const { violations, refusal, truncated } = await validatePiece(submitContext(), {
    principal: us,
    template: WASTES,
    records: someBad(),
  });
  expect([refusal, truncated]).toEqual([null, false]);
  expect(violations.map(({ index, path, type }) => [index, path, type])).toEqual([
    [3, ["facility_id"], "value_error.not_found"],
    [10, ["facility_id"], "value_error.not_found"],
  ]);
  expect(await stored()).toEqual([]);
});
