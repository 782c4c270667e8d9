import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { refuse, violation } from "@emissions/kit/wire/checks";
import type { FacilityFuelService, LibraryFuelSchema } from "@emissions/proto/factors/v1/facility_catalogue_service";
import type { Context } from "../context.ts";
import { searchedPage } from "../search.ts";
import { toUnit } from "../unit/convert.ts";
import { type CountryFuel, fuelsById, inCountry, usualFuels } from "./rules.ts";

const IDS_MAX = 100;

export const facilityFuelHandlers = ({
  catalogue,
}: Pick<Context, "catalogue">): ServiceImpl<typeof FacilityFuelService> => ({
  listFacilityFuels: async ({ country, ...request }, call) => {
    const usual = usualFuels(await catalogue.current(call), country);
    const { rows, total } = searchedPage(usual, request, ({ name, key }) => `${name} ${key.replaceAll("_", " ")}`);
    return { fuels: rows.map(toFuel), total };
  },

  lookUpFacilityFuels: async ({ country, ids }, call) => {
    if (ids.length > IDS_MAX) refuse([violation("ids", "value_error.list.max_items", `at most ${IDS_MAX} ids`)]);
    const snapshot = await catalogue.current(call);
    const known = fuelsById(snapshot);
    const named = new Set(ids.map((id) => id.toLowerCase()));
    const found = [...named].flatMap((id) => known.get(id) ?? []);
    return { fuels: found.map((fuel) => toFuel(inCountry(snapshot, fuel, country))) };
  },
});

const toFuel = (fuel: CountryFuel): MessageInitShape<typeof LibraryFuelSchema> => ({
  id: fuel.id,
  fuel: fuel.name,
  purpose: fuel.purpose,
  category: fuel.category,
  key: fuel.key,
  units: fuel.units.map(toUnit),
});
