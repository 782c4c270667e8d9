import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { route } from "../rest/route.ts";

const { listCountries } = CountryService.method;

export const countryRoutes = [
  route(listCountries, { http: "GET /v1/countries", summary: "List countries", list: "bare" }),
];
