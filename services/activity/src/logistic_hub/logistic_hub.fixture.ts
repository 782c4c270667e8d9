import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { LogisticHubService, LogisticHubType } from "@emissions/proto/activity/v1/logistic_hub_service";
import { HubCategory } from "@emissions/proto/factors/v1/freight";
import { activity, us } from "../activity.fixture.ts";

export const hubs = (as: Principal = us) => activity.as(as, LogisticHubService);
export const facilities = (as: Principal = us) => activity.as(as, FacilityService);

export const TERMINAL = {
  name: "Terminal",
  type: LogisticHubType.SUBCONTRACTED,
  category: HubCategory.WAREHOUSE_AMBIENT,
};

export const addHub = async (values: object = {}, as: Principal = us) =>
  (await hubs(as).createLogisticHub({ ...TERMINAL, ...values })).logisticHub!;
export const getHub = async (logisticHubId: string) => (await hubs().getLogisticHub({ logisticHubId })).logisticHub!;
export const changeHub = async (logisticHubId: string, values: object, ...paths: string[]) =>
  (await hubs().updateLogisticHub({ logisticHubId, ...values, updateMask: { paths } })).logisticHub!;
export const addFacility = async (as: Principal = us) =>
  (await facilities(as).createFacility({ name: "Plant", type: "warehouse", country: "ES" })).facility!.id;
