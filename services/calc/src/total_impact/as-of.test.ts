import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { addDays } from "@emissions/quantity/period";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { verifyTotals } from "./verify.ts";

let calc: CalcService;
const org = newId();
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

const GROUPS = [GroupBy.SCOPE, GroupBy.CATEGORY, GroupBy.MONTH, GroupBy.GHG_CATEGORY, GroupBy.SOURCE];
const random = (below: number) => Math.floor(Math.random() * below);

interface Question {
  startDate: string;
  endDate: string;
  groupBy: GroupBy;
}

async function ask(question: Question, asOf?: Date) {
  const request = { ...question, ...(asOf && { asOf: timestampFromDate(asOf) }) };
  const { summary } = await calc.totals.getTotalImpacts(request, calc.by(org));
  return [summary!.totalCo2e!.value, summary!.items.map((item) => JSON.stringify(item))];
}

/** Postgres keeps microseconds, and the clock of JavaScript milliseconds. */
const nextMillisecond = () => new Promise((done) => setTimeout(done, 3));

function questionAtRandom(): Question {
  const startDate = addDays("2023-11-01", random(700));
  return { startDate, endDate: addDays(startDate, random(500)), groupBy: GROUPS[random(GROUPS.length)]! };
}

it("totals as of an instant are those that were read at that instant, before and after 1,000 changes", async () => {
  const records = new Map<string, { revision: number; deleted: boolean }>();
  const read: { at: Date; question: Question; answer: unknown }[] = [];
  for (let round = 0; round < 50; round++) {
    const stored = Array.from({ length: 20 }, () => storedAtRandom(records));
    await calc.deliver(RecordsStoredSchema, [{ org, value: { records: stored } }]);
    if (round % 5 === 4)
      await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: deletedAtRandom(records) } }]);
    await nextMillisecond();
    const question = questionAtRandom();
    read.push({ at: new Date(), question, answer: await ask(question) });
  }
  for (const { at, question, answer } of read) expect(await ask(question, at)).toEqual(answer);
  expect(await verifyTotals(calc.db, org, { repair: false })).toEqual([]);
});

/** A new record, or the next revision of one. */
function storedAtRandom(records: Map<string, { revision: number; deleted: boolean }>) {
  const known = [...records].filter(([, { deleted }]) => !deleted);
  const [recordId, { revision }] = (random(2) === 0 && known[random(known.length)]) || [newId(), { revision: 0 }];
  records.set(recordId, { revision: revision + 1, deleted: false });
  const startDate = addDays("2023-12-01", random(600));
  return purchase({
    recordId,
    revision: revision + 1,
    category: "combustion",
    quantity: kWh(`${random(100_000)}.${random(1_000)}`),
    selector: inLibrary(random(2) === 0 ? "fuels" : "electricity_location"),
    startDate,
    endDate: addDays(startDate, random(400)),
    excludedFromTotals: random(10) === 0,
  });
}

function deletedAtRandom(records: Map<string, { revision: number; deleted: boolean }>) {
  const [recordId, { revision }] = [...records].filter(([, { deleted }]) => !deleted)[0]!;
  records.set(recordId, { revision: revision + 1, deleted: true });
  return [{ recordId, revision: revision + 1 }];
}

it("an instant before changes were kept is refused", async () => {
  const question = { startDate: "2024-01-01", endDate: "2024-12-31", groupBy: GroupBy.SCOPE };
  await expect(ask(question, new Date("2020-01-01T00:00:00Z"))).rejects.toThrow(/Totals are known from/);
});
