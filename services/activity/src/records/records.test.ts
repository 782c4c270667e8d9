import { create } from "@bufbuild/protobuf";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import { EntityType, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { RecordsDelayedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { kinds } from "../kinds.ts";
import { type Records, recordsOf } from "./guarantees/records-of.fixture.ts";
import { samples } from "./guarantees/samples.fixture.ts";
import { passTime, sweep } from "./records.fixture.ts";
import { delayConsumer } from "./results.ts";
import { TRIES_MAX } from "./sweep.ts";

let purchases: Records;
eachTest(async () => {
  purchases = await recordsOf(samples[0]!);
});

describe("the sweep of waiting records", () => {
  const announced = async () => (await activity.events(us, RecordsStoredSchema)).map(({ records }) => records);

  it("waits for as long as calc is away, and announces the record once more in that time", async () => {
    const { id } = await purchases.add();
    for (let round = 0; round <= 2 * TRIES_MAX; round++) {
      await passTime();
      await sweep();
    }
    expect(await purchases.get(id)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
    expect(await announced()).toHaveLength(2);
    await activity.hear();
    await passTime();
    await sweep();
    expect(await announced()).toHaveLength(3);
    expect(await purchases.pending()).toMatchObject([{ recordId: id, tries: 2 }]);
  });

  it("ends a record as failed after the last try, and a result that comes later still counts", async () => {
    const { id } = await purchases.add();
    for (let round = 0; round <= TRIES_MAX; round++) {
      expect(await purchases.get(id)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
      await passTime();
      await activity.hear();
      await sweep();
    }
    expect(await announced()).toHaveLength(1 + TRIES_MAX);
    expect(await purchases.get(id)).toMatchObject({
      calculationStatus: CalculationStatus.FAILED,
      calculationErrorCode: "CALCULATION_FAILED",
    });
    expect(await purchases.pending()).toEqual([]);
    await purchases.calculate({ id });
    expect(await purchases.get(id)).toMatchObject({ calculationStatus: CalculationStatus.CALCULATED });
  });

  it("does not fail a record that calc says is delayed, and announces it less often", async () => {
    const { id } = await purchases.add();
    const records = [{ recordId: id, revision: 1, entityType: EntityType.PURCHASES }];
    for (let round = 0; round <= TRIES_MAX; round++) {
      await passTime();
      await activity.hear();
      await sweep();
      await activity.db.asService(us.organizationId, (write) =>
        delayConsumer(kinds).handle(write, [create(RecordsDelayedSchema, { records })]),
      );
      await sweep();
    }
    expect(await announced()).toHaveLength(1 + TRIES_MAX + 1);
    expect(await purchases.pending()).toMatchObject([{ recordId: id, tries: 0 }]);
    expect(await purchases.get(id)).toMatchObject({ calculationStatus: CalculationStatus.PENDING });
  });

  it("forgets what waits for a record that is gone", async () => {
    const { id } = await purchases.add();
    await activity.db.asService(us.organizationId, ({ tx }) => tx`delete from purchases where id = ${id}`);
    await passTime();
    await sweep();
    expect(await purchases.pending()).toEqual([]);
  });
});
