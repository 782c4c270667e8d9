import { createClient, type Transport } from "@connectrpc/connect";
import { CachedCatalogue } from "@emissions/kit/process/cached-catalogue";
import { NIL_ID } from "@emissions/kit/process/id";
import { callAs, servicePrincipal } from "@emissions/kit/wire/principal";
import { type Country, CountryService } from "@emissions/proto/factors/v1/country_service";
import { EnergySupplierService, type LibrarySupplier } from "@emissions/proto/factors/v1/energy_supplier_service";
import {
  FreightService,
  type LogisticsFuel,
  type TransportCombination,
  type TransportOperationCategory,
} from "@emissions/proto/factors/v1/freight_service";
import { type GridZone, GridZoneService } from "@emissions/proto/factors/v1/grid_zone_service";
import { type UnitDetail, UnitService } from "@emissions/proto/factors/v1/unit_service";
import {
  type LibraryVehicleFuel,
  type UnknownVehicle,
  VehicleCatalogueService,
  type VehicleFuel,
} from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { type LerCode, type RdCode, WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";

/** The catalogues do not depend on the organization. */
const NO_ORGANIZATION = servicePrincipal(NIL_ID);

/** Zones are unique in their country. */
export const zoneKey = (country: string, gridZone: string) => `${country}/${gridZone}`;

export interface Catalogues {
  /** By id. */
  units: CachedCatalogue<UnitDetail>;
  /** By alpha-2 code. */
  countries: CachedCatalogue<Country>;
  /** By id. */
  lerCodes: CachedCatalogue<LerCode>;
  /** By id. */
  rdCodes: CachedCatalogue<RdCode>;
  /** By id: sellers of electricity, with category and key of the library. */
  energySuppliers: CachedCatalogue<LibrarySupplier>;
  /** By `zoneKey` of country and zone. */
  gridZones: CachedCatalogue<GridZone>;
  /** By id. */
  vehicleFuels: CachedCatalogue<VehicleFuel>;
  /** By id of the fuel: the same with the energy that a vehicle uses. */
  vehicleEnergies: CachedCatalogue<LibraryVehicleFuel>;
  /** By id: types of vehicles. */
  unknownVehicles: CachedCatalogue<UnknownVehicle>;
  /** By id: means of transport of sections of transport routes. */
  transportCombinations: CachedCatalogue<TransportCombination>;
  /** By id: transport operation categories. */
  tocs: CachedCatalogue<TransportOperationCategory>;
  /** By id: fuels of carriers. */
  logisticsFuels: CachedCatalogue<LogisticsFuel>;
}

export function factorCatalogues(factors: Transport): Catalogues {
  const [units, countries] = [createClient(UnitService, factors), createClient(CountryService, factors)];
  const suppliers = createClient(EnergySupplierService, factors);
  const grid = createClient(GridZoneService, factors);
  const wastes = createClient(WasteCatalogueService, factors);
  const vehicles = createClient(VehicleCatalogueService, factors);
  const freight = createClient(FreightService, factors);
  const options = () => callAs(NO_ORGANIZATION);
  return {
    units: new CachedCatalogue(async () => {
      const { details } = await units.listUnits({}, options());
      return new Map(details.flatMap((detail) => (detail.unit ? [[detail.unit.id, detail]] : [])));
    }),
    countries: new CachedCatalogue(async () => {
      const list = await countries.listCountries({}, options());
      return new Map(list.countries.map((country) => [country.code, country]));
    }),
    lerCodes: new CachedCatalogue(async () => byId((await wastes.listLerCodes({}, options())).codes)),
    rdCodes: new CachedCatalogue(async () => byId((await wastes.listRdCodes({}, options())).codes)),
    vehicleFuels: new CachedCatalogue(async () => byId((await vehicles.listVehicleFuels({}, options())).fuels)),
    unknownVehicles: new CachedCatalogue(async () =>
      byId((await vehicles.listUnknownVehicles({}, options())).vehicles),
    ),
    transportCombinations: new CachedCatalogue(async () =>
      byId((await freight.listTransportCombinations({}, options())).combinations),
    ),
    tocs: new CachedCatalogue(async () => byId((await freight.listTransportOperationCategories({}, options())).tocs)),
    logisticsFuels: new CachedCatalogue(async () => byId((await freight.listLogisticsFuels({}, options())).fuels)),
    gridZones: new CachedCatalogue(async () => {
      const { gridZones } = await grid.listGridZones({}, options());
      return new Map(gridZones.map((zone) => [zoneKey(zone.country, zone.gridZone), zone]));
    }),
    vehicleEnergies: new CachedCatalogue(async () => {
      const { fuels } = await vehicles.lookUpVehicleFuels({}, options());
      return new Map(fuels.flatMap((one) => (one.fuel ? [[one.fuel.id, one]] : [])));
    }),
    energySuppliers: new CachedCatalogue(async () => {
      const { suppliers: all } = await suppliers.lookUpEnergySuppliers({}, options());
      return new Map(all.flatMap((one) => (one.supplier ? [[one.supplier.id, one]] : [])));
    }),
  };
}

const byId = <T extends { id: string }>(codes: readonly T[]) => new Map(codes.map((code) => [code.id, code]));
