import type { Operations } from "@emissions/client";
import type { ImportColumn } from "@emissions/client/types";
import type { Word } from "../words/words.ts";

/** A form for one kind of record. Its fields are the columns of the template of imports. */
export interface EntryForm {
  /** Name of the kind. */
  kind: string;
  template: string;
  create: keyof Operations;
  /** A field that stands in the path of the operation. */
  inPath?: string;
  /** Optional fields that most records have. The others stand in a part that is closed at first. */
  frequent: readonly string[];
  /** Pairs of amount and unit of which a record has exactly one. */
  amounts?: readonly { word: Word; fields: readonly string[] }[];
  /** Fields that a person does not write. */
  leftOut: readonly string[];
  /** The list whose items have fields of their own, such as `sections.0.origin`. */
  items?: string;
  /** Fields that differ from the template, which takes names where the operation takes ids. */
  differs?: Readonly<Record<string, Partial<Pick<ImportColumn, "key" | "type" | "reference" | "description">>>>;
  /** Lists of days of the week, from 0 for Monday. */
  weekdays?: readonly string[];
  /** Whether the records are about people: the roles of people apply. */
  isPersonal?: true;
}

/** Records of custom databases are found by their database and version, not by their name alone. */
const LEFT_OUT = ["custom_ef_record_id", "source"];

const forms = [
  {
    kind: "purchases",
    template: "purchases",
    create: "createPurchase",
    frequent: ["supplier_id"],
    amounts: [
      { word: "entry.money", fields: ["quantity", "unit_id"] },
      { word: "entry.physical", fields: ["non_currency_quantity", "non_currency_unit_id"] },
    ],
    leftOut: [...LEFT_OUT, "frequency"],
  },
  {
    kind: "invoices",
    template: "invoices",
    create: "createInvoice",
    frequent: ["facility_id", "facility_fuel_id", "supplier_id"],
    leftOut: LEFT_OUT,
  },
  {
    kind: "wastes",
    template: "wastes",
    create: "createWaste",
    frequent: ["unit_id", "ler_code_id", "waste_rd_code_id"],
    leftOut: LEFT_OUT,
  },
  {
    kind: "waste_water_treatments",
    template: "waste_water_treatments",
    create: "createWasteWaterTreatment",
    frequent: ["unit_id"],
    leftOut: LEFT_OUT,
  },
  {
    kind: "hotel_stays",
    template: "hotel_stays",
    create: "createHotelStay",
    frequent: ["rooms", "city"],
    leftOut: LEFT_OUT,
  },
  {
    kind: "business_travels",
    template: "business_travels",
    create: "createBusinessTravel",
    frequent: ["distance_km", "origin", "destination"],
    leftOut: LEFT_OUT,
  },
  {
    kind: "vehicle_consumptions",
    template: "vehicle_consumptions",
    create: "createVehicleConsumption",
    inPath: "vehicle_id",
    frequent: [],
    leftOut: LEFT_OUT,
  },
  {
    kind: "transports",
    template: "transports",
    create: "createTransportRoute",
    frequent: ["name", "supplier"],
    leftOut: LEFT_OUT,
    items: "sections",
    differs: { unit_id: { reference: "mass" } },
  },
  {
    kind: "logistics_requests",
    template: "logistics_requests",
    create: "enqueueLogisticsRequest",
    // The template requires none, because each has a default or a substitute.
    frequent: ["movement_id", "shipment_date", "toc", "load", "load_unit", "distance_km", "origin", "destination"],
    leftOut: LEFT_OUT,
  },
  {
    kind: "logistics_recharges",
    template: "logistics_recharges",
    create: "createLogisticsRecharge",
    frequent: ["vehicle_license_plate"],
    leftOut: LEFT_OUT,
  },
  {
    kind: "commuting_periods",
    template: "employee_historic",
    create: "createCommutingPeriod",
    frequent: ["total_km", "weekly_travels", "vehicle_size", "fuel_type"],
    leftOut: LEFT_OUT,
    weekdays: ["weekly_travels", "telecommuting_days"],
    isPersonal: true,
  },
  {
    kind: "sold_product_sales",
    template: "sold_products",
    create: "createSoldProductSale",
    frequent: [],
    leftOut: LEFT_OUT,
    differs: { product_name: { key: "product_id", type: "reference", reference: "sold_product", description: "" } },
  },
] as const satisfies readonly EntryForm[];

type FormKind = (typeof forms)[number]["kind"];

/** The form of a kind; undefined for kinds that only imports and the API create. */
export const formOf = (kind: string): (EntryForm & { kind: FormKind }) | undefined =>
  forms.find((form) => form.kind === kind);
