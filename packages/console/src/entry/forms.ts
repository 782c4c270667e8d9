import type { Operations } from "@emissions/client";
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
] as const satisfies readonly EntryForm[];

type FormKind = (typeof forms)[number]["kind"];

/** The form of a kind; undefined for kinds that only imports and the API create. */
export const formOf = (kind: string): (EntryForm & { kind: FormKind }) | undefined =>
  forms.find((form) => form.kind === kind);
