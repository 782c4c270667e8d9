import type { Operations } from "@emissions/client";
import type { Word } from "../words/words.ts";

/** Fields of a record as the API answers them. Decimals are texts. */
export type RecordRow = Readonly<Record<string, unknown>> & { id: string };

/** A kind of record with emissions, and the operations that read it. */
export interface Kind {
  /** Also the last part of its word. */
  name: string;
  list: keyof Operations;
  calculation: keyof Operations;
  /** Parameters of the path of the calculation, with the fields of the record that fill them. */
  path: readonly (readonly [parameter: string, field: string])[];
  /** Fields that may name a record, the best first. */
  title: readonly string[];
  /** Fields of its first and last day, or of its only one. */
  days: readonly string[];
  /** The parameter that searches texts. */
  text?: "search" | "name";
  /** Parameters of the first and last day of the list. */
  range?: readonly [from: string, to: string];
  /** The parameter of the status and its values. */
  status: { parameter: string; field: string; values: readonly string[] };
}

const status = (...values: string[]) => ({ parameter: "status", field: "status", values });
const RANGE = ["start_date", "end_date"] as const;
const LOGISTICS_RANGE = ["date_from", "date_until"] as const;
const PERIOD = ["start_date", "end_date"];

export const kinds = [
  {
    name: "purchases",
    list: "listPurchases",
    calculation: "getCalculation",
    path: [["id", "id"]],
    title: ["product_name", "external_id"],
    days: ["purchase_date"],
    text: "search",
    range: RANGE,
    status: status("active", "pending", "in_progress", "in_review", "inactive", "error"),
  },
  {
    name: "invoices",
    list: "listInvoices",
    calculation: "getInvoiceCalculation",
    path: [["id", "id"]],
    title: ["invoice_id", "external_id", "cups", "toc", "type"],
    days: PERIOD,
    text: "search",
    range: RANGE,
    status: status("active", "loading", "uploaded", "review", "inactive", "error"),
  },
  {
    name: "wastes",
    list: "listWastes",
    calculation: "getWasteCalculation",
    path: [["waste_id", "id"]],
    title: ["identification_name", "description", "low_code"],
    days: PERIOD,
    text: "search",
    range: RANGE,
    status: status("active", "loading", "pending", "in_progress", "in_review", "error"),
  },
  {
    name: "waste_water_treatments",
    list: "listWasteWaterTreatments",
    calculation: "getWasteWaterTreatmentCalculation",
    path: [["id", "id"]],
    title: ["name", "description"],
    days: PERIOD,
    text: "search",
    range: RANGE,
    status: status("active", "loading", "error"),
  },
  {
    name: "hotel_stays",
    list: "listHotelStays",
    calculation: "getHotelStayCalculation",
    path: [["hotel_stay_id", "id"]],
    title: ["name", "hotel_name", "city", "country"],
    days: ["check_in_date", "check_out_date"],
    text: "name",
    range: RANGE,
    status: status("active", "pending", "error"),
  },
  {
    name: "business_travels",
    list: "listBusinessTravels",
    calculation: "getBusinessTravelCalculation",
    path: [["business_travel_id", "id"]],
    title: ["name", "origin", "destination", "transport_type"],
    days: ["travel_date"],
    text: "name",
    range: RANGE,
    status: status("active", "pending", "error"),
  },
  {
    name: "vehicle_consumptions",
    list: "listVehicleConsumptions",
    calculation: "getVehicleConsumptionCalculation",
    path: [
      ["vehicle_id", "vehicle_id"],
      ["consumption_id", "id"],
    ],
    title: ["custom_id", "external_id"],
    days: PERIOD,
    text: "search",
    range: RANGE,
    status: status("active", "loading", "success", "error"),
  },
  {
    name: "transports",
    list: "listTransportRoutes",
    calculation: "getTransportRouteCalculation",
    path: [["transport_route_id", "id"]],
    title: ["name", "external_id", "transport_direction"],
    days: ["transport_date"],
    text: "search",
    range: RANGE,
    status: status("active", "pending", "error"),
  },
  {
    name: "logistics_requests",
    list: "listLogisticsRequests",
    calculation: "getLogisticsRequestCalculation",
    path: [["id", "id"]],
    title: ["movement_id", "client", "external_id"],
    days: ["shipment_date"],
    text: "search",
    range: LOGISTICS_RANGE,
    status: status("active", "pending", "inactive", "error"),
  },
  {
    name: "logistics_recharges",
    list: "listLogisticsRecharges",
    calculation: "getLogisticsRechargeCalculation",
    path: [["recharge_id", "id"]],
    title: ["vehicle_license_plate", "fuel_name"],
    days: ["date"],
    text: "search",
    range: LOGISTICS_RANGE,
    status: status("active", "pending", "error"),
  },
  {
    name: "commuting_periods",
    list: "listCommutingPeriods",
    calculation: "getCommutingPeriodCalculation",
    path: [["id", "id"]],
    title: ["external_id", "transport_type", "commuting_type"],
    days: PERIOD,
    text: "search",
    range: RANGE,
    status: {
      parameter: "calculation_status",
      field: "calculation_status",
      values: ["calculated", "pending", "failed"],
    },
  },
  {
    name: "sold_product_sales",
    list: "listSoldProductSales",
    calculation: "getSoldProductSaleCalculation",
    path: [["country_sale_id", "id"]],
    title: ["product_name", "country"],
    days: PERIOD,
    text: "search",
    range: RANGE,
    status: status("active", "loading", "error"),
  },
] as const satisfies readonly (Kind & { name: KindName })[];

/** Kinds that have a word. */
type KindName = Word extends infer W ? (W extends `kind.${infer Name}` ? Name : never) : never;

export const kindOf = (name: string | undefined): Kind & { name: KindName } =>
  kinds.find((kind) => kind.name === name) ?? kinds[0];

const textIn = (row: RecordRow, field: string) => {
  const value = row[field];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The name of a record, or undefined for one without a text. */
export const titleOf = (kind: Kind, row: RecordRow): string | undefined =>
  kind.title.map((field) => textIn(row, field)).find((text) => text !== undefined);

/** The days of a record, without repetition. */
export const daysOf = (kind: Kind, row: RecordRow): string[] => [
  ...new Set(kind.days.map((field) => textIn(row, field)).filter((text) => text !== undefined)),
];

/** The ids in the place of an explanation, in the order of the path. */
export const idsOf = (kind: Kind, row: RecordRow): string[] => kind.path.map(([, field]) => String(row[field]));

/** The unit of a quantity: "kilogram_(kg)" is "kg". */
export function unitOf(row: RecordRow): string {
  const { unit } = row;
  if (typeof unit === "string") return unit;
  const name = typeof unit === "object" && unit !== null && "name" in unit ? String(unit.name) : "";
  return /\(([^)]+)\)$/.exec(name)?.[1] ?? name;
}
