import type { Operations } from "@emissions/client";
import type { ImportColumn } from "@emissions/client/types";
import { type KindName, kinds } from "../records/kinds.ts";
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

type Own = Partial<Omit<EntryForm, "kind">>;

/** Parts of a form that do not follow from its kind. */
const OWN: Readonly<Record<KindName, Own>> = {
  purchases: {
    frequent: ["supplier_id"],
    amounts: [
      { word: "entry.money", fields: ["quantity", "unit_id"] },
      { word: "entry.physical", fields: ["non_currency_quantity", "non_currency_unit_id"] },
    ],
    leftOut: [...LEFT_OUT, "frequency"],
  },
  invoices: { frequent: ["facility_id", "facility_fuel_id", "supplier_id"] },
  wastes: { frequent: ["unit_id", "ler_code_id", "waste_rd_code_id"] },
  waste_water_treatments: { frequent: ["unit_id"] },
  hotel_stays: { frequent: ["rooms", "city"] },
  business_travels: { frequent: ["distance_km", "origin", "destination"] },
  vehicle_consumptions: { inPath: "vehicle_id" },
  transports: { frequent: ["name", "supplier"], items: "sections", differs: { unit_id: { reference: "mass" } } },
  logistics_requests: {
    create: "enqueueLogisticsRequest",
    // The template requires none, because each has a default or a substitute.
    frequent: ["movement_id", "shipment_date", "toc", "load", "load_unit", "distance_km", "origin", "destination"],
  },
  logistics_recharges: { frequent: ["vehicle_license_plate"] },
  commuting_periods: {
    template: "employee_historic",
    frequent: ["total_km", "weekly_travels", "vehicle_size", "fuel_type"],
    weekdays: ["weekly_travels", "telecommuting_days"],
    isPersonal: true,
  },
  sold_product_sales: {
    template: "sold_products",
    differs: { product_name: { key: "product_id", type: "reference", reference: "sold_product", description: "" } },
  },
};

/** The form of a kind; undefined for other names. */
export function formOf(name: string): (EntryForm & { kind: KindName }) | undefined {
  const kind = kinds.find((one) => one.name === name);
  return (
    kind && {
      kind: kind.name,
      template: kind.name,
      create: kind.create,
      frequent: [],
      leftOut: LEFT_OUT,
      ...OWN[kind.name],
    }
  );
}
