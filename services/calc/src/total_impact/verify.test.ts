import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { sweepTotals } from "./sweep.ts";
import { verifyTotals } from "./verify.ts";

const COMMAND = fileURLToPath(new URL("../commands/verify-totals.ts", import.meta.url));
const log = createLogger({ service: "test", level: "silent" });
let calc: CalcService;
let org: string;
let kept: string;
let alsoKept: string;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());
beforeEach(async () => {
  org = newId();
  const records = Array.from({ length: 3 }, () => purchase({ startDate: "2024-01-30", endDate: "2024-02-02" }));
  const excluded = purchase({ excludedFromTotals: true });
  await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [...records, excluded] } }]);
  kept = records[1]!.recordId;
  alsoKept = records[2]!.recordId;
  await calc.deliver(RecordsDeletedSchema, [
    { org, value: { records: [{ recordId: records[0]!.recordId, revision: 2 }] } },
  ]);
});

const verify = (repair: boolean, of = org) => verifyTotals(calc.db, of, { repair });
/** A lost change of a day, a doubled month, a row that nothing explains, and two lost changes of a series. */
const spoil = () =>
  calc.db.asService(org, async ({ tx }) => {
    await tx`update daily_totals set co2e_kg = co2e_kg - 1 where organization_id = ${org} and day = '2024-02-01'`;
    await tx`update monthly_totals set ch4_kg = 2 * ch4_kg where organization_id = ${org} and month = '2024-01-01'`;
    await tx`
      insert into daily_totals (organization_id, day, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
      values (${org}, '2025-07-01', 1, 'combustion', 5, 0, 0, 0, 0)`;
    await tx`update series_months set co2e_ar5_kg = 0 where organization_id = ${org} and month = '2024-02-01'`;
    await tx`delete from series_steps where organization_id = ${org} and day = '2024-02-02'`;
    await tx`update record_counts set starting = 7 where organization_id = ${org} and outcome = 'calculated' and starting > 0`;
  });

/** As after the update from a version without series. */
const forgetSeries = () =>
  calc.owner.begin(async (tx) => {
    for (const table of ["impacts", "emission_series"]) await tx`alter table ${tx(table)} disable trigger append_only`;
    await tx`select set_config('app.organization', ${org}, true), set_config('app.organizations', ${`{${org}}`}, true)`;
    await tx`update impacts set series_id = null where organization_id = ${org}`;
    await tx`update current_records set outcome = null, start_date = null, end_date = null, marks = null`;
    for (const table of ["emission_series", "series_months", "series_steps", "record_counts"])
      await tx`delete from ${tx(table)} where organization_id = ${org}`;
    for (const table of ["impacts", "emission_series"]) await tx`alter table ${tx(table)} enable trigger append_only`;
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
    const [series] = await calc.db.asService(org, ({ tx }) => tx<{ id: string }[]>`select id from emission_series`);
    expect(found.map(({ period, from, of }) => [period, from, of])).toEqual([
      ["day", "2024-02-01", "scope 3 purchases"],
      ["day", "2025-07-01", "scope 1 combustion"],
      ["month", "2024-01-01", "scope 3 purchases"],
      ["series month", "2024-02-01", series!.id],
      ["series step", "2024-02-02", series!.id],
      ["count", "2024-01-30", "calculated basis_differs"],
    ]);
    expect(found[1]).toMatchObject({ expected: "0", actual: "5.000000000000" });
    expect(await verify(true)).toEqual(found);
    expect(await verify(false)).toEqual([]);
  });

  it("adds the amounts of records that an earlier version stored, and corrects those that differ", async () => {
    const input = { startDate: "2024-01-31", endDate: "2024-02-01", category: "electricity", quantity: kWh("5.5") };
    const invoice = purchase({
      ...input,
      entityType: EntityType.INVOICES,
      selector: inLibrary("electricity_residual_mix"),
    });
    await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [invoice] } }]);
    expect(await verify(false)).toEqual([]);
    await calc.db.asService(org, async ({ tx }) => {
      await tx`delete from amount_months where organization_id = ${org}`;
      await tx`update amount_steps set amount = 3 where organization_id = ${org} and day = '2024-01-31'`;
    });
    const found = await verify(true);
    expect(found.map(({ period, from, unit, expected }) => [period, from, unit, expected])).toEqual([
      ["amount month", "2024-01-01", "kWh", "2.750000000000"],
      ["amount month", "2024-02-01", "kWh", "2.750000000000"],
      ["amount step", "2024-01-31", "kWh", "2.750000000000"],
    ]);
    expect(await verify(false)).toEqual([]);
  });

  it("adds the series of impacts that an earlier version stored without one", async () => {
    const totals = () =>
      calc.db.asService(
        org,
        ({ tx }) => tx`
        select s.*, m.*, t.* from emission_series s
        join series_months m on m.series_id = s.id left join series_steps t on t.series_id = s.id
        where m.co2e_kg <> 0 and t.co2e_kg <> 0 order by s.id, m.month, t.day`,
      );
    const counts = () =>
      calc.db.asService(
        org,
        ({ tx }) => tx`select * from record_counts where starting <> 0 or ending <> 0 order by day, outcome, marks`,
      );
    const [before, countsBefore] = [await totals(), await counts()];
    await forgetSeries();
    const found = await verify(true);
    expect(found.map(({ period }) => period)).toContain("series month");
    expect(await totals()).toEqual(before);
    expect(await counts()).toEqual(countsBefore);
    expect(await verify(false)).toEqual([]);
  });

  it("and a deletion take the same amounts of such impacts", async () => {
    await forgetSeries();
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: [{ recordId: kept, revision: 2 }] } }]);
    await verify(true);
    expect(await verify(false)).toEqual([]);
    await forgetSeries();
    await verify(true);
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: [{ recordId: alsoKept, revision: 2 }] } }]);
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
