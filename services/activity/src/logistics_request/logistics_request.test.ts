import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";

eachTest();

it("a logistics request is listed until its deletion, and kept after it", async () => {
  const requests = activity.as(us, LogisticsRequestService);
  const values = {
    toc: "van_diesel",
    distanceKm: { value: "203" },
    load: { value: "5000" },
    shipmentDate: "2025-03-01",
  };
  const { logisticsRequest } = await requests.createLogisticsRequest(values);
  const { id } = logisticsRequest!;
  expect((await requests.listLogisticsRequests({})).logisticsRequests).toEqual([logisticsRequest]);
  await requests.deleteLogisticsRequest({ id });
  expect((await requests.listLogisticsRequests({})).logisticsRequests).toEqual([]);
  expect(await activity.rows(us, "deleted_logistics_requests")).toMatchObject([{ id }]);
});
