import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { EVERY_ROLE, route } from "../rest/route.ts";

const { listCountries } = CountryService.method;

export const countryRoutes = [
  route(listCountries, { http: "GET /v1/countries", summary: "List countries", roles: EVERY_ROLE, list: "bare" }),
];
