import { create } from "@bufbuild/protobuf";
import { EmployeeService, ListEmployeesRequestSchema } from "@emissions/proto/activity/v1/employee_service";
import { FacilityService, ListFacilitiesRequestSchema } from "@emissions/proto/activity/v1/facility_service";
import { ListLogisticHubsRequestSchema, LogisticHubService } from "@emissions/proto/activity/v1/logistic_hub_service";
import { ListSurveysRequestSchema, SurveyService } from "@emissions/proto/activity/v1/survey_service";
import { ListVehiclesRequestSchema, VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import type { Caller } from "../rest/call.ts";
import { CATALOGUES, type CatalogueKind, isCatalogue } from "./catalogues.ts";
import { type Item, textOf } from "./columns.ts";
import { pagesOf } from "./pages.ts";

export type NamedKind = "facility" | "vehicle" | "employee" | "hub" | "survey" | CatalogueKind;
/** The text that an import resolves to the entity with this id. */
export type NameOf = (kind: NamedKind, id: unknown) => string | null;

const LISTS = {
  facility: {
    method: FacilityService.method.listFacilities,
    returns: "facilities",
    request: (includeChildren: boolean) => create(ListFacilitiesRequestSchema, { includeChildren }),
    names: ["name", "external_id"],
  },
  vehicle: {
    method: VehicleService.method.listVehicles,
    returns: "vehicles",
    request: (includeChildren: boolean) => create(ListVehiclesRequestSchema, { options: { includeChildren } }),
    names: ["license_plate"],
  },
  employee: {
    method: EmployeeService.method.listEmployees,
    returns: "employees",
    request: (includeChildren: boolean) => create(ListEmployeesRequestSchema, { options: { includeChildren } }),
    names: ["external_id", "email", "name"],
  },
  hub: {
    method: LogisticHubService.method.listLogisticHubs,
    returns: "logisticHubs",
    request: () => create(ListLogisticHubsRequestSchema),
    names: ["name"],
  },
  survey: {
    method: SurveyService.method.listSurveys,
    returns: "surveys",
    request: (includeChildren: boolean) => create(ListSurveysRequestSchema, { options: { includeChildren } }),
    names: ["name"],
  },
} as const;

/** Reads the names of all entities of these kinds: an id alone means nothing in another organization. */
export async function readNames(call: Caller, kinds: readonly NamedKind[], includeChildren: boolean): Promise<NameOf> {
  const known = new Map<NamedKind, ReadonlyMap<string, string>>();
  for (const kind of kinds) known.set(kind, await namesIn(call, kind, includeChildren));
  return (kind, id) => (typeof id === "string" ? (known.get(kind)?.get(id) ?? id) : null);
}

async function namesIn(call: Caller, kind: NamedKind, includeChildren: boolean): Promise<ReadonlyMap<string, string>> {
  if (isCatalogue(kind)) return uniqueNames(await CATALOGUES[kind](call), ["name"]);
  const { method, returns, request, names } = LISTS[kind];
  const items: Item[] = [];
  for await (const page of pagesOf(call, { method, returns, message: request(includeChildren) })) items.push(...page);
  // Without a unique text, the first one tells people most.
  return new Map([
    ...items.map((item) => [item.id as string, textsOf(item, names)[0] ?? (item.id as string)] as const),
    ...uniqueNames(items, names),
  ]);
}

function uniqueNames(items: readonly Item[], names: readonly string[]): ReadonlyMap<string, string> {
  const uses = new Map<string, number>();
  for (const text of items.flatMap((item) => textsOf(item, names)).map(plain))
    uses.set(text, (uses.get(text) ?? 0) + 1);
  // A name of several entities would be ambiguous in an import; the next text may be unique.
  return new Map(
    items.flatMap((item) => {
      const text = textsOf(item, names).find((one) => uses.get(plain(one)) === 1);
      return text === undefined ? [] : [[item.id as string, text] as const];
    }),
  );
}

/** An import ignores case and accents of names. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const textsOf = (item: Item, names: readonly string[]): string[] => names.flatMap((name) => textOf(item[name]) ?? []);
