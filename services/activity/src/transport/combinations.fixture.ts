import { FreightMode, TravelMethod } from "@emissions/proto/factors/v1/freight";
import { catalogueId } from "@emissions/quantity/catalogue-id";

const combination = (name: string, transportType: FreightMode, more: object = {}) => ({
  ...{ id: catalogueId("transport_combination", name), transportType, detail: "", referenceProduct: name },
  ...{ refrigerated: false, electric: false, travelMethod: TravelMethod.UNSPECIFIED, ...more },
});

const truck = { travelMethod: TravelMethod.TRUCK };

/** Combinations of the fake factors service. */
export const COMBINATIONS = {
  truck: combination("truck", FreightMode.ROAD, truck),
  coldTruck: combination("cold truck", FreightMode.ROAD, { ...truck, refrigerated: true }),
  rigid: combination("rigid truck", FreightMode.ROAD, { ...truck, detail: "rigid_over_17_t" }),
  aircraft: combination("aircraft, unspecified", FreightMode.AIR),
  container: combination("container ship", FreightMode.MARITIME, { detail: "container_ship_average" }),
  train: combination("freight train", FreightMode.RAIL),
};
