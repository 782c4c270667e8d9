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

const KNOWN: ReadonlySet<string> = new Set(ACTIVITY_CATEGORIES);
const BIOGENIC: ReadonlySet<string> = new Set(["stationary", "process", "transport"]);
const ELECTRICITY: ReadonlySet<string> = new Set(ACTIVITY_CATEGORIES.filter((name) => name.startsWith("electricity")));

export const isCategory = (name: string): boolean => KNOWN.has(name);

/** Only categories with combustion or process emissions emit biogenic CO2. */
export const mayBeBiogenic = (category: string): boolean => BIOGENIC.has(category);

export const isElectricity = (category: string): boolean => ELECTRICITY.has(category);
