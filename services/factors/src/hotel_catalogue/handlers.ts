import type { ServiceImpl } from "@connectrpc/connect";
import type { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { derived } from "../catalogue/derived.ts";
import { factorKey } from "../catalogue/snapshot.ts";
import type { Context } from "../context.ts";
import { LIBRARY_SCHEME } from "../selection/lookup/library.ts";

/** The key of the factors that hotel stays are calculated with. Other keys are for a single city. */
const ROOM_NIGHT = factorKey("hotel_stays", LIBRARY_SCHEME, "room_night");

export const hotelCatalogueHandlers = ({ catalogue }: Context): ServiceImpl<typeof HotelCatalogueService> => ({
  listHotelCountries: async (_request, call) => ({ countries: countriesOf(await catalogue.current(call)) }),
});

/** Exactly the countries that the selection of a factor has an answer for: those with their own factor. */
const countriesOf = derived(({ factors, countries }) => {
  const regions = new Set(factors.get(ROOM_NIGHT)?.map(({ region }) => region));
  return countries.map(({ code }) => code).filter((code) => regions.has(code));
});
