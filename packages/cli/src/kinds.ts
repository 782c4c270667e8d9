import type { Operations } from "@emissions/client";

type OperationId = keyof Operations;

/** A kind of record, as the command line names it. */
export interface Kind {
  /** Singular, in kebab case. */
  name: string;
  create: OperationId;
  list: OperationId;
  get: OperationId;
  remove: OperationId;
  /** Absent for kinds without emissions of their own. */
  explain?: OperationId;
  /** Fields of the table that lists it, after the id. */
  columns: readonly string[];
}

/** All kinds. An operation that the API does not have is a compile error. */
export const KINDS: readonly Kind[] = [
  {
    name: "purchase",
    create: "createPurchase",
    list: "listPurchases",
    get: "getPurchase",
    remove: "deletePurchase",
    explain: "getCalculation",
    columns: ["purchase_date", "product_name", "quantity", "co2e", "calculation_status"],
  },
  {
    name: "invoice",
    create: "createInvoice",
    list: "listInvoices",
    get: "getInvoice",
    remove: "deleteInvoice",
    explain: "getInvoiceCalculation",
    columns: ["start_date", "end_date", "type", "base_quantity", "co2e", "calculation_status"],
  },
  {
    name: "waste",
    create: "createWaste",
    list: "listWastes",
    get: "getWaste",
    remove: "deleteWaste",
    explain: "getWasteCalculation",
    columns: ["start_date", "end_date", "identification_name", "base_quantity", "co2e", "calculation_status"],
  },
  {
    name: "waste-water-treatment",
    create: "createWasteWaterTreatment",
    list: "listWasteWaterTreatments",
    get: "getWasteWaterTreatment",
    remove: "deleteWasteWaterTreatment",
    explain: "getWasteWaterTreatmentCalculation",
    columns: ["start_date", "end_date", "name", "quantity", "co2e", "calculation_status"],
  },
  {
    name: "hotel-stay",
    create: "createHotelStay",
    list: "listHotelStays",
    get: "getHotelStay",
    remove: "deleteHotelStay",
    explain: "getHotelStayCalculation",
    columns: ["check_in_date", "check_out_date", "country", "rooms", "co2e", "calculation_status"],
  },
  {
    name: "business-travel",
    create: "createBusinessTravel",
    list: "listBusinessTravels",
    get: "getBusinessTravel",
    remove: "deleteBusinessTravel",
    explain: "getBusinessTravelCalculation",
    columns: ["travel_date", "transport_type", "kilometres", "co2e", "calculation_status"],
  },
  {
    name: "vehicle",
    create: "createVehicle",
    list: "listVehicles",
    get: "getVehicle",
    remove: "deleteVehicle",
    columns: ["name", "type", "license_plate", "country", "co2e"],
  },
  {
    name: "vehicle-consumption",
    create: "createVehicleConsumption",
    list: "listVehicleConsumptions",
    get: "getVehicleConsumption",
    remove: "deleteVehicleConsumption",
    explain: "getVehicleConsumptionCalculation",
    columns: ["vehicle_id", "start_date", "end_date", "quantity", "co2e", "calculation_status"],
  },
  {
    name: "transport-route",
    create: "createTransportRoute",
    list: "listTransportRoutes",
    get: "getTransportRoute",
    remove: "deleteTransportRoute",
    explain: "getTransportRouteCalculation",
    columns: ["transport_date", "name", "quantity_transported", "co2e", "calculation_status"],
  },
  {
    name: "logistics-request",
    create: "createLogisticsRequest",
    list: "listLogisticsRequests",
    get: "getLogisticsRequest",
    remove: "deleteLogisticsRequest",
    explain: "getLogisticsRequestCalculation",
    columns: ["shipment_date", "movement_id", "load", "distance_km", "co2e", "calculation_status"],
  },
  {
    name: "logistics-recharge",
    create: "createLogisticsRecharge",
    list: "listLogisticsRecharges",
    get: "getLogisticsRecharge",
    remove: "deleteLogisticsRecharge",
    explain: "getLogisticsRechargeCalculation",
    columns: ["date", "fuel_name", "quantity", "co2e", "calculation_status"],
  },
  {
    name: "logistic-hub",
    create: "createLogisticHub",
    list: "listLogisticHubs",
    get: "getLogisticHub",
    remove: "deleteLogisticHub",
    columns: ["name", "country", "type", "category", "status"],
  },
  {
    name: "employee",
    create: "createEmployee",
    list: "listEmployees",
    get: "getEmployee",
    remove: "deleteEmployee",
    columns: ["name", "situation", "status", "co2e"],
  },
  {
    name: "commuting-period",
    create: "createCommutingPeriod",
    list: "listCommutingPeriods",
    get: "getCommutingPeriod",
    remove: "deleteCommutingPeriod",
    explain: "getCommutingPeriodCalculation",
    columns: ["employee_id", "start_date", "end_date", "transport_type", "co2e", "calculation_status"],
  },
  {
    name: "sold-product",
    create: "createSoldProduct",
    list: "listSoldProducts",
    get: "getSoldProduct",
    remove: "deleteSoldProduct",
    columns: ["product_name", "lifetime_years", "periods_count", "total_co2e"],
  },
  {
    name: "sold-product-sale",
    create: "createSoldProductSale",
    list: "listSoldProductSales",
    get: "getSoldProductSale",
    remove: "deleteSoldProductSale",
    explain: "getSoldProductSaleCalculation",
    columns: ["product_name", "start_date", "end_date", "country", "quantity", "co2e", "calculation_status"],
  },
  {
    name: "facility",
    create: "createFacility",
    list: "listFacilities",
    get: "getFacility",
    remove: "deleteFacility",
    columns: ["name", "type", "country", "status", "co2e"],
  },
  {
    name: "supplier",
    create: "createSupplier",
    list: "listSuppliers",
    get: "getSupplier",
    remove: "deleteSupplier",
    columns: ["business_name", "country", "code_type", "code", "status"],
  },
  {
    name: "certificate",
    create: "createCertificate",
    list: "listCertificates",
    get: "getCertificate",
    remove: "deleteCertificate",
    columns: ["production_start_date", "production_end_date", "technology", "country", "mwh", "mwh_left"],
  },
  {
    name: "project",
    create: "createProject",
    list: "listProjects",
    get: "getProject",
    remove: "deleteProject",
    columns: ["name", "project_type", "start_date", "end_date"],
  },
];

/** Operations whose options come from the description of the API, besides those of the kinds. */
export const STATEMENTS = { totals: "getTotalImpacts", inventory: "getInventory" } as const;
