import type { ServiceImpl } from "@connectrpc/connect";
import type { CountryService } from "@emissions/proto/factors/v1/country_service";
import type { Context } from "../context.ts";

export const countryHandlers = ({ catalogue }: Context): ServiceImpl<typeof CountryService> => ({
  listCountries: async (_request, call) => {
    const { countries } = await catalogue.current(call);
    return { countries: countries.map(({ code, name, region }) => ({ code, name, region })) };
  },
});
