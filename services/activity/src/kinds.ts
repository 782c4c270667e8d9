import { businessTravels } from "./business_travel/business_travel.ts";
import { commutingPeriods } from "./commuting_period/commuting_period.ts";
import { hotelStays } from "./hotel_stay/hotel_stay.ts";
import { invoices } from "./invoice/invoice.ts";
import { logisticsRecharges } from "./logistics_recharge/logistics_recharge.ts";
import { logisticsRequests } from "./logistics_request/logistics_request.ts";
import { purchases } from "./purchase/purchase.ts";
import type { RecordKind } from "./records/kind.ts";
import { soldProductSales } from "./sold_product/sold_product_sale.ts";
import { transports } from "./transport/transport.ts";
import { vehicleConsumptions } from "./vehicle_consumption/vehicle_consumption.ts";
import { wastes } from "./waste/waste.ts";
import { wasteWater } from "./waste_water/waste_water.ts";

/** Every kind of record. Code that handles all kinds gets this list as an argument and imports no kind. */
export const kinds: readonly RecordKind[] = [
  purchases,
  wastes,
  invoices,
  wasteWater,
  hotelStays,
  vehicleConsumptions,
  businessTravels,
  transports,
  logisticsRecharges,
  logisticsRequests,
  commutingPeriods,
  soldProductSales,
];
