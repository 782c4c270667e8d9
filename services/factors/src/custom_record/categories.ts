import { rulesOf } from "@emissions/kit/wire/fields";
import { CustomRecordSchema } from "@emissions/proto/factors/v1/custom_database_service";

/** All activity categories of records: the values of the field in the proto. */
export const ACTIVITY_CATEGORIES: readonly string[] =
  rulesOf(CustomRecordSchema.field.activityCategories)?.string?.in ?? [];

const KNOWN: ReadonlySet<string> = new Set(ACTIVITY_CATEGORIES);
const BIOGENIC: ReadonlySet<string> = new Set(["stationary", "process", "transport"]);
const ELECTRICITY: ReadonlySet<string> = new Set(ACTIVITY_CATEGORIES.filter((name) => name.startsWith("electricity")));

export const isCategory = (name: string): boolean => KNOWN.has(name);

/** Only categories with combustion or process emissions emit biogenic CO2. */
export const mayBeBiogenic = (category: string): boolean => BIOGENIC.has(category);

export const isElectricity = (category: string): boolean => ELECTRICITY.has(category);
