import type { SystemStatus } from "../compose/status.ts";
import { withExports } from "../exports/list-export.ts";
import type { OidcLogin } from "../identity/oidc/login.ts";
import type { Tokens } from "../identity/tokens.ts";
import type { Limits } from "../limits/limits.ts";
import { withUsualRates } from "../rest/admission.ts";
import type { Route } from "../rest/route-spec.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { auditEventRoutes } from "./audit-events.ts";
import { businessTravelRoutes } from "./business-travels.ts";
import { certificateRoutes } from "./certificates.ts";
import { commutingPeriodRoutes } from "./commuting-periods.ts";
import { countryRoutes } from "./countries.ts";
import { customDatabaseRoutes } from "./custom-databases.ts";
import { customGroupRoutes } from "./custom-groups.ts";
import { customRecordRoutes } from "./custom-records.ts";
import { dashboardRoutes } from "./dashboards.ts";
import { employeeRoutes } from "./employees.ts";
import { energySupplierRoutes } from "./energy-suppliers.ts";
import { exchangeRateRoutes } from "./exchange-rates.ts";
import { facilityRoutes } from "./facilities.ts";
import { fileRoutes } from "./files.ts";
import { folderRoutes } from "./folders.ts";
import { freightReferenceRoutes } from "./freight-reference.ts";
import { gridZoneRoutes } from "./grid-zones.ts";
import { groupRoutes } from "./groups.ts";
import { hotelStayRoutes } from "./hotel-stays.ts";
import { hotelReferenceRoutes } from "./hotel-stays-reference.ts";
import { importSessionRoutes } from "./import-sessions.ts";
import { importTemplateRoutes } from "./import-templates.ts";
import { ingestJobRoutes } from "./ingest-jobs.ts";
import { inventoryRoutes } from "./inventory.ts";
import { invoiceRoutes } from "./invoices.ts";
import { libraryRoutes } from "./library.ts";
import { loginRoutes } from "./login.ts";
import { logisticHubRoutes } from "./logistic-hubs.ts";
import { logisticsPackageRoutes } from "./logistics-packages.ts";
import { logisticsRechargeRoutes } from "./logistics-recharges.ts";
import { logisticsRequestRoutes } from "./logistics-requests.ts";
import { memberRoutes } from "./members.ts";
import { notificationRoutes } from "./notifications.ts";
import { oidcRoutes } from "./oidc.ts";
import { organizationRoutes } from "./organizations.ts";
import { ownWorkforceTrainingRoutes, trainingColumnRoutes } from "./own-workforce-trainings.ts";
import { ownWorkforceRoutes } from "./own-workforces.ts";
import { passwordRoutes } from "./passwords.ts";
import { periodLockRoutes } from "./period-locks.ts";
import { placeRoutes } from "./places.ts";
import { presignedFileRoutes } from "./presigned-files.ts";
import { projectRoutes } from "./projects.ts";
import { purchaseRoutes } from "./purchases.ts";
import { readingRoutes } from "./readings.ts";
import { recalculationRoutes } from "./recalculations.ts";
import { restatementRoutes } from "./restatements.ts";
import { salaryReadRoutes } from "./salary-reads.ts";
import { savedMappingRoutes } from "./saved-mappings.ts";
import { sectorRoutes } from "./sectors.ts";
import { sessionRoutes } from "./sessions.ts";
import { shipmentRoutes } from "./shipments.ts";
import { soldProductRoutes } from "./sold-products.ts";
import { statusRoutes } from "./status.ts";
import { supplierRoutes } from "./suppliers.ts";
import { surveyAnswerRoutes } from "./survey-answers.ts";
import { surveyRowListRoutes } from "./survey-row-list.ts";
import { surveyRoutes } from "./surveys.ts";
import { totalImpactRoutes } from "./total-impacts.ts";
import { totpRoutes } from "./totp.ts";
import { transportRoutes } from "./transports.ts";
import { unitRoutes } from "./units.ts";
import { vehicleConsumptionRoutes } from "./vehicle-consumptions.ts";
import { vehicleRoutes } from "./vehicles.ts";
import { vehicleReferenceRoutes } from "./vehicles-reference.ts";
import { wasteWaterTreatmentRoutes } from "./waste-water-treatments.ts";
import { wasteRoutes } from "./wastes.ts";
import { wasteReferenceRoutes } from "./wastes-reference.ts";
import { webhookDeliveryRoutes } from "./webhook-deliveries.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";
import { widgetRoutes } from "./widgets.ts";
import { workforceFigureRoutes } from "./workforce-figures.ts";

/** Paths that refuse with problem details (RFC 9457). */
export const PROBLEM_RESOURCES = [
  "/v2/wastes",
  "/v2/ingest-jobs",
  "/v2/webhook-endpoints",
  "/v2/facilities",
  "/v2/vehicles",
  "/v2/own_workforces",
  "/v2/waste-water-treatments",
  "/v2/invoices",
  "/v2/purchases",
  "/v2/hotel-stays",
  "/v2/vehicle-consumptions",
  "/v2/vehicle_consumptions",
  "/v2/business-travels",
  "/v2/employees",
  "/v2/employee-historic",
  "/v2/sold-products",
  "/v2/transports",
  "/v2/logistics",
  "/v2/inventory",
  "/v2/periods",
  "/v2/recalculations",
  "/v2/restatements",
  "/v2/certificates",
  "/v2/imports",
  "/v2/own_workforce_trainings",
  "/v2/audit-events",
  "/v2/account",
  "/v2/sessions",
  "/v2/members",
];

/** Paths that the contract excludes from the usual limit of requests. Their creates have limits of their own. */
const UNLIMITED_RESOURCES = ["/v1/logistics", "/v2/logistics"];

/** Every endpoint of the public contract, with its limit of requests, in the order of the published description. */
export const routeTable = (
  tokens: Tokens,
  {
    oidc,
    status,
    limits,
  }: { oidc?: OidcLogin | undefined; status?: () => Promise<SystemStatus>; limits?: Limits } = {},
): Route[] =>
  withUsualRates(
    withExports([
      ...purchaseRoutes,
      ...totalImpactRoutes,
      ...widgetRoutes,
      ...inventoryRoutes,
      ...supplierRoutes,
      ...facilityRoutes,
      ...vehicleRoutes,
      ...wasteRoutes,
      ...invoiceRoutes,
      ...wasteWaterTreatmentRoutes,
      ...hotelStayRoutes,
      ...vehicleConsumptionRoutes,
      ...certificateRoutes,
      ...businessTravelRoutes,
      ...employeeRoutes,
      ...commutingPeriodRoutes,
      ...surveyRoutes,
      ...surveyAnswerRoutes,
      ...surveyRowListRoutes,
      ...ownWorkforceRoutes,
      ...workforceFigureRoutes,
      ...trainingColumnRoutes,
      ...ownWorkforceTrainingRoutes,
      ...salaryReadRoutes,
      ...soldProductRoutes,
      ...logisticsRechargeRoutes,
      ...logisticHubRoutes,
      ...transportRoutes,
      ...shipmentRoutes,
      ...logisticsRequestRoutes,
      ...logisticsPackageRoutes,
      ...periodLockRoutes,
      ...recalculationRoutes,
      ...restatementRoutes,
      ...ingestJobRoutes,
      ...webhookEndpointRoutes,
      ...webhookDeliveryRoutes,
      ...notificationRoutes,
      ...fileRoutes,
      ...readingRoutes,
      ...importTemplateRoutes,
      ...importSessionRoutes,
      ...savedMappingRoutes,
      ...presignedFileRoutes,
      ...folderRoutes,
      ...customDatabaseRoutes,
      ...customRecordRoutes,
      ...unitRoutes,
      ...countryRoutes,
      ...sectorRoutes,
      ...exchangeRateRoutes,
      ...wasteReferenceRoutes,
      ...vehicleReferenceRoutes,
      ...freightReferenceRoutes,
      ...energySupplierRoutes,
      ...gridZoneRoutes,
      ...hotelReferenceRoutes,
      ...placeRoutes,
      ...customGroupRoutes,
      ...libraryRoutes,
      ...organizationRoutes,
      ...groupRoutes,
      ...projectRoutes,
      ...dashboardRoutes,
      ...memberRoutes,
      ...apiKeyRoutes,
      ...auditEventRoutes,
      ...loginRoutes(tokens),
      ...oidcRoutes(tokens, oidc),
      ...sessionRoutes(tokens, limits),
      ...passwordRoutes(tokens),
      ...totpRoutes(tokens),
      ...statusRoutes(status),
    ]),
    UNLIMITED_RESOURCES,
  );
