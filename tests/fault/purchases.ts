import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { expect } from "vitest";
import type { Answer, Backend, Caller } from "../support/backend.ts";
import { consumerPrices, spendFactor } from "../support/catalogue.ts";
import { fraction, over, plain, plus, rounded, significant, times, ZERO } from "../support/fraction.ts";

const RETRY_MS = 100;
/** Limit for all calculations to end after the last fault. */
export const SETTLE_MS = 120_000;
/** Temporary answers: the first request with the key is still running, or a service is unavailable. */
const RETRYABLE = [409, 503];
const SECTOR = "62";
/** Country of the organization, in whose currency the purchases are. */
const COUNTRY = "FR";

export const amount = (i: number) => `${i + 1}.07`;

export const purchaseOf = (i: number, unitId: string) => ({
  product_name: `Purchase ${i}`,
  sector: SECTOR,
  quantity: amount(i),
  unit_id: unitId,
  purchase_date: `2025-06-${String((i % 30) + 1).padStart(2, "0")}`,
  expense_type: "opex",
});

/** Retries with the same idempotency key until the request is accepted. Each attempt may go to another backend. */
export async function sendUntilAccepted(
  backendFor: () => Backend,
  as: Caller,
  path: string,
  body: unknown,
  key: string = newId(),
): Promise<Answer> {
  const headers = { "idempotency-key": key };
  for (;;) {
    const answer = await backendFor()
      .call("POST", path, { as, headers, body })
      .catch(() => null);
    if (answer !== null && answer.status < 300) return answer;
    if (answer !== null && !RETRYABLE.includes(answer.status)) throw new Error(`${answer.status}: ${answer.text}`);
    await pause(RETRY_MS);
  }
}

/** Waits until the first `count` purchases are calculated. Their total must be the exact sum of the single results. */
export async function expectAllCounted(backend: Backend, as: Caller, count: number): Promise<void> {
  const total = async (filter: string) =>
    (await backend.call("GET", `/v1/purchases?size=1${filter}`, { as })).json.total as number;
  await until(
    "all purchases to be calculated",
    async () => (await total("&calculation_status[]=calculated")) === count,
    SETTLE_MS,
  );
  expect(await total("")).toBe(count);
  // The figure is per EUR of 2023, and the newest consumer prices are of 2024.
  const [of2023, of2024] = [consumerPrices(COUNTRY, 2023), consumerPrices(COUNTRY, 2024)];
  const kg = Array.from({ length: count }, (_, i) => {
    const deflated = significant(over(times(fraction(amount(i)), of2023), of2024), 34);
    return rounded(times(deflated, spendFactor(SECTOR, COUNTRY)), 12);
  });
  const expected = plain(over(kg.reduce(plus, ZERO), fraction("1000")));
  for (const group of ["scope", "category", "month"]) {
    const path = `/v1/total-impacts?start_date=2025-06-01&end_date=2025-06-30&group_by=${group}`;
    const { text } = await backend.call("GET", path, { as });
    expect(/"total_co2e":([\d.]+)/.exec(text)?.[1]).toBe(expected);
  }
}
