import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { FacilityService, FacilityStatus } from "@emissions/proto/activity/v1/facility_service";
import { OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { SoldProductService } from "@emissions/proto/activity/v1/sold_product_service";
import { SurveyService, SurveyStatus } from "@emissions/proto/activity/v1/survey_service";
import { VehicleService, VehicleStatus } from "@emissions/proto/activity/v1/vehicle_service";
import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import type { ImportExampleEntity } from "@emissions/proto/imports/v1/import_template_service";
import type { Caller } from "../rest/call.ts";

/** Entities that are read to find names that only one of them has. */
const READ_MAX = 50;
/** Examples have so many rows. */
const NAMES_MAX = 3;

export interface EntityNames {
  /** The name for the placeholder in a row, from 0. */
  of(placeholder: string, row: number): string;
  /** Names in the rows that no entity of the organization has. */
  missing: readonly string[];
}

/** The names of the organization's entities, and plain names for those that it lacks or the caller may not read. */
export async function entityNames(call: Caller, entities: readonly ImportExampleEntity[]): Promise<EntityNames> {
  const wanted = entities.filter(({ placeholder }) => placeholder !== UNIT_PLACEHOLDER);
  const found = new Map<string, readonly string[]>();
  await Promise.all(
    wanted.map(async ({ placeholder, readable }) => {
      if (!readable || !(placeholder in READERS)) return;
      for (const [name, names] of await READERS[placeholder as keyof typeof READERS](call)) found.set(name, names);
    }),
  );
  const namesOf = ({ placeholder, plainName }: ImportExampleEntity) =>
    found.get(placeholder)?.length ? found.get(placeholder)! : [plainName];
  const names = new Map(entities.map((entity) => [entity.placeholder, namesOf(entity)]));
  return {
    of: (placeholder, row) => {
      const all = names.get(placeholder) ?? [];
      return all[row % all.length] ?? "";
    },
    missing: wanted.filter(({ placeholder }) => !found.get(placeholder)?.length).map(({ plainName }) => plainName),
  };
}

type Found = (readonly [placeholder: string, names: readonly string[]])[];

const UNIT_PLACEHOLDER = "vehicle_unit";
const page = { page: 1, size: READ_MAX };

const READERS = {
  facility: async (call) => {
    const request = { ...page, status: [FacilityStatus.ACTIVE] };
    const { facilities } = await call(FacilityService.method.listFacilities, request);
    return [["facility", unique(facilities.map(({ name }) => name))]];
  },
  vehicle: async (call) => {
    const request = { filter: { status: [VehicleStatus.ACTIVE] }, options: page };
    const [{ vehicles }, { fuels }] = await Promise.all([
      call(VehicleService.method.listVehicles, request),
      call(VehicleCatalogueService.method.listVehicleFuels, {}),
    ]);
    const units = new Map(fuels.map(({ id, fuelUnits }) => [id, symbolOf(fuelUnits[0]?.name ?? "")]));
    const fuelled = vehicles.flatMap(({ values }) => {
      const unit = units.get(values?.vehicleFuelId ?? "");
      return values !== undefined && unit ? [{ plate: values.licensePlate, unit }] : [];
    });
    const shown = fuelled.slice(0, NAMES_MAX);
    return [
      ["vehicle", shown.map(({ plate }) => plate)],
      [UNIT_PLACEHOLDER, shown.map(({ unit }) => unit)],
    ];
  },
  employee: async (call) => {
    const { employees } = await call(EmployeeService.method.listEmployees, { options: page });
    return [["employee", unique(employees.map(({ values }) => values?.email ?? values?.name ?? ""))]];
  },
  own_workforce: async (call) => {
    const { ownWorkforces } = await call(OwnWorkforceService.method.listOwnWorkforces, { options: page });
    return [["own_workforce", unique(ownWorkforces.map(({ externalEmployeeId }) => externalEmployeeId ?? ""))]];
  },
  sold_product: async (call) => {
    const { soldProducts } = await call(SoldProductService.method.listSoldProducts, page);
    return [["sold_product", unique(soldProducts.map(({ values }) => values?.productName ?? ""))]];
  },
  survey: async (call) => {
    const { surveys } = await call(SurveyService.method.listSurveys, { options: page });
    const open = surveys.filter(({ status }) => status === SurveyStatus.OPEN);
    return [["survey", unique(open.map(({ values }) => values?.name ?? ""))]];
  },
} as const satisfies Record<string, (call: Caller) => Promise<Found>>;

/** The names that one entity has, without regard to case. */
function unique(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return names.filter((name) => name !== "" && counts.get(name.toLowerCase()) === 1).slice(0, NAMES_MAX);
}

/** `litre_(l)` is `l`. */
const symbolOf = (unit: string) => /\(([^()]+)\)$/.exec(unit)?.[1] ?? unit;
