import { create } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
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

/** By this connection, since it last told the statistics. */
async function updatesOf(tx: Tx, table: string) {
  const [row] = await tx<[{ rows: number; withoutIndex: number }]>`
    select n_tup_upd::int as rows, n_tup_hot_upd::int as without_index from pg_stat_xact_user_tables
    where schemaname = 'activity' and relname = ${table}`;
  return row;
}

describe("a result that arrives", () => {
  it("stands on the record to the last digit, and ends the waiting", async () => {
    const id = await buy();
    await arrive(number(id));
    expect(await read(id)).toMatchObject({
      calculationStatus: CalculationStatus.CALCULATED,
      co2e: { value: "25.000000000001" },
      exchangeRateToEur: { value: "1.0881" },
      exchangeRateDate: "2024-03-05",
      // Sent as spend based; the factor says otherwise.
      purchaseType: PurchaseType.AVERAGE_DATA,
    });
    expect(await pending()).toEqual([]);
  });

  it("says why there is no number", async () => {
    const id = await buy();
    await arrive(failure(id, "SECTOR_NOT_MAPPED"));
    expect(await read(id)).toMatchObject({
      calculationStatus: CalculationStatus.FAILED,
      calculationErrorCode: "SECTOR_NOT_MAPPED",
      purchaseType: PurchaseType.SPEND_BASED,
    });
    expect(await pending()).toEqual([]);
  });

  it("says so even when it came without a reason", async () => {
    const id = await buy();
    await arrive(failure(id, ""));
    expect(await read(id)).toMatchObject({ calculationErrorCode: "CALCULATION_FAILED" });
  });

  it("writes to no index when it is a number", async () => {
    const [first, second] = [await buy(), await buy()];
    const results = [number(first), number(second)].map((result) =>
      create(RecordsCalculatedSchema, { results: [result] }),
    );
    const [before, after] = await activity.db.asService(us.organizationId, async (write) => {
      const before = await updatesOf(write.tx, "purchases");
      await resultConsumer(kinds).handle(write, results);
      return [before, await updatesOf(write.tx, "purchases")];
    });
    expect(after!.rows - before!.rows).toBe(2);
    expect(after!.withoutIndex - before!.withoutIndex).toBe(2);
  });

  it("is left out when it is for an older revision, and the record goes on waiting", async () => {
    const id = await buy();
    await purchases().updatePurchase({ id, updateMask: { paths: ["sector"] }, sector: "62.01" });
    await arrive(number(id));
    expect(await read(id)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(await pending()).toMatchObject([{ recordId: id }]);
    await arrive(number(id), number(id, { revision: 2, co2e: { value: "7" } }));
    expect(await read(id)).toMatchObject({ co2e: { value: "7" } });
  });

  it("does not take the place of a number when it is a failure of the same revision", async () => {
    const [first, second] = [await buy(), await buy()];
    await arrive(number(first));
    await arrive(failure(first, "CALCULATION_FAILED"), number(second), failure(second, "CALCULATION_FAILED"));
    expect(await read(first)).toMatchObject({ co2e: { value: "25.000000000001" } });
    expect(await read(second)).toMatchObject({ co2e: { value: "25.000000000001" } });
  });

  it("for a record of another organization changes nothing", async () => {
    const them = await activity.organization();
    const id = await buy(them);
    await arrive(number(id));
    const { purchase } = await purchases(them).getPurchase({ id });
    expect(purchase).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(await pending(them)).toHaveLength(1);
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

  it("announces a record again, as it is stored, once it has waited for too long", async () => {
    const id = await buy();
    await sweep();
    expect(await announced()).toHaveLength(1);
    await longAgo();
    await sweep();
    await sweep();
    const [first, second, ...more] = await announced();
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    expect(await pending()).toMatchObject([{ recordId: id, tries: 1 }]);
  });

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
