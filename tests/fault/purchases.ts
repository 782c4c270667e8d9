import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { expect } from "vitest";
import { spendFactor } from "../support/catalogue.ts";
import { fraction, over, plain, plus, rounded, times, ZERO } from "../support/fraction.ts";
import { type Answer, type Caller, unitIds, type World } from "../support/world.ts";

export const COUNT = 500;
const AT_ONCE = 16;
const RETRY_MS = 100;
/** How long after the last fault everything may take. */
export const SETTLE_MS = 60_000;
/** What a client is told while something is away, or its first request is still at work. */
const PASSING = [409, 503];
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

/** Sends again until it is accepted, under the same key and to whichever world, as a careful client does. */
export async function sendSurely(
  worldFor: () => World,
  as: Caller,
  path: string,
  body: unknown,
  key: string = newId(),
): Promise<Answer> {
  const headers = { "idempotency-key": key };
  for (;;) {
    const answer = await worldFor()
      .call("POST", path, { as, headers, body })
      .catch(() => null);
    if (answer !== null && answer.status < 300) return answer;
    if (answer !== null && !PASSING.includes(answer.status)) throw new Error(`${answer.status}: ${answer.text}`);
    await pause(RETRY_MS);
  }
}

/** So many purchases, the first ones: all have their number, and the total is the exact sum of what each must be. */
export async function expectAllCounted(world: World, as: Caller, count: number): Promise<void> {
  const total = async (filter: string) =>
    (await world.call("GET", `/v1/purchases?size=1${filter}`, { as })).json.total as number;
  await until(
    "all purchases to be calculated",
    async () => (await total("&calculation_status[]=calculated")) === count,
    SETTLE_MS,
  );
  expect(await total("")).toBe(count);
  const kg = Array.from({ length: count }, (_, i) =>
    rounded(times(fraction(amount(i)), spendFactor(SECTOR, "US")), 12),
  );
  const expected = plain(over(kg.reduce(plus, ZERO), fraction("1000")));
  for (const group of ["scope", "category", "month"]) {
    const path = `/v1/total-impacts?start_date=2025-06-01&end_date=2025-06-30&group_by=${group}`;
    const { text } = await world.call("GET", path, { as });
    expect(/"total_co2e":([\d.]+)/.exec(text)?.[1]).toBe(expected);
  }
}
