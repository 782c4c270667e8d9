import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import { RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, purchase } from "../record/record.fixture.ts";
import { sweepTotals } from "./sweep.ts";
import { verifyTotals } from "./verify.ts";

const COMMAND = fileURLToPath(new URL("../commands/verify-totals.ts", import.meta.url));
const log = createLogger({ service: "test", level: "silent" });
let calc: CalcService;
let org: string;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());
beforeEach(async () => {
  org = newId();
  const records = Array.from({ length: 3 }, () => purchase({ startDate: "2024-01-30", endDate: "2024-02-02" }));
  const excluded = purchase({ excludedFromTotals: true });
  await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [...records, excluded] } }]);
  await calc.deliver(RecordsDeletedSchema, [
    { org, value: { records: [{ recordId: records[0]!.recordId, revision: 2 }] } },
  ]);
});

const verify = (repair: boolean, of = org) => verifyTotals(calc.db, of, { repair });
/** A lost change of a day, a doubled month, and a row that nothing explains. */
const spoil = () =>
  calc.db.asService(org, async ({ tx }) => {
    await tx`update daily_totals set co2e_kg = co2e_kg - 1 where organization_id = ${org} and day = '2024-02-01'`;
    await tx`update monthly_totals set ch4_kg = 2 * ch4_kg where organization_id = ${org} and month = '2024-01-01'`;
    await tx`
      insert into daily_totals (organization_id, day, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
      values (${org}, '2025-07-01', 1, 'combustion', 5, 0, 0, 0, 0)`;
  });

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const env = { ...process.env, DATABASE_URL: calc.url };
  const ended = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env }).catch((error) => error);
  return { code: ended.code ?? 0, lines: ended.stdout.trim().split("\n") };
}

describe("the verification of totals", () => {
  it("finds no difference after records were stored, excluded and deleted", async () => {
    expect(await verify(false)).toEqual([]);
  });

  it("finds each row that differs in any mass, and corrects all of them", async () => {
    await spoil();
    const found = await verify(false);
    expect(found.map(({ period, from, scope, category }) => [period, from, scope, category])).toEqual([
      ["day", "2024-02-01", 3, "purchases"],
      ["day", "2025-07-01", 1, "combustion"],
      ["month", "2024-01-01", 3, "purchases"],
    ]);
    expect(found[1]).toMatchObject({ expected: "0", actual: "5.000000000000" });
    expect(await verify(true)).toEqual(found);
    expect(await verify(false)).toEqual([]);
  });

  it("corrects exactly while records are stored", async () => {
    await spoil();
    const store = () => calc.deliver(RecordsStoredSchema, [{ org, value: { records: [purchase()] } }]);
    await Promise.all([verify(true), verify(true), ...Array.from({ length: 10 }, store)]);
    expect(await verify(false)).toEqual([]);
  });

  it("every night corrects all organizations, and each once", async () => {
    await spoil();
    const other = newId();
    await calc.deliver(RecordsStoredSchema, [{ org: other, value: { records: [purchase()] } }]);
    const sweep = () => sweepTotals({ db: calc.db, log }, new AbortController().signal);
    await sweep();
    expect([await verify(false), await verify(false, other)]).toEqual([[], []]);
    await calc.db.asService(
      org,
      ({ tx }) => tx`update daily_totals set co2e_kg = co2e_kg + 1 where day = '2024-02-01'`,
    );
    await sweep();
    expect(await verify(false)).toHaveLength(1);
  });

  it("as a command prints the differences, and exits with 1 unless it corrects them", async () => {
    await verify(true);
    await spoil();
    const found = await run();
    expect(found.code).toBe(1);
    expect(found.lines).toContain(`${org} day 2025-07-01 scope 1 combustion: 5.000000000000 kg stored, 0 kg expected`);
    expect((await run("--repair")).code).toBe(0);
    const after = await run();
    expect([after.code, after.lines.at(-1)]).toEqual([0, expect.stringContaining(" 0 differences")]);
  });
});
