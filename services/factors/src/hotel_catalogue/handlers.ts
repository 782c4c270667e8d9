import type { ServiceImpl } from "@connectrpc/connect";
import type { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { derived, factorsIn } from "../catalogue/derived.ts";
import type { Context } from "../context.ts";

const CATEGORY = "hotel_stays";

export const hotelCatalogueHandlers = ({ catalogue }: Context): ServiceImpl<typeof HotelCatalogueService> => ({
  listHotelCountries: async (_request, call) => ({ countries: countriesOf(await catalogue.current(call)) }),
});

/** Only countries with their own factor, not those that a factor for a region or `GLO` covers. */
const countriesOf = derived((snapshot) => {
  const regions = new Set(factorsIn(snapshot, CATEGORY).map(({ region }) => region));
  return snapshot.countries.map(({ code }) => code).filter((code) => regions.has(code));
});
