import { newId } from "@emissions/kit/process/id";
import { type RecordInput, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
const [org, child, withoutActivity] = [newId(), newId(), newId()];
const group = adminOf(org, { descendants: [child, withoutActivity] });

/** Kilograms of 1,000 yen: 1000 / 162.5 * 1.08 * 0.353. */
const KG_OF_PURCHASE = "2.346092307692";

/** A purchase of a sector with that category, as the selection of factors answers it. */
const bought = (sector: string): RecordInput =>
  purchase({ selector: { kind: { case: "spend", value: { sector, country: "JP" } } } });
const recorded = (category: string, library: string): RecordInput =>
  purchase({ category, quantity: kWh("1000"), selector: inLibrary(library) });

beforeAll(async () => {
  calc = await calcService((request) => {
    const { resolutions } = factors.resolveFactors(request);
    const categoryOf = (at: number) => {
      const { kind } = request.selections[at]!.selector!;
      return kind.case === "spend" && kind.value.sector.includes("_") ? { ghgCategory: kind.value.sector } : {};
    };
    return { resolutions: resolutions.map((resolution, at) => ({ ...resolution, ...categoryOf(at) })) };
  });
  const goods = bought("4711");
  const freight = bought("upstream_transportation_and_distribution");
  const ours = [goods, freight, recorded("goods_received", "freight"), bought("waste_generated_in_operations")];
  const theirs = [bought("upstream_leased_assets"), recorded("combustion", "fuels")];
  const others = [bought("upstream_transportation_and_distribution"), bought("business_travel")];
  await calc.deliver(RecordsStoredSchema, [
    { org, value: { records: ours } },
    { org: child, value: { records: theirs } },
    { org: withoutActivity, value: { records: others } },
  ]);
});
afterAll(() => calc.drop());

const RANGE = { startDate: "2024-01-01", endDate: "2024-12-31" };
const kg = (tonnes: string | undefined) => String(Number(tonnes) * 1000);

async function overlaps(includeChildren: boolean) {
  const request = { ...RANGE, groupBy: GroupBy.SCOPE, coverage: true, includeChildren };
  const { summary } = await calc.totals.getTotalImpacts(request, calc.by(group));
  return summary!.coverage!.spendOverlaps.map(
    ({ ghgCategory, purchasesCo2e, activityCo2e }) =>
      `${ghgCategory} ${kg(purchasesCo2e?.value)} ${kg(activityCo2e?.value)}`,
  );
}

it("purchases of freight beside recorded freight are a warning with the tonnes of both", async () => {
  expect(await overlaps(false)).toEqual([`upstream_transportation_and_distribution ${KG_OF_PURCHASE} 100`]);
});

it("of a group only organizations that have both count, and leases stand beside the energy of the assets", async () => {
  expect(await overlaps(true)).toEqual([
    `upstream_transportation_and_distribution ${KG_OF_PURCHASE} 100`,
    `upstream_leased_assets ${KG_OF_PURCHASE} 200`,
  ]);
});

it("the inventory has the warning, too", async () => {
  const { inventory } = await calc.inventories.getInventory(RANGE, calc.by(group));
  expect(inventory!.coverage!.spendOverlaps).toMatchObject([
    { ghgCategory: "upstream_transportation_and_distribution", activityCo2e: { value: "0.1" } },
  ]);
});
