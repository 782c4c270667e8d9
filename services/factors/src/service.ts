import { withVersions } from "@emissions/kit/db/row-versions";
import type { Consumer } from "@emissions/kit/messages/consume";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { FreightService } from "@emissions/proto/factors/v1/freight_service";
import { GridZoneService } from "@emissions/proto/factors/v1/grid_zone_service";
import { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { LibraryService } from "@emissions/proto/factors/v1/library_service";
import { PlaceService } from "@emissions/proto/factors/v1/place_service";
import { SectorService } from "@emissions/proto/factors/v1/sector_service";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import type { Context } from "./context.ts";
import { countryHandlers } from "./country/handlers.ts";
import { customDatabaseHandlers } from "./custom_database/handlers.ts";
import { customGroupHandlers } from "./custom_group/handlers.ts";
import { evidenceConsumer, useConsumer } from "./custom_record/consumers.ts";
import { customRecordHandlers } from "./custom_record/handlers.ts";
import { customVersionHandlers } from "./custom_version/handlers.ts";
import { energySupplierHandlers } from "./energy_supplier/handlers.ts";
import { exchangeRateHandlers } from "./exchange_rate/handlers.ts";
import { facilityFuelHandlers } from "./facility_catalogue/handlers.ts";
import { fileUseHandlers } from "./file/handlers.ts";
import { freightHandlers } from "./freight/handlers.ts";
import { gridZoneHandlers } from "./grid_zone/handlers.ts";
import { hotelCatalogueHandlers } from "./hotel_catalogue/handlers.ts";
import { libraryHandlers } from "./library/handlers.ts";
import { placeHandlers } from "./place/handlers.ts";
import { sectorHandlers } from "./sector/handlers.ts";
import { selectionHandlers } from "./selection/handlers.ts";
import { unitHandlers } from "./unit/handlers.ts";
import { vehicleCatalogueHandlers } from "./vehicle_catalogue/handlers.ts";
import { versionedRows } from "./versions.ts";
import { wasteCatalogueHandlers } from "./waste_catalogue/handlers.ts";

export const routes = (context: Context): ServiceEntry[] =>
  withVersions(
    [
      serve(UnitService, unitHandlers(context)),
      serve(CountryService, countryHandlers(context)),
      serve(ExchangeRateService, exchangeRateHandlers(context)),
      serve(SectorService, sectorHandlers(context)),
      serve(SelectionService, selectionHandlers(context)),
      serve(CustomGroupService, customGroupHandlers(context)),
      serve(WasteCatalogueService, wasteCatalogueHandlers(context)),
      serve(VehicleCatalogueService, vehicleCatalogueHandlers(context)),
      serve(FacilityFuelService, facilityFuelHandlers(context)),
      serve(EnergySupplierService, energySupplierHandlers(context)),
      serve(GridZoneService, gridZoneHandlers(context)),
      serve(FreightService, freightHandlers(context)),
      serve(HotelCatalogueService, hotelCatalogueHandlers(context)),
      serve(CustomDatabaseService, {
        ...customDatabaseHandlers(context),
        ...customVersionHandlers(context),
        ...customRecordHandlers(context),
      }),
      serve(PlaceService, placeHandlers(context)),
      serve(LibraryService, libraryHandlers(context)),
      serve(FileUseService, fileUseHandlers(context)),
    ],
    versionedRows,
  );

export const consumers = (): Consumer[] => [evidenceConsumer, useConsumer];
