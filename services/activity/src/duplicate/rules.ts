import { EntityType } from "@emissions/proto/activity/v1/record_events";

/** Which values are equal in records that may be the same. Columns of a record are those of its values. */
export interface DuplicateRule {
  /** The columns of the index, which are always equal. */
  indexed: readonly string[];
  /** Further columns that are always equal, also without a value. */
  compared: readonly string[];
  /** Equal too, if `isDelivery`: two deliveries of a day differ in their amounts. */
  amount: readonly string[];
  isDelivery(values: Readonly<Record<string, unknown>>): boolean;
  /** Equal, or missing in one of both. */
  meter?: "cups";
  /** Records without a value of this column are compared with none. */
  named?: "name";
  /** The column that the notice is about. */
  field: string;
  /** The number of a document, in columns of the stored record `r` and of the new one `s`. */
  number?: { column: string; where: string };
  /** Stored records that are compared, in columns of `r`: those of totals. All by default. */
  stored?: string;
}

const OF_FACILITY = ["facility_id", "start_date"] as const;
const isOfOneDay: DuplicateRule["isDelivery"] = ({ startDate, endDate }) => startDate === endDate;
/** Two trips of one day are told apart by name only. */
const TRIP = { amount: [], isDelivery: () => false, named: "name" } as const;

/** docs/imports.md lists the rules for people. Other kinds refuse or replace duplicates themselves. */
export const RULES: ReadonlyMap<EntityType, DuplicateRule> = new Map<EntityType, DuplicateRule>([
  [
    EntityType.INVOICES,
    {
      indexed: OF_FACILITY,
      compared: ["type", "end_date", "facility_fuel_id"],
      amount: ["base_quantity", "unit_id"],
      // Electricity and water are metered.
      isDelivery: ({ type, startDate, endDate }) =>
        type === "recharge" || type === "process" || (type === "heat" && startDate === endDate),
      meter: "cups",
      field: "start_date",
      number: {
        column: "invoice_id",
        where: `r.type = s.type and (r.cups is null or s.cups is null or r.cups = s.cups) and (r.supplier_id = s.supplier_id
          or ((r.supplier_id is null or s.supplier_id is null) and r.facility_id = s.facility_id))`,
      },
      stored: "r.held_status is distinct from 'inactive'",
    },
  ],
  [
    EntityType.WASTES,
    {
      indexed: OF_FACILITY,
      compared: [
        "end_date",
        "identification_name",
        "ler_code_id",
        "waste_rd_code_id",
        "custom_ef_record_id",
        "custom_emission_factor_id",
      ],
      amount: ["base_quantity", "unit_id"],
      isDelivery: isOfOneDay,
      field: "start_date",
    },
  ],
  [
    EntityType.WASTE_WATER_TREATMENTS,
    {
      indexed: OF_FACILITY,
      compared: ["end_date", "name"],
      amount: ["quantity", "unit_id"],
      isDelivery: isOfOneDay,
      field: "start_date",
    },
  ],
  [
    EntityType.VEHICLE_CONSUMPTIONS,
    {
      indexed: ["vehicle_id", "start_date"],
      compared: ["end_date", "unit_id"],
      amount: ["quantity"],
      isDelivery: isOfOneDay,
      field: "start_date",
      number: { column: "custom_id", where: "r.vehicle_id = s.vehicle_id" },
    },
  ],
  [
    EntityType.PURCHASES,
    {
      indexed: ["purchase_date", "product_name"],
      compared: ["supplier_id", "quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"],
      amount: [],
      isDelivery: () => false,
      field: "purchase_date",
      stored: "r.status <> 'inactive'",
    },
  ],
  [
    EntityType.HOTEL_STAYS,
    {
      ...TRIP,
      indexed: ["check_in_date"],
      compared: ["name", "check_out_date", "country", "city", "hotel_name", "rooms"],
      field: "check_in_date",
    },
  ],
  [
    EntityType.BUSINESS_TRAVELS,
    {
      ...TRIP,
      indexed: ["travel_date"],
      compared: ["name", "transport_type", "origin", "destination", "distance_km", "travel_number", "round_trip"],
      field: "travel_date",
    },
  ],
  [
    EntityType.TRANSPORTS,
    {
      ...TRIP,
      indexed: ["transport_date"],
      compared: ["name", "quantity_transported", "unit_id", "supplier", "transport_direction"],
      field: "transport_date",
    },
  ],
]);
