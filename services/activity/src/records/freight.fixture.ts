import type { ConnectRouter } from "@connectrpc/connect";
import { FreightMode } from "@emissions/proto/factors/v1/freight";
import { FreightService } from "@emissions/proto/factors/v1/freight_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { COMBINATIONS } from "../transport/combinations.fixture.ts";

const toc = (
  name: string,
  more: { defaultLoad?: string; generic?: true; electric?: true; mode?: FreightMode } = {},
) => {
  const [vehicle, type] = [name.slice(0, name.lastIndexOf("_")), name.slice(name.lastIndexOf("_") + 1)];
  const { defaultLoad, generic = false, electric = false, mode = FreightMode.ROAD } = more;
  return {
    ...{ id: catalogueId("transport_operation_category", `GLO:${name}`), toc: name, category: mode, vehicle, type },
    ...{ wtw: { value: electric ? "0" : "0.162" }, location: "GLO", generic, electric },
    ...(defaultLoad !== undefined && { defaultLoad: { value: defaultLoad } }),
  };
};

/** Transport operation categories of the fake factors service. */
export const TOCS = {
  vanDiesel: toc("van_diesel", { defaultLoad: "800" }),
  truckDiesel: toc("artic_truck_diesel"),
  vanElectric: toc("van_electric", { electric: true }),
  genericRoad: toc("generic_average_road", { generic: true }),
  freighter: toc("freighter", { mode: FreightMode.AIR }),
};

const fuel = (name: string, unit: string) => ({
  ...{ id: catalogueId("logistics_fuel", `${name}/EU`), name, unitId: unitId(unit), unit, region: "EU" },
});

/** Fuels of carriers of the fake factors service. */
export const FUELS = { diesel: fuel("diesel", "l"), electricity: fuel("electricity", "kWh") };

/** The freight service of factors. */
export const fakeFreight = (router: ConnectRouter): ConnectRouter =>
  router.service(FreightService, {
    listTransportCombinations: () => ({ combinations: Object.values(COMBINATIONS) }),
    listTransportOperationCategories: () => ({ tocs: Object.values(TOCS) }),
    listLogisticsFuels: () => ({ fuels: Object.values(FUELS) }),
  });
