import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { FreightService } from "@emissions/proto/factors/v1/freight_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import type { Caller } from "../rest/call.ts";

interface Named {
  id: string;
  name: string;
  [key: string]: unknown;
}

/** Countries with a publication of fuels of their own; an import reads the names of all. */
const FUEL_COUNTRIES = ["GB", "ES", "US", "IE", "NZ"];

/** Catalogues whose ids have no name in the lists. They are the same for all organizations. */
export const CATALOGUES = {
  energySupplier: async (call) => {
    const { suppliers } = await call(EnergySupplierService.method.listEnergySuppliers, {});
    return suppliers.map(({ id, name }) => ({ id, name }));
  },
  facilityFuel: async (call) => {
    const { listFacilityFuels } = FacilityFuelService.method;
    const lists = await Promise.all(FUEL_COUNTRIES.map((country) => call(listFacilityFuels, { country })));
    const byId = new Map<string, Named>();
    for (const { id, fuel } of lists.flatMap(({ fuels }) => fuels)) {
      if (!byId.has(id)) byId.set(id, { id, name: fuel });
    }
    return [...byId.values()];
  },
  unit: async (call) => {
    const { units } = await call(UnitService.method.listUnits, {});
    return units.map(({ id, name }) => ({ id, name }));
  },
  toc: async (call) => {
    const { tocs } = await call(FreightService.method.listTransportOperationCategories, {});
    return tocs.map(({ id, toc }) => ({ id, name: toc }));
  },
} as const satisfies Record<string, (call: Caller) => Promise<Named[]>>;

export type CatalogueKind = keyof typeof CATALOGUES;
export const isCatalogue = (kind: string): kind is CatalogueKind => kind in CATALOGUES;
