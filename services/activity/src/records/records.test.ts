import { create } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import { PurchaseService, PurchaseType } from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { EntityType, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest } from "../activity.fixture.ts";
import { kinds } from "../kinds.ts";
import { laptops } from "../purchase/purchase.fixture.ts";
import { resultConsumer } from "./results.ts";
import { sweepPending, TRIES_MAX } from "./sweep.ts";

let activity: Activity;
let us: Principal;

eachTest((ours) => {
  ({ activity, us } = ours);
});

const purchases = (principal = us) => activity.as(principal, PurchaseService);
async function buy(principal = us) {
  return (await purchases(principal).createPurchase(laptops)).purchase!.id;
}
const read = async (id: string) => (await purchases().getPurchase({ id })).purchase!;
const pending = (principal = us) =>
  activity.rows<{ recordId: string; tries: number }>(principal, "pending_calculations");

const number = (recordId: string, values = {}) => ({
  recordId,
  revision: 1,
  entityType: EntityType.PURCHASES,
  status: CalculationOutcome.CALCULATED,
  co2e: { value: "25.000000000001" },
  method: FactorMethod.AVERAGE_DATA,
  exchangeRate: { currency: "USD", rate: { value: "1.0881" }, rateDate: "2024-03-05" },
  ...values,
});
const failure = (recordId: string, errorCode: string) => ({
  ...number(recordId, { co2e: undefined, exchangeRate: undefined, method: 0 }),
  status: CalculationOutcome.FAILED,
  errorCode,
});
/** Results in events of one each, as one batch. */
const arrive = (...results: object[]) =>
  activity.db.asService(us.organizationId, (write) =>
    resultConsumer(kinds).handle(
      write,
      results.map((result) => create(RecordsCalculatedSchema, { results: [result] })),
    ),
  );

describe("a result of a purchase", () => {
  it("has the rate and the method of the factor; a failure has neither", async () => {
    const [priced, failed] = [await buy(), await buy()];
    await arrive(number(priced), failure(failed, "SECTOR_NOT_MAPPED"));
    expect(await read(priced)).toMatchObject({
      exchangeRateToEur: { value: "1.0881" },
      exchangeRateDate: "2024-03-05",
      // Sent as spend based; the factor says otherwise.
      purchaseType: PurchaseType.AVERAGE_DATA,
    });
    const { purchaseType, exchangeRateToEur } = await read(failed);
    expect([purchaseType, exchangeRateToEur]).toEqual([PurchaseType.SPEND_BASED, undefined]);
  });
});

describe("the sweep of waiting records", () => {
  const sweep = () => sweepPending({ context: activity.context, kinds, overdueS: 30 }, new AbortController().signal);
  const longAgo = () =>
    activity.db.asService(
      us.organizationId,
      ({ tx }) => tx`update pending_calculations set since = now() - interval '31 seconds'`,
    );
  const announced = async () => (await activity.events(us, RecordsStoredSchema)).map(({ records }) => records);

  it("waits for as long as calc is away, and announces the record once more in that time", async () => {
    const id = await buy();
    for (let round = 0; round <= 2 * TRIES_MAX; round++) {
      await longAgo();
      await sweep();
    }
    expect(await read(id)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(await announced()).toHaveLength(2);
    await activity.hear(us);
    await longAgo();
    await sweep();
    expect(await announced()).toHaveLength(3);
    expect(await pending()).toMatchObject([{ recordId: id, tries: 2 }]);
  });

  it("ends a record as failed after the last try, and a result that comes later still counts", async () => {
    const id = await buy();
    for (let round = 0; round <= TRIES_MAX; round++) {
      expect(await read(id)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
      await longAgo();
      await activity.hear(us);
      await sweep();
    }
    expect(await announced()).toHaveLength(1 + TRIES_MAX);
    expect(await read(id)).toMatchObject({
      calculationStatus: CalculationStatus.FAILED,
      calculationErrorCode: "CALCULATION_FAILED",
    });
    expect(await pending()).toEqual([]);
    await arrive(number(id));
    expect(await read(id)).toMatchObject({ calculationStatus: CalculationStatus.CALCULATED });
  });

  it("forgets what waits for a record that is gone", async () => {
    const id = await buy();
    await activity.db.asService(us.organizationId, ({ tx }) => tx`delete from purchases where id = ${id}`);
    await longAgo();
    await sweep();
    expect(await pending()).toEqual([]);
  });
});
