import type { Sweep } from "@emissions/kit/db/sweep";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import type { Logger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { AcceptanceService } from "@emissions/proto/activity/v1/acceptance_service";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { BusinessTravelService } from "@emissions/proto/activity/v1/business_travel_service";
import { CertificateService } from "@emissions/proto/activity/v1/certificate_service";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import { LogisticHubService } from "@emissions/proto/activity/v1/logistic_hub_service";
import { LogisticsPackageService } from "@emissions/proto/activity/v1/logistics_package_service";
import { LogisticsRechargeService } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { LogisticsSummaryService } from "@emissions/proto/activity/v1/logistics_summary_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { RestatementService } from "@emissions/proto/activity/v1/restatement_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { TransportService } from "@emissions/proto/activity/v1/transport_service";
import { VehicleConsumptionService } from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { accessHandlers } from "./access/handlers.ts";
import { businessTravelHandlers } from "./business_travel/business_travel.ts";
import { certificateHandlers } from "./certificate/handlers.ts";
import { certificateList } from "./certificate/list.ts";
import type { Context } from "./context.ts";
import { facilityConsumers } from "./facility/consumers.ts";
import { facilityHandlers } from "./facility/handlers.ts";
import { facilityOwner } from "./facility/owner.ts";
import { fileUseHandlers } from "./file/handlers.ts";
import { hotelStayHandlers } from "./hotel_stay/hotel_stay.ts";
import { invoiceHandlers } from "./invoice/handlers.ts";
import { startDeletions } from "./job/deletion.ts";
import { jobHandlers } from "./job/handlers.ts";
import { kinds } from "./kinds.ts";
import { logisticHubHandlers } from "./logistic_hub/handlers.ts";
import { logisticsPackageHandlers } from "./logistics_package/handlers.ts";
import { logisticsRechargeHandlers } from "./logistics_recharge/logistics_recharge.ts";
import { logisticsRequestHandlers } from "./logistics_request/handlers.ts";
import { uploadConsumer } from "./logistics_request/shipments.ts";
import { logisticsSummaryHandlers } from "./logistics_summary/handlers.ts";
import { organizationHandlers } from "./organization/handlers.ts";
import { ownershipHandlers } from "./ownership/handlers.ts";
import { periodLockHandlers } from "./period_lock/handlers.ts";
import { lockConsumer, lockSweep } from "./period_lock/pending-locks.ts";
import { purchaseConsumers } from "./purchase/consumers.ts";
import { purchaseHandlers } from "./purchase/handlers.ts";
import { settledConsumer } from "./recalculation/consumers.ts";
import { acceptanceHandlers } from "./recalculation/handlers.ts";
import { recordsDeletable } from "./records/delete.ts";
import { tableOf } from "./records/kind.ts";
import { ownerDeletable } from "./records/owned.ts";
import { deletionConsumer, deletionSweep } from "./records/pending-deletions.ts";
import { delayConsumer, resultConsumer } from "./records/results.ts";
import { staleItemSweep } from "./records/stale-items.ts";
import { pendingSweep } from "./records/sweep.ts";
import { restatementHandlers } from "./restatement/handlers.ts";
import { supplierHandlers } from "./supplier/handlers.ts";
import { transportHandlers } from "./transport/handlers.ts";
import { vehicleConsumers } from "./vehicle/consumers.ts";
import { vehicleHandlers } from "./vehicle/handlers.ts";
import { vehicleConsumptionHandlers } from "./vehicle_consumption/handlers.ts";
import { wasteHandlers } from "./waste/handlers.ts";
import { wasteWaterHandlers } from "./waste_water/waste_water.ts";

export const routes = (context: Context): ServiceEntry[] => [
  serve(AccessService, accessHandlers(context)),
  serve(OrganizationService, organizationHandlers(context)),
  serve(OwnershipService, ownershipHandlers(context, kinds)),
  serve(SupplierService, supplierHandlers(context)),
  serve(FacilityService, facilityHandlers(context, kinds)),
  serve(VehicleService, vehicleHandlers(context, kinds)),
  serve(PurchaseService, purchaseHandlers(context)),
  serve(WasteService, wasteHandlers(context)),
  serve(InvoiceService, invoiceHandlers(context)),
  serve(WasteWaterTreatmentService, wasteWaterHandlers(context)),
  serve(HotelStayService, hotelStayHandlers(context)),
  serve(VehicleConsumptionService, vehicleConsumptionHandlers(context)),
  serve(BusinessTravelService, businessTravelHandlers(context)),
  serve(TransportService, transportHandlers(context)),
  serve(LogisticHubService, logisticHubHandlers(context)),
  serve(LogisticsRechargeService, logisticsRechargeHandlers(context)),
  serve(LogisticsRequestService, logisticsRequestHandlers(context)),
  serve(LogisticsPackageService, logisticsPackageHandlers(context)),
  serve(LogisticsSummaryService, logisticsSummaryHandlers(context)),
  serve(IngestJobService, jobHandlers(context)),
  serve(CertificateService, certificateHandlers(context)),
  serve(PeriodLockService, periodLockHandlers(context, kinds)),
  serve(AcceptanceService, acceptanceHandlers(context)),
  serve(RestatementService, restatementHandlers(context)),
  serve(
    FileUseService,
    fileUseHandlers(context, [
      ...kinds.map(tableOf),
      certificateList.table,
      tableOf({ entityType: EntityType.VEHICLES }),
    ]),
  ),
];

export const consumers = (context: Context): Consumer[] => [
  resultConsumer(kinds),
  delayConsumer(kinds),
  deletionConsumer,
  settledConsumer,
  lockConsumer,
  uploadConsumer,
  ...purchaseConsumers(context),
  ...facilityConsumers(context, kinds),
  ...vehicleConsumers(context, kinds),
  on(FactorsChangedSchema, async () => {
    const { units, countries, lerCodes, rdCodes, energySuppliers, vehicleFuels, vehicleEnergies, unknownVehicles } =
      context;
    const all = [units, countries, lerCodes, rdCodes, energySuppliers, vehicleFuels, vehicleEnergies, unknownVehicles];
    const { transportCombinations, tocs, logisticsFuels } = context;
    for (const catalogue of [...all, transportCombinations, tocs, logisticsFuels]) catalogue.expire();
  }),
];

export const sweeps = (context: Context): Sweep[] => [
  pendingSweep({ context, kinds, overdueS: context.overdueS }),
  staleItemSweep({ context, kinds, overdueS: context.overdueS }),
  deletionSweep(context),
  lockSweep(context),
];

export const deletables = [...kinds.map(recordsDeletable), ownerDeletable(facilityOwner, kinds)];

export const background = (context: Context, log: Logger): Background[] => [
  startDeletions({ db: context.db, deletables, log }),
];
