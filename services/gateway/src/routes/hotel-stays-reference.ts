import { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { route } from "../rest/route.ts";

const { listHotelCountries } = HotelCatalogueService.method;

export const hotelReferenceRoutes = [
  route(listHotelCountries, {
    http: "GET /v1/hotel-stays/available-countries",
    summary: "List countries with a hotel factor",
    list: "bare",
    missing: { credentials: "CREDENTIALS_REQUIRED" },
  }),
];
