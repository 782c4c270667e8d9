import { rulesOf } from "@emissions/kit/wire/fields";
import { CustomRecordSchema } from "@emissions/proto/factors/v1/custom_database_service";

/** All activity categories of records: the values of the field in the proto. */
export const ACTIVITY_CATEGORIES: readonly string[] =
  rulesOf(CustomRecordSchema.field.activityCategories)?.string?.in ?? [];

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
