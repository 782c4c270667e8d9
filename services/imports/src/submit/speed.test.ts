// Short by default. In full: `SUBMIT_ROWS=100000 npm test services/imports/src/submit/speed.test.ts`
import { activity, eachTest, us } from "@emissions/activity/activity.fixture";
import { withPlant } from "@emissions/activity/waste/waste.fixture";
import { expect, it } from "vitest";
import { PIECE_RECORDS_MAX } from "./limits.ts";
import { jobOf, piecesOf, session, submitContext, WASTES, wastesOf } from "./submit.fixture.ts";
import { submitRows } from "./submit.ts";
import { validatePiece } from "./validate.ts";

withPlant(eachTest);

const ROWS = Number(process.env.SUBMIT_ROWS ?? 2_000);
const SIZE = Math.min(PIECE_RECORDS_MAX, ROWS / 4);
const TEST_TIMEOUT_MS = 300_000;
/** Most records of a second that the slowest machine must store. */
const ROWS_PER_S_MIN = 300;
const MIB = 1024 ** 2;

it(
  `stores ${ROWS} wastes in pieces`,
  async () => {
    const records = wastesOf(ROWS);
    let peak = 0;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const timed = async (work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      return (performance.now() - begun) / 1_000;
    };
    const validated = await timed(async () => {
      for await (const { records: some } of piecesOf(records, SIZE)) {
        const { violations } = await validatePiece(submitContext(), { principal: us, template: WASTES, records: some });
        expect(violations).toEqual([]);
      }
    });
    const submission = await session(ROWS);
    const submitted = await timed(() =>
      submitRows(submitContext(), { ...submission, pieces: piecesOf(records, SIZE) }),
    );
    clearInterval(timer);
    expect(await jobOf(submission.jobId)).toMatchObject({ totalItems: ROWS });
    expect((await activity.rows(us, "wastes")).length).toBe(ROWS);
    if (process.env.SUBMIT_ROWS) {
      const mib = Math.round(peak / MIB);
      console.log(`validated ${validated.toFixed(1)} s, submitted ${submitted.toFixed(1)} s, ${mib} MiB with activity`);
    }
    expect(ROWS / submitted).toBeGreaterThan(ROWS_PER_S_MIN);
  },
  TEST_TIMEOUT_MS,
);
