import { LibraryService } from "@emissions/proto/factors/v1/library_service";
import { z } from "zod";
import { page, size, year } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { searchFactors, getLibraryFactor, listLibraryCategories } = LibraryService.method;

const Filter = z.object({
  page,
  size: size(50, 100),
  search: z.string().max(255).optional(),
  category: z.string().max(64).optional(),
  region: z.string().max(64).optional(),
  year,
  source: z.string().max(255).optional(),
  unit: z.string().max(64).optional(),
});

export const libraryRoutes = [
  route(searchFactors, {
    http: "GET /v1/emission-factors/library",
    summary: "Search the public factor library",
    query: Filter,
    list: "pages",
  }),
  route(getLibraryFactor, {
    http: "GET /v1/emission-factors/library/{id}",
    summary: "Get a published factor with its history",
  }),
  route(listLibraryCategories, {
    http: "GET /v1/emission-factors/library-categories",
    summary: "List the categories of the library",
    list: "bare",
  }),
];
