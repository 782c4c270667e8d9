import { until } from "@emissions/testkit/poll";
import { expect } from "vitest";
import { spendFactor } from "../support/catalogue.ts";
import { fraction, over, plain, plus, rounded, times, ZERO } from "../support/fraction.ts";
import { type Caller, unitIds, type World } from "../support/world.ts";

export const COUNT = 500;
const AT_ONCE = 16;
const SECTOR = "541511";

export const amount = (i: number) => `${i + 1}.07`;

export const purchaseOf = (i: number, unitId: string) => ({
  product_name: `Purchase ${i}`,
  sector: SECTOR,
  quantity: amount(i),
  unit_id: unitId,
  purchase_date: `2025-06-${String((i % 30) + 1).padStart(2, "0")}`,
  expense_type: "opex",
});

/** Creates purchases, several at once, and calls `midway` when half of them are accepted. */
export async function createMany(world: World, as: Caller, midway: () => Promise<unknown>): Promise<string[]> {
  const unit = await unitIds(world, as);
  const ids: string[] = [];
  let next = 0;
  let fault: Promise<unknown> | undefined;
  const work = async () => {
    for (let i = next++; i < COUNT; i = next++) {
      const { status, json } = await world.call("POST", "/v1/purchases", { as, body: purchaseOf(i, unit("USD")) });
      expect(status).toBe(201);
      ids.push(json.id);
      if (ids.length === COUNT / 2) fault = midway();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await fault;
  return ids;
}

/** Every purchase has its number, and the total is the exact sum of what each must be. */
export async function expectAllCounted(world: World, as: Caller, ids: readonly string[]): Promise<void> {
  await until(
    "all purchases to be calculated",
    async () => {
      const { json } = await world.call("GET", "/v1/purchases?calculation_status[]=calculated&size=1", { as });
      return json.total === ids.length;
    },
    60_000,
  );
  await expectTotals(
    world,
    as,
    Array.from({ length: COUNT }, (_, i) => amount(i)),
  );
}

/** The totals of the month are the exact sum of what each amount must come to. */
export async function expectTotals(world: World, as: Caller, amounts: readonly string[]): Promise<void> {
  const kg = amounts.map((money) => rounded(times(fraction(money), spendFactor(SECTOR, "US")), 12));
  const expected = plain(over(kg.reduce(plus, ZERO), fraction("1000")));
  for (const group of ["scope", "category", "month"]) {
    const path = `/v1/total-impacts?start_date=2025-06-01&end_date=2025-06-30&group_by=${group}`;
    const { text } = await world.call("GET", path, { as });
    expect(/"total_co2e":([\d.]+)/.exec(text)?.[1]).toBe(expected);
  }
}
