import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

const YEAR = { startDate: "2024-01-01", endDate: "2024-12-31" };

async function burn(org: string, category: string, amount: string, fields = {}) {
  const burned = { category: "combustion", quantity: kWh(amount), selector: inLibrary(category) };
  const record = purchase({ ...burned, ...fields });
  await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [record] } }]);
  return record.recordId;
}

async function inventoryOf(org: string, { share = "1", asOf }: { share?: string; asOf?: Date } = {}) {
  const holdings = [{ ...YEAR, organizationId: org, name: "Ours", share: { value: share }, stated: true }];
  const request = { ...YEAR, holdings, ...(asOf && { asOf: timestampFromDate(asOf) }) };
  return (await calc.inventories.getInventory(request, calc.by(org))).inventory!;
}

it("biogenic CO2 is in the inventory where the CO2e is zero", async () => {
  const org = newId();
  await burn(org, "biomass", "1000");
  const { biogenicCo2, scope1 } = await inventoryOf(org);
  expect([biogenicCo2!.scope1!.value, scope1!.co2e!.value]).toEqual(["0.4", "0"]);
});

it("the inventory of an earlier instant counts the share of an organization", async () => {
  const org = newId();
  const recordId = await burn(org, "fuels", "1000");
  // Postgres keeps microseconds, and the clock of JavaScript milliseconds.
  const [{ instant }] = await calc.sql<[{ instant: Date }]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as instant`;
  await calc.sql`select pg_sleep(0.005)`;
  await burn(org, "fuels", "3000", { recordId, revision: 2 });
  const totalOf = async (asOf?: Date) =>
    (await inventoryOf(org, { share: "0.25", ...(asOf && { asOf }) })).totalMarketBased!.value;
  expect([await totalOf(), await totalOf(instant)]).toEqual(["0.15", "0.05"]);
});
