import { withVersions } from "@emissions/kit/db/row-versions";
import type { Sweep } from "@emissions/kit/db/sweep";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import type { Logger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { AcceptanceService } from "@emissions/proto/activity/v1/acceptance_service";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { ApiKeyService } from "@emissions/proto/activity/v1/api_key_service";
import { AuditEventService } from "@emissions/proto/activity/v1/audit_event_service";
import { BusinessTravelService } from "@emissions/proto/activity/v1/business_travel_service";
import { CertificateService } from "@emissions/proto/activity/v1/certificate_service";
import { CommutingPeriodService } from "@emissions/proto/activity/v1/commuting_period_service";
import { DuplicateService } from "@emissions/proto/activity/v1/duplicate_service";
import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { EvidenceService } from "@emissions/proto/activity/v1/evidence_service";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import { LogisticHubService } from "@emissions/proto/activity/v1/logistic_hub_service";
import { LogisticsPackageService } from "@emissions/proto/activity/v1/logistics_package_service";
import { LogisticsRechargeService } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { LogisticsSummaryService } from "@emissions/proto/activity/v1/logistics_summary_service";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { OwnWorkforceTrainingService } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { RecordValidationService } from "@emissions/proto/activity/v1/record_validation_service";
import { ReferenceService } from "@emissions/proto/activity/v1/reference_service";
import { RestatementService } from "@emissions/proto/activity/v1/restatement_service";
import { SalaryReadService } from "@emissions/proto/activity/v1/salary_read_service";
import { SessionService } from "@emissions/proto/activity/v1/session_service";
import { SoldProductPeriodService } from "@emissions/proto/activity/v1/sold_product_period_service";
import { SoldProductSaleService } from "@emissions/proto/activity/v1/sold_product_sale_service";
import { SoldProductService } from "@emissions/proto/activity/v1/sold_product_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import { SurveyRowService } from "@emissions/proto/activity/v1/survey_row_service";
import { SurveyService } from "@emissions/proto/activity/v1/survey_service";
import { TotpService } from "@emissions/proto/activity/v1/totp_service";
import { TrainingColumnService } from "@emissions/proto/activity/v1/training_column_service";
import { TransportService } from "@emissions/proto/activity/v1/transport_service";
import { VehicleConsumptionService } from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { WorkforceFigureService } from "@emissions/proto/activity/v1/workforce_figure_service";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { accountHandlers } from "./access/account.ts";
import { accessHandlers } from "./access/handlers.ts";
import { sessionHandlers } from "./access/sessions.ts";
import { apiKeyHandlers } from "./api_key/handlers.ts";
import { chainSweep } from "./audit/chain.ts";
import { auditConsumers } from "./audit/consumers.ts";
import { auditEventHandlers } from "./audit/handlers.ts";
import { businessTravelHandlers } from "./business_travel/business_travel.ts";
import { certificateHandlers } from "./certificate/handlers.ts";
import { certificateList } from "./certificate/list.ts";
import { commutingPeriodHandlers } from "./commuting_period/commuting_period.ts";
import { latestPeriods } from "./commuting_period/latest.ts";
import type { Context } from "./context.ts";
import { duplicateHandlers } from "./duplicate/handlers.ts";
import { employeeHandlers } from "./employee/employee.ts";
import { employeeOwner } from "./employee/owner.ts";
import { evidenceHandlers } from "./evidence/handlers.ts";
import { facilityConsumers } from "./facility/consumers.ts";
import { facilityHandlers } from "./facility/handlers.ts";
import { facilityOwner } from "./facility/owner.ts";
import { fileUseHandlers } from "./file/handlers.ts";
import { groupHandlers } from "./group/handlers.ts";
import { hotelStayHandlers } from "./hotel_stay/hotel_stay.ts";
import { invoiceHandlers } from "./invoice/handlers.ts";
import { invoices } from "./invoice/invoice.ts";
import { abandonedJobSweep } from "./job/abandoned.ts";
import { type Deletable, startDeletions } from "./job/deletion.ts";
import { jobHandlers } from "./job/handlers.ts";
import { jobRetention } from "./job/retention.ts";
import { kinds } from "./kinds.ts";
import { logisticHubHandlers } from "./logistic_hub/handlers.ts";
import { logisticsPackageHandlers } from "./logistics_package/handlers.ts";
import { logisticsRechargeHandlers } from "./logistics_recharge/logistics_recharge.ts";
import { logisticsRequestHandlers } from "./logistics_request/handlers.ts";
import { logisticsRequests } from "./logistics_request/logistics_request.ts";
import { freightRunConsumer } from "./logistics_request/run-consumer.ts";
import { uploadConsumer } from "./logistics_request/shipments.ts";
import { logisticsSummaryHandlers } from "./logistics_summary/handlers.ts";
import { memberHandlers } from "./member/handlers.ts";
import { organizationHandlers } from "./organization/handlers.ts";
import { peopleDeletable } from "./own_workforce/deletable.ts";
import { ownWorkforceHandlers } from "./own_workforce/handlers.ts";
import { ownershipHandlers } from "./ownership/handlers.ts";
import { passwordHandlers } from "./password/handlers.ts";
import { periodLockHandlers } from "./period_lock/handlers.ts";
import { lockConsumer, lockSweep } from "./period_lock/pending-locks.ts";
import { salaryReadHandlers, salaryReadSweep } from "./privacy/salary-reads.ts";
import { projectHandlers } from "./project/handlers.ts";
import { readingConsumer } from "./project/reading-consumer.ts";
import { widgetConsumer } from "./project/widget-consumer.ts";
import { purchaseConsumers } from "./purchase/consumers.ts";
import { purchaseHandlers } from "./purchase/handlers.ts";
import { settledConsumer } from "./recalculation/consumers.ts";
import { acceptanceHandlers } from "./recalculation/handlers.ts";
import { recordValidationHandlers } from "./record_validation/handlers.ts";
import { recordsDeletable } from "./records/delete.ts";
import { tableOf } from "./records/kind.ts";
import { listOf } from "./records/lists.ts";
import { ownerDeletable } from "./records/owned.ts";
import { deletionConsumer, deletionSweep } from "./records/pending-deletions.ts";
import { delayConsumer, resultConsumer } from "./records/results.ts";
import { staleItemSweep } from "./records/stale-items.ts";
import { pendingSweep } from "./records/sweep.ts";
import { referenceHandlers } from "./reference/handlers.ts";
import { restatementHandlers } from "./restatement/handlers.ts";
import { soldProductConsumers } from "./sold_product/consumers.ts";
import { soldProductPeriodHandlers } from "./sold_product/period-handlers.ts";
import { soldProductHandlers } from "./sold_product/product-handlers.ts";
import { soldProductSaleHandlers } from "./sold_product/sale-handlers.ts";
import { supplierHandlers } from "./supplier/handlers.ts";
import { surveyHandlers } from "./survey/handlers.ts";
import { surveyAnswersDeletable } from "./survey_answer/deletable.ts";
import { surveyAnswerHandlers } from "./survey_answer/handlers.ts";
import { surveyRowHandlers } from "./survey_row/handlers.ts";
import { surveyRowListHandlers } from "./survey_row_list/handlers.ts";
import { totpHandlers } from "./totp/handlers.ts";
import { trainingsDeletable } from "./training/deletable.ts";
import { trainingHandlers } from "./training/handlers.ts";
import { trainingList } from "./training/list.ts";
import { trainingColumnHandlers } from "./training_column/handlers.ts";
import { transportHandlers } from "./transport/handlers.ts";
import { vehicleConsumers } from "./vehicle/consumers.ts";
import { vehicleOwner } from "./vehicle/owner.ts";
import { vehicleHandlers } from "./vehicle/vehicle.ts";
import { vehicleConsumptionHandlers } from "./vehicle_consumption/handlers.ts";
import { versionedRows } from "./versions.ts";
import { wasteHandlers } from "./waste/handlers.ts";
import { wasteWaterHandlers } from "./waste_water/waste_water.ts";
import { workforceFigureHandlers } from "./workforce_figures/handlers.ts";

/** The records that projects link by the filters of their lists. */
const linkedLists = { invoices: listOf(invoices), logistics_requests: listOf(logisticsRequests) };

const recordRoutes = (context: Context): ServiceEntry[] => [
  serve(AccessService, accessHandlers(context)),
  serve(SessionService, { ...sessionHandlers(context), ...accountHandlers(context) }),
  serve(PasswordService, passwordHandlers(context)),
  serve(TotpService, totpHandlers(context)),
  serve(ApiKeyService, apiKeyHandlers(context)),
  serve(AuditEventService, auditEventHandlers(context)),
  serve(MemberService, memberHandlers(context)),
  serve(OrganizationService, organizationHandlers(context)),
  serve(GroupService, groupHandlers(context)),
  serve(ProjectService, projectHandlers(context, linkedLists)),
  serve(OwnershipService, ownershipHandlers(context, kinds)),
  serve(EvidenceService, evidenceHandlers(context, kinds)),
  serve(SupplierService, supplierHandlers(context)),
  serve(FacilityService, facilityHandlers(context, kinds)),
  serve(VehicleService, vehicleHandlers(context, kinds)),
  serve(OwnWorkforceService, ownWorkforceHandlers(context)),
  serve(PurchaseService, purchaseHandlers(context)),
  serve(WasteService, wasteHandlers(context)),
  serve(InvoiceService, invoiceHandlers(context)),
  serve(WasteWaterTreatmentService, wasteWaterHandlers(context)),
  serve(HotelStayService, hotelStayHandlers(context)),
  serve(VehicleConsumptionService, vehicleConsumptionHandlers(context)),
  serve(BusinessTravelService, businessTravelHandlers(context)),
  serve(EmployeeService, employeeHandlers(context, kinds, latestPeriods(context))),
  serve(CommutingPeriodService, commutingPeriodHandlers(context)),
  serve(TransportService, transportHandlers(context)),
  serve(LogisticHubService, logisticHubHandlers(context)),
  serve(LogisticsRechargeService, logisticsRechargeHandlers(context)),
  serve(LogisticsRequestService, logisticsRequestHandlers(context)),
  serve(LogisticsPackageService, logisticsPackageHandlers(context)),
  serve(LogisticsSummaryService, logisticsSummaryHandlers(context)),
  serve(SoldProductService, soldProductHandlers(context)),
  serve(SoldProductPeriodService, soldProductPeriodHandlers(context)),
  serve(SoldProductSaleService, soldProductSaleHandlers(context)),
  serve(SurveyService, surveyHandlers(context)),
  serve(SurveyRowService, surveyRowHandlers(context)),
  serve(SurveyAnswerService, surveyAnswerHandlers(context)),
  serve(IngestJobService, jobHandlers(context, deletables)),
  serve(SurveyRowListService, surveyRowListHandlers(context)),
  serve(CertificateService, certificateHandlers(context)),
  serve(PeriodLockService, periodLockHandlers(context, kinds)),
  serve(AcceptanceService, acceptanceHandlers(context)),
  serve(ReferenceService, referenceHandlers(context)),
  serve(DuplicateService, duplicateHandlers(context, kinds)),
  serve(RestatementService, restatementHandlers(context)),
  serve(SalaryReadService, salaryReadHandlers(context)),
  serve(OwnWorkforceTrainingService, trainingHandlers(context)),
  serve(TrainingColumnService, trainingColumnHandlers(context)),
  serve(WorkforceFigureService, workforceFigureHandlers(context)),
  serve(
    FileUseService,
    fileUseHandlers(context, [
      ...kinds.map(tableOf),
      certificateList.table,
      "survey_rows",
      trainingList.table,
      tableOf({ entityType: EntityType.VEHICLES }),
      tableOf({ entityType: EntityType.OWN_WORKFORCES }),
      tableOf({ entityType: EntityType.EMPLOYEES }),
    ]),
  ),
];

export function routes(context: Context): ServiceEntry[] {
  const entries = withVersions(recordRoutes(context), versionedRows);
  return [...entries, serve(RecordValidationService, recordValidationHandlers(entries))];
}

export const consumers = (context: Context): Consumer[] => [
  resultConsumer(kinds),
  delayConsumer(kinds),
  deletionConsumer,
  settledConsumer,
  lockConsumer,
  uploadConsumer,
  readingConsumer,
  widgetConsumer,
  ...auditConsumers,
  ...purchaseConsumers(context),
  ...facilityConsumers(context, kinds),
  ...vehicleConsumers(context, kinds),
  freightRunConsumer(context),
  ...soldProductConsumers(context),
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
  salaryReadSweep(context),
  abandonedJobSweep(context),
  jobRetention(context),
  chainSweep(context),
];

export const deletables: readonly Deletable[] = [
  ...kinds.map(recordsDeletable),
  ownerDeletable(facilityOwner, kinds, [{ table: "logistic_hubs", column: "facility_id" }]),
  // Jobs delete these only to revert others.
  ownerDeletable(vehicleOwner, kinds),
  ownerDeletable(employeeOwner, kinds, [{ table: "survey_rows", column: "employee_id" }]),
  peopleDeletable,
  surveyAnswersDeletable,
  trainingsDeletable,
];

export const background = (context: Context, log: Logger): Background[] => [
  startDeletions({ db: context.db, deletables, log }),
];
