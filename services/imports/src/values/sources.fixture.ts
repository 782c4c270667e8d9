import { readFileSync } from "node:fs";
import { createRouterTransport } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { type ReferenceKind, ReferenceService } from "@emissions/proto/activity/v1/reference_service";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { FreightService } from "@emissions/proto/factors/v1/freight_service";
import { SectorService } from "@emissions/proto/factors/v1/sector_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { between } from "@emissions/testkit/principals";
import { parse } from "csv-parse/sync";
import { referenceSources } from "./sources.ts";
import { textKey } from "./text-key.ts";

const tables = new Map<string, Record<string, string>[]>();

/** A table of the published catalogues. */
export function published(file: string): Record<string, string>[] {
  const rows =
    tables.get(file) ??
    parse(readFileSync(new URL(`../../../factors/catalog/${file}`, import.meta.url)), { columns: true });
  tables.set(file, rows);
  return rows;
}

interface Entity {
  organizationId: string;
  kind: ReferenceKind;
  id: string;
  label: string;
  active: boolean;
}

/** Stand-ins for activity, with the entities that a test adds, and for factors, with the published catalogues. */
const HEAT_FUELS = ["natural_gas", "gas_oil", "propane"];
const REFRIGERANTS = ["hfc_134a", "hfc_32", "hfc_152a", "hcfc_22", "cfc_12", "r_410a", "r_1234ze", "pfc_318", "co2"];

export function testSources() {
  const entities: Entity[] = [];
  const groups: { organizationId: string; id: string; name: string }[] = [];
  const calls: string[][] = [];
  const activity = createRouterTransport(
    (router) => {
      router.service(ReferenceService, {
        lookUpReferences: ({ kind, texts }, call) => {
          calls.push(texts);
          const own = ownOf(entities, principalOf(call), kind);
          const matches = texts.flatMap((text, textIndex) =>
            own
              .filter(({ id, label }) => id === text || textKey(label) === textKey(text))
              .map(({ id, label, active }) => ({ textIndex, id, label, active })),
          );
          return { matches };
        },
        listReferenceNames: ({ kind }, call) => ({ names: ownOf(entities, principalOf(call), kind) }),
      });
    },
    between("imports", "activity"),
  );
  const factors = createRouterTransport(
    (router) => {
      const units = [
        ...published("units.csv"),
        ...published("currencies.csv").map((row) => ({ ...row, dimension: "currency" })),
      ];
      router.service(UnitService, {
        listUnits: () => ({
          details: (units as Record<string, string>[]).map(({ code = "", name = "", dimension = "", ...row }) => ({
            unit: { id: unitId(code), name, type: dimension },
            code,
            dimension,
            numerator: { value: row.to_base_numerator ?? "1" },
            denominator: { value: row.to_base_denominator ?? "1" },
          })),
        }),
      });
      router.service(CountryService, { listCountries: () => ({ countries: published("countries.csv") }) });
      router.service(VehicleCatalogueService, {
        listUnknownVehicles: () => ({
          vehicles: ["car", "van"].map((type) => ({ id: catalogueId("unknown_vehicle", type), type })),
        }),
        listVehicleFuels: () => ({
          fuels: published("vehicle-fuels.csv").map(({ country, fuel }) => ({
            id: catalogueId("vehicle_fuel", `${country}:${fuel}`),
            fuel: fuel!,
            country: country!,
          })),
        }),
      });
      router.service(EnergySupplierService, {
        listEnergySuppliers: () => ({
          suppliers: [
            { id: catalogueId("energy_supplier", "ES/iberdrola"), name: "Iberdrola Clientes", country: "ES" },
          ],
        }),
      });
      router.service(FacilityFuelService, {
        listFacilityFuels: ({ country }) => ({
          fuels: [...HEAT_FUELS, ...REFRIGERANTS, ...(country === "US" ? ["wood_residuals"] : [])].map((key) => ({
            id: catalogueId("facility_fuel", `fuels/${key}`),
            key,
            fuel: `${key} ${country}`,
          })),
        }),
      });
      router.service(FreightService, {
        listLogisticsFuels: () => ({
          fuels: published("logistics-fuels.csv").map(({ name }) => ({
            id: catalogueId("logistics_fuel", name!),
            name: name!,
          })),
        }),
        listTransportOperationCategories: () => ({
          tocs: published("transport-operation-categories.csv").map(({ toc, vehicle, type }) => ({
            id: catalogueId("toc", toc!),
            toc: toc!,
            vehicle: vehicle!,
            type: type!,
          })),
        }),
      });
      router.service(WasteCatalogueService, {
        listLerCodes: () => ({
          codes: published("ler-codes.csv").map(({ code, name }) => ({
            id: catalogueId("ler", code!),
            code: code!.replace(/(..)(..)(..)/, "$1 $2 $3"),
            name: name!,
          })),
        }),
        listRdCodes: () => ({
          codes: published("rd-codes.csv").map(({ code, name }) => ({
            id: catalogueId("rd", code!),
            code: code!,
            name: name!,
          })),
        }),
      });
      router.service(SectorService, {
        listSectors: ({ page, size }) => ({
          sectors: published("sectors.csv")
            .slice((page - 1) * size, page * size)
            .map(({ code, title }) => ({ code: code!, name: title!, unambiguousCode: code! })),
        }),
      });
      router.service(CustomGroupService, {
        listCustomGroups: (_, call) => ({
          groups: groups.filter((group) => group.organizationId === principalOf(call).organizationId),
        }),
      });
    },
    between("imports", "factors"),
  );
  return {
    sources: referenceSources(activity, factors),
    factors,
    /** The texts of the calls to activity. */
    calls,
    add: (by: Principal, kind: ReferenceKind, label: string, active = true): string => {
      const id = newId();
      entities.push({ organizationId: by.organizationId, kind, id, label, active });
      return id;
    },
    addGroup: (by: Principal, name: string): string => {
      const id = newId();
      groups.push({ organizationId: by.organizationId, id, name });
      return id;
    },
  };
}

const ownOf = (entities: readonly Entity[], { organizationId }: Principal, kind: ReferenceKind) =>
  entities.filter((entity) => entity.organizationId === organizationId && entity.kind === kind);
