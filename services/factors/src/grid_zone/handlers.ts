import type { ServiceImpl } from "@connectrpc/connect";
import type { GridZoneService } from "@emissions/proto/factors/v1/grid_zone_service";
import type { Context } from "../context.ts";
import { searchedPage } from "../search.ts";
import { gridZones } from "./rules.ts";

export const gridZoneHandlers = ({ catalogue }: Pick<Context, "catalogue">): ServiceImpl<typeof GridZoneService> => ({
  listGridZones: async ({ country: filter, ...request }, call) => {
    const all = gridZones(await catalogue.current(call));
    const inCountry = all.filter(({ country }) => filter === "" || country === filter);
    const words = ({ name, gridZone, country }: (typeof all)[number]) =>
      `${name} ${gridZone.replaceAll("_", " ")} ${country}`;
    const { rows, total } = searchedPage(inCountry, request, words);
    return { gridZones: [...rows], total };
  },
});
