import fc from "fast-check";
import type { Catalogue } from "./catalogue.ts";
import { amountOf, oneOf, periodOf } from "./draw.ts";
import type { RandomKind } from "./kind.ts";

export const vehicleKinds = ({ vehicleFuels }: Catalogue): RandomKind[] => [
  {
    name: "consumptions of vehicles",
    list: "/v2/vehicle_consumptions",
    under: { field: "vehicle_id", path: (id) => `/v1/vehicles/${id}/consumptions` },
    template: "vehicle_consumptions",
    bodies: oneOf(vehicleFuels.map(({ units }, at) => ({ units, at }))).chain(({ units, at }) =>
      fc
        .tuple(fc.record({ unit_id: oneOf(units), quantity: amountOf() }), periodOf())
        .map(([amount, days]) => ({ vehicle_id: `@vehicle ${at}`, ...amount, ...days })),
    ),
    amounts: ["quantity"],
    unit: "unit_id",
  },
];
