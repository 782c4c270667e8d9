/** All activity categories of records. */
export const ACTIVITY_CATEGORIES = [
  "stationary",
  "stationary_generation",
  "electricity",
  "electricity_location_based",
  "electricity_generation",
  "electricity_transmission_and_distribution",
  "energy",
  "recharge",
  "process",
  "wastes",
  "transport",
  "transport_generation",
  "purchases",
  "water",
  "waste_water_treatments",
  "hotel_stays",
  "business_travels",
  "employee_commuting",
  "logistics",
  "logistics_hubs",
  "sold_products",
] as const;

/**
 * Categories of the custom records that activities can name: purchases, wastes, waste water treatments, and invoices for
 * heat (stationary), electricity, water, refrigerants (recharge) and process gases.
 */
export const USABLE_CATEGORIES = [
  "purchases",
  "wastes",
  "waste_water_treatments",
  "stationary",
  "electricity",
  "water",
  "recharge",
  "process",
] as const;

/** The public contract names it, so records for it are accepted before an activity uses them. */
const RESERVED_CATEGORIES = ["transport"];

const KNOWN: ReadonlySet<string> = new Set(ACTIVITY_CATEGORIES);
const BIOGENIC: ReadonlySet<string> = new Set(["stationary", "process", "transport"]);
const ELECTRICITY: ReadonlySet<string> = new Set(ACTIVITY_CATEGORIES.filter((name) => name.startsWith("electricity")));

const ACCEPTED: ReadonlySet<string> = new Set([...USABLE_CATEGORIES, ...RESERVED_CATEGORIES]);

/** True if an activity can use a record with these categories. */
export const isUsable = (categories: readonly string[]): boolean => categories.some((name) => ACCEPTED.has(name));

export const isCategory = (name: string): boolean => KNOWN.has(name);

/** Only categories with combustion or process emissions emit biogenic CO2. */
export const mayBeBiogenic = (category: string): boolean => BIOGENIC.has(category);

export const isElectricity = (category: string): boolean => ELECTRICITY.has(category);
