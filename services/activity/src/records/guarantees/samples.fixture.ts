import type { DescService } from "@bufbuild/protobuf";
import { BusinessTravelService, BusinessTravelStatus } from "@emissions/proto/activity/v1/business_travel_service";
import { CommutingPeriodService } from "@emissions/proto/activity/v1/commuting_period_service";
import { HotelStayService, HotelStayStatus } from "@emissions/proto/activity/v1/hotel_stay_service";
import { InvoiceService, InvoiceStatus } from "@emissions/proto/activity/v1/invoice_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus, RecordStatus } from "@emissions/proto/activity/v1/record";
import { SoldProductSaleService } from "@emissions/proto/activity/v1/sold_product_sale_service";
import { TransportRouteStatus, TransportService } from "@emissions/proto/activity/v1/transport_service";
import {
  VehicleConsumptionService,
  VehicleConsumptionStatus,
} from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { WasteService, WasteStatus } from "@emissions/proto/activity/v1/waste_service";
import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { TransportType } from "@emissions/proto/factors/v1/travel";
import { unitId } from "@emissions/quantity/catalogue-id";
import { EUR, KG, KWH, M3 } from "../../activity.fixture.ts";
import { businessTravels } from "../../business_travel/business_travel.ts";
import { commutingPeriods } from "../../commuting_period/commuting_period.ts";
import { commuteOf } from "../../employee/employee.fixture.ts";
import { hotelStays } from "../../hotel_stay/hotel_stay.ts";
import { invoiceOf } from "../../invoice/invoice.fixture.ts";
import { invoices } from "../../invoice/invoice.ts";
import { laptops } from "../../purchase/purchase.fixture.ts";
import { purchases } from "../../purchase/purchase.ts";
import { saleOf } from "../../sold_product/sold_product.fixture.ts";
import { soldProductSales } from "../../sold_product/sold_product_sale.ts";
import { ROUTE } from "../../transport/transport.fixture.ts";
import { transports } from "../../transport/transport.ts";
import { consumptionOf } from "../../vehicle_consumption/vehicle_consumption.fixture.ts";
import { vehicleConsumptions } from "../../vehicle_consumption/vehicle_consumption.ts";
import { wasteOf } from "../../waste/waste.fixture.ts";
import { wastes } from "../../waste/waste.ts";
import { treatmentOf } from "../../waste_water/waste_water.fixture.ts";
import { wasteWater } from "../../waste_water/waste_water.ts";
import type { RecordKind } from "../kind.ts";

/** A kind of record, with the data that its guarantees are tested with. */
export interface Sample {
  kind: RecordKind;
  service: DescService;
  /** In the names of methods and of fields of replies. */
  one: string;
  many: string;
  /** The method, where it is not `delete` and `many`. */
  removeByIds?: string;
  /** A valid record. */
  valid(ownerId: string): object;
  /** A number above 0 whose change starts a calculation. */
  amount: string;
  /** Quantity of the calculation for an amount of 1, where it is not 1. */
  perAmount?: string;
  /** A text that prices nothing, and the filter that finds parts of it; `description` and `search` by default. */
  text?: string;
  /** A text that the filter finds; `text` by default. */
  searched?: string;
  search?: string;
  /** The last start and the first end of a filter that match a valid record; by default the days of its calculation. */
  days?: { startDate: string; endDate: string };
  /** Whether a record of another first day needs another last day, too. */
  ofOneDay?: boolean;
  /** Fields that records show in another form. */
  shown?: object;
  /** How records show the state of their calculation, and by which field lists filter it. */
  states: Record<"pending" | "calculated" | "failed", Record<string, number>>;
  /** The refusal of a single record whose owner is missing; by default a violation of its field. */
  missingOwner?: string;
  /** A filter that all records of the owner match, wide enough for a deletion. */
  scope?(ownerId: string): object;
  /** The factor of a valid record, which a custom factor replaces. */
  ownFactor?: object;
  /** A custom record that fits a valid record, for kinds that can name one. */
  customRecord?: { unitId: string; activityCategories: string[] };
}

const statesOf = (field: string, [pending, calculated, failed]: [number, number, number]): Sample["states"] => ({
  pending: { [field]: pending },
  calculated: { [field]: calculated },
  failed: { [field]: failed },
});

export const samples: readonly Sample[] = [
  {
    kind: purchases,
    service: PurchaseService,
    one: "Purchase",
    many: "Purchases",
    valid: () => laptops,
    amount: "quantity",
    states: statesOf("calculationStatus", [
      CalculationStatus.PENDING,
      CalculationStatus.CALCULATED,
      CalculationStatus.FAILED,
    ]),
    customRecord: { unitId: EUR, activityCategories: ["purchases"] },
  },
  {
    kind: wastes,
    service: WasteService,
    one: "Waste",
    many: "Wastes",
    removeByIds: "deleteWastesById",
    valid: wasteOf,
    amount: "baseQuantity",
    states: statesOf("status", [WasteStatus.LOADING, WasteStatus.ACTIVE, WasteStatus.ERROR]),
    scope: (facilityId) => ({ facilityId, startDate: "2000-01-01" }),
    ownFactor: { lerCodeId: undefined },
    customRecord: { unitId: KG, activityCategories: ["wastes"] },
  },
  {
    kind: invoices,
    service: InvoiceService,
    one: "Invoice",
    many: "Invoices",
    valid: invoiceOf,
    amount: "baseQuantity",
    text: "invoiceId",
    shown: { startDate: "2025-01-01T00:00:00", endDate: "2025-01-31T00:00:00" },
    states: statesOf("status", [InvoiceStatus.LOADING, InvoiceStatus.ACTIVE, InvoiceStatus.ERROR]),
    customRecord: { unitId: KWH, activityCategories: ["electricity"] },
  },
  {
    kind: wasteWater,
    service: WasteWaterTreatmentService,
    one: "WasteWaterTreatment",
    many: "WasteWaterTreatments",
    valid: treatmentOf,
    amount: "quantity",
    states: statesOf("status", [RecordStatus.LOADING, RecordStatus.ACTIVE, RecordStatus.ERROR]),
    customRecord: { unitId: M3, activityCategories: ["waste_water_treatments"] },
  },
  {
    kind: hotelStays,
    service: HotelStayService,
    one: "HotelStay",
    many: "HotelStays",
    valid: () => ({ checkInDate: "2025-03-30", checkOutDate: "2025-04-02", country: "GB" }),
    amount: "rooms",
    text: "name",
    search: "name",
    days: { startDate: "2025-04-02", endDate: "2025-03-30" },
    shown: { uploadedBy: { firstName: "Ada" } },
    states: statesOf("status", [HotelStayStatus.PENDING, HotelStayStatus.ACTIVE, HotelStayStatus.ERROR]),
    customRecord: { unitId: unitId("room_night"), activityCategories: ["hotel_stays"] },
  },
  {
    kind: vehicleConsumptions,
    service: VehicleConsumptionService,
    one: "VehicleConsumption",
    many: "VehicleConsumptions",
    valid: consumptionOf,
    amount: "quantity",
    text: "customId",
    states: statesOf("status", [
      VehicleConsumptionStatus.LOADING,
      VehicleConsumptionStatus.SUCCESS,
      VehicleConsumptionStatus.ERROR,
    ]),
    missingOwner: "VEHICLE_NOT_FOUND",
  },
  {
    kind: businessTravels,
    service: BusinessTravelService,
    one: "BusinessTravel",
    many: "BusinessTravels",
    valid: () => ({
      travelDate: "2025-03-30",
      transportType: TransportType.TRAIN,
      distanceKm: { value: "621" },
    }),
    amount: "distanceKm",
    text: "name",
    search: "name",
    shown: { uploadedBy: { firstName: "Ada" } },
    states: statesOf("status", [BusinessTravelStatus.PENDING, BusinessTravelStatus.ACTIVE, BusinessTravelStatus.ERROR]),
    customRecord: { unitId: unitId("pkm"), activityCategories: ["business_travels"] },
  },
  {
    kind: transports,
    service: TransportService,
    one: "TransportRoute",
    many: "TransportRoutes",
    valid: () => ROUTE,
    amount: "quantityTransported",
    text: "externalId",
    searched: "name",
    shown: { uploadedBy: { firstName: "Ada" } },
    states: statesOf("status", [TransportRouteStatus.PENDING, TransportRouteStatus.ACTIVE, TransportRouteStatus.ERROR]),
    customRecord: { unitId: unitId("tkm"), activityCategories: ["logistics"] },
  },
  {
    kind: commutingPeriods,
    service: CommutingPeriodService,
    one: "CommutingPeriod",
    many: "CommutingPeriods",
    valid: commuteOf,
    amount: "totalKm",
    // Both directions on 130 days.
    perAmount: "260",
    text: "origin",
    states: statesOf("calculationStatus", [
      CalculationStatus.PENDING,
      CalculationStatus.CALCULATED,
      CalculationStatus.FAILED,
    ]),
    customRecord: { unitId: unitId("km"), activityCategories: ["employee_commuting"] },
  },
  {
    kind: soldProductSales,
    service: SoldProductSaleService,
    one: "SoldProductSale",
    many: "SoldProductSales",
    valid: saleOf,
    amount: "quantity",
    text: "externalId",
    ofOneDay: true,
    states: statesOf("status", [RecordStatus.LOADING, RecordStatus.ACTIVE, RecordStatus.ERROR]),
    customRecord: { unitId: unitId("piece"), activityCategories: ["sold_products"] },
  },
];
