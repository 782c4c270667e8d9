import type { Principal } from "@emissions/kit/wire/principal";
import { type BusinessTravel, BusinessTravelService } from "@emissions/proto/activity/v1/business_travel_service";
import { TransportType } from "@emissions/proto/factors/v1/travel";
import type { Flat } from "@emissions/testkit/flat";
import { activity, us } from "../activity.fixture.ts";

type Shown = Flat<BusinessTravel>;

export const travels = (as: Principal = us) => activity.as(as, BusinessTravelService);
export const km = (value: string) => ({ distanceKm: { value } });
export const DAY = { travelDate: "2025-03-30" };
export const RIDE = { ...DAY, transportType: TransportType.TRAIN, ...km("621.5") };
export const FLIGHT = { ...DAY, transportType: TransportType.AIRCRAFT, origin: "MAD", destination: "JFK" };

export const createTravel = async (values: object): Promise<Shown> =>
  (await travels().createBusinessTravel(values)).businessTravel!;
export const getTravel = async (id: string): Promise<Shown> =>
  (await travels().getBusinessTravel({ id })).businessTravel!;
export const changeTravel = async (id: string, values: object, ...paths: string[]): Promise<Shown> =>
  (await travels().updateBusinessTravel({ id, ...values, updateMask: { paths } })).businessTravel!;
