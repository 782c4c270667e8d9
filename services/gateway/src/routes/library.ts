import { EditionChangeKindSchema, LibraryService } from "@emissions/proto/factors/v1/library_service";
import { z } from "zod";
import { filterEnumOf } from "../rest/fields.ts";
import { flag, listOf, page, size, year } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { searchFactors, getLibraryFactor, listLibraryCategories } = LibraryService.method;
const { listEditions, getEdition, listEditionChanges } = LibraryService.method;

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

const Editions = z.object({
  page,
  size: size(50, 100),
  publisher: z.string().max(255).optional(),
  dataset: z.string().max(64).optional(),
  current: flag,
});

const Changes = z.object({
  page,
  size: size(50, 100),
  change: listOf(filterEnumOf(EditionChangeKindSchema)),
  category: z.string().max(64).optional(),
});

const edition = { rename: { edition_id: "id" }, names: ["edition_id"] } as const;

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
  route(listEditions, {
    http: "GET /v1/emission-factors/editions",
    summary: "List the editions that published factors come from",
    description: "The registry has for each edition what is known of its file: name, size, SHA-256, dates and licence.",
    query: Editions,
    list: "pages",
  }),
  route(getEdition, {
    ...edition,
    http: "GET /v1/emission-factors/editions/{edition_id}",
    summary: "Get an edition",
  }),
  route(listEditionChanges, {
    ...edition,
    http: "GET /v1/emission-factors/editions/{edition_id}/changes",
    summary: "List what an edition changes",
    description:
      "Factors that the edition adds, changes or lacks against the edition before, with both and the ratio of their " +
      "values. `recalculation` is the request that calculates records with figures of the edition before again; " +
      "with `?dry_run=true` it is a preview.",
    query: Changes,
    list: "pages",
    beside: ["comparedWith", "recalculation"],
  }),
];
