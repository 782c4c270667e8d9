import { create } from "@bufbuild/protobuf";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { DeletionsAppliedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { laptops } from "../purchase/purchase.fixture.ts";
import { deletionConsumer, sweepDeletions } from "./pending-deletions.ts";

eachTest();

const OVERDUE_S = 30;
const sweep = () => sweepDeletions({ db: activity.db, overdueS: OVERDUE_S }, new AbortController().signal);
const announced = () => activity.events(us, RecordsDeletedSchema);
const pending = () => activity.rows<{ id: string; tries: number }>(us, "pending_deletions");
const wait = (seconds: number) =>
  activity.db.asService(
    us.organizationId,
    ({ tx }) => tx`update pending_deletions set since = since - make_interval(secs => ${seconds})`,
  );
const confirm = (deletionIds: string[]) =>
  activity.db.asService(us.organizationId, (write) =>
    deletionConsumer.handle(write, [create(DeletionsAppliedSchema, { deletionIds })]),
  );

async function deletePurchase(): Promise<string> {
  const purchases = activity.as(us, PurchaseService);
  const { id } = (await purchases.createPurchase(laptops)).purchase!;
  await purchases.deletePurchase({ id });
  return id;
}

describe("a deletion that calc has not confirmed", () => {
  it("is announced again with the same id and records, until calc confirms it", async () => {
    const recordId = await deletePurchase();
    await sweep();
    expect(await announced()).toMatchObject([{ records: [{ recordId, revision: 2 }] }]);
    await wait(OVERDUE_S + 1);
    await sweep();
    const [first, again, ...others] = await announced();
    expect([again, others]).toEqual([first, []]);
    await confirm([first!.deletionId]);
    expect(await pending()).toEqual([]);
    await wait(OVERDUE_S + 1);
    await sweep();
    expect(await announced()).toHaveLength(2);
  });

  it("is announced after growing pauses, without end", async () => {
    await deletePurchase();
    const pauses: number[] = [];
    for (let tries = 1; tries <= 8; tries++) {
      let seconds = 0;
      while ((await pending())[0]!.tries < tries) {
        await wait(OVERDUE_S);
        seconds += OVERDUE_S;
        await sweep();
      }
      pauses.push(seconds);
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600, 600]);
  });

  it("of another organization is not confirmed", async () => {
    await deletePurchase();
    const { id } = (await pending())[0]!;
    const other = await activity.organization();
    await activity.db.asService(other.organizationId, (write) =>
      deletionConsumer.handle(write, [create(DeletionsAppliedSchema, { deletionIds: [id] })]),
    );
    expect(await pending()).toHaveLength(1);
  });
});
