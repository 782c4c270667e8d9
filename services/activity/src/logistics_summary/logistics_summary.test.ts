import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { LogisticsSummaryService } from "@emissions/proto/activity/v1/logistics_summary_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterEach, expect, it, vi } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { addHub, hubs } from "../logistic_hub/logistic_hub.fixture.ts";
import { calculateLegs, legOf, removeLegs, storeLegs } from "../logistics_package/legs.fixture.ts";
import { DIESEL, recharge, recharges } from "../logistics_recharge/logistics_recharge.fixture.ts";
import { enqueueLeg } from "../logistics_request/logistics_request.fixture.ts";
import { addProject } from "../project/project.fixture.ts";

eachTest();
afterEach(() => {
  vi.useRealTimers();
});

const summary = async (projectId = "", as = us) =>
  (await activity.as(as, LogisticsSummaryService).getLogisticsSummary({ projectId })).logisticsSummary!;
const requests = async () => {
  const { count, lastUpdated } = (await summary()).requests!;
  return { count: Number(count), at: lastUpdated && timestampDate(lastUpdated) };
};

it("counts requests exactly through concurrent creations, repeats, results and deletions", async () => {
  expect(await requests()).toEqual({ count: 0, at: undefined });
  const repeated = legOf();
  const several = () => storeLegs([legOf(), legOf({ packageKey: undefined }), repeated]);
  const stored = await Promise.all(Array.from({ length: 20 }, several));
  expect((await requests()).count).toBe(41);
  const ids = stored.flat().map(({ id }) => id);
  await calculateLegs([{ recordId: ids[0]!, co2e: "1" }]);
  // One of the first two is refused, because its legs are gone.
  await Promise.allSettled([removeLegs(ids.slice(0, 2)), removeLegs(ids.slice(0, 2)), removeLegs(ids.slice(3, 5))]);
  expect((await requests()).count).toBe(37);
  const failed = activity.db.asService(us.organizationId, async ({ tx }) => {
    await tx`delete from logistics_requests`;
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect((await requests()).count).toBe(37);
});

it("says when a request was last created or replaced", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-01T00:00:00Z") });
  const repeated = legOf();
  const first = await enqueueLeg(repeated);
  await calculateLegs([{ recordId: first.id }]);
  expect((await requests()).at?.toISOString()).toBe("2026-10-01T00:00:00.000Z");
  for (const [day, leg] of [
    ["2026-10-02", repeated],
    ["2026-10-03", legOf()],
  ] as const) {
    vi.setSystemTime(new Date(day));
    await enqueueLeg(leg);
    expect((await requests()).at?.toISOString()).toBe(`${day}T00:00:00.000Z`);
  }
});

it("counts recharges and hubs, and with a project no hubs", async () => {
  const projectId = await addProject();
  const first = await recharge({ ...DIESEL, projectId });
  for (const vehicleLicensePlate of ["1", "2", "2"]) await recharge({ ...DIESEL, vehicleLicensePlate });
  const { id } = await addHub();
  await addHub({ name: "Second" });
  await hubs().deleteLogisticHub({ logisticHubId: id });
  const counts = async (project?: string) => {
    const { requests, recharges, hubs } = await summary(project);
    return [requests, recharges, hubs].map((one) => Number(one!.count));
  };
  expect([await counts(), await counts(projectId), await counts(newId())]).toEqual([
    [0, 3, 1],
    [0, 1, 0],
    [0, 0, 0],
  ]);
  expect((await summary(projectId)).recharges!.lastUpdated).toEqual(first.createdAt);
  await recharges().deleteLogisticsRecharge({ id: first.id });
  expect([await counts(), await counts(projectId)]).toEqual([
    [0, 2, 1],
    [0, 0, 0],
  ]);
});

it("counts nothing of other organizations", async () => {
  await storeLegs([legOf()]);
  const nothing = { requests: { count: 0n }, recharges: { count: 0n }, hubs: { count: 0n } };
  expect(await summary("", await activity.organization())).toMatchObject(nothing);
  expect((await requests()).count).toBe(1);
  expect(await refusalOf(summary("no id"))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED" });
});
