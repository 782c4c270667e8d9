import { type Check, checkDay, checkEnum, checkText, violation } from "@emissions/kit/checks";
import { enumText, enumTexts } from "@emissions/kit/enum";
import { unprocessable } from "@emissions/kit/errors";
import { GasTypeSchema, RecordTagSchema } from "@emissions/proto/factors/v1/custom_database_service";
import {
  type CreateCustomGroupRequest,
  type CreateGroupFactorRequest,
  GroupCategorySchema,
  type UpdateCustomGroupRequest,
  type UpdateGroupFactorRequest,
} from "@emissions/proto/factors/v1/custom_group_service";

/** Of one organization, those out of use not counted. */
export const GROUPS_MAX = 1_000;
/** Of one group, those out of use not counted. */
export const GROUP_FACTORS_MAX = 200;

/** What a caller decides about a group. */
export interface GroupValues {
  name: string;
  category: string;
  description: string | null;
  startDate: string | null;
  endDate: string | null;
}

export interface GasValue {
  gas: string;
  /** kg of co2e and co2, g of ch4 and n2o, with the digits as sent. */
  value: string;
}

/** What may change about a factor. */
export interface FactorChanges {
  name: string;
  gases: GasValue[];
  startDate: string;
  endDate: string | null;
  enabled: boolean;
  isBiogenic: boolean;
  uncertaintyGrade: string;
}

/** What a caller decides about a factor. */
export interface FactorValues extends FactorChanges {
  unitId: string;
  tag: string;
}

const ALWAYS = "1970-01-01";
const CATEGORIES = enumTexts(GroupCategorySchema);
const TAGS = enumTexts(RecordTagSchema);
const GASES_OF: Record<string, readonly string[]> = {
  simple: ["co2e"],
  advanced: ["co2", "ch4", "n2o"],
  full: ["co2e", "co2", "ch4", "n2o"],
};
/** Where fuels are burnt and matter is turned into gas: elsewhere nothing biogenic leaves. */
const BIOGENIC_CATEGORIES = new Set(["heat", "vehicles", "process"]);
const DECIMAL = /^-?\d+(\.\d+)?$/;

export const newGroup = (request: CreateCustomGroupRequest): GroupValues => ({
  ...sentGroup(request),
  category: enumText(GroupCategorySchema, request.category),
  startDate: request.startDate ?? null,
  endDate: request.endDate ?? null,
});

export const sentGroup = ({ name, description }: CreateCustomGroupRequest | UpdateCustomGroupRequest) => ({
  name,
  description: description ?? null,
});

export const newFactor = (request: CreateGroupFactorRequest): FactorValues => ({
  ...sentFactor(request),
  enabled: request.enabled ?? true,
  unitId: request.unitId.toLowerCase(),
  tag: enumText(RecordTagSchema, request.tag),
});

export const sentFactor = (request: CreateGroupFactorRequest | UpdateGroupFactorRequest): FactorChanges => ({
  name: request.name,
  gases: request.gases.map(({ gasType, value }) => ({
    gas: enumText(GasTypeSchema, gasType),
    value: value?.value ?? "",
  })),
  startDate: request.startDate ?? ALWAYS,
  endDate: request.endDate ?? null,
  enabled: request.enabled ?? false,
  isBiogenic: request.isBiogenic,
  uncertaintyGrade: request.uncertaintyGrade?.value ?? "0",
});

export const checkGroup = ({ name, category, description, startDate, endDate }: GroupValues): Check[] => [
  ...checkText("name", name, { max: 255, required: true }),
  ...checkEnum("category", category, CATEGORIES),
  ...checkText("description", description, { max: 500 }),
  ...checkDays(startDate, endDate),
];

/** What is wrong with a factor by itself; whether its gases fit together is said after that. */
export const checkFactor = (factor: FactorValues, units: ReadonlyMap<string, unknown>): Check[] => [
  ...checkText("name", factor.name, { max: 255, required: true }),
  ...(units.has(factor.unitId) ? [] : [violation("unit_id", "value_error.not_found", "not a unit of the catalogue")]),
  ...checkEnum("tag", factor.tag, TAGS),
  ...factor.gases.flatMap(({ value }, at) => checkNumber(["gases", String(at), "value"], value, 30)),
  ...checkDays(factor.startDate, factor.endDate),
  ...checkNumber(["uncertainty_grade"], factor.uncertaintyGrade, 15),
];

/** Each gas of the tag once and no other; biogenic only where that means something. */
export function refuseGases({ tag, gases, isBiogenic }: FactorValues, category: string): void {
  const wanted = GASES_OF[tag] ?? [];
  const given = gases.map(({ gas }) => gas);
  if (given.length !== wanted.length || wanted.some((gas) => !given.includes(gas))) {
    const msg = `${tag} factors have one value for each of ${wanted.join(", ")}`;
    const wrong = violation("gases", "value_error.group_factors", msg);
    throw unprocessable("CUSTOM_GROUP_INVALID_FACTORS", "The gases do not match the tag.", [wrong]);
  }
  if (!isBiogenic) return;
  if (!BIOGENIC_CATEGORIES.has(category)) {
    throw unprocessable("CUSTOM_GROUP_BIOGENIC_CATEGORY", "Groups of this category have no biogenic factors.");
  }
  if (!wanted.includes("co2")) {
    throw unprocessable("CUSTOM_GROUP_BIOGENIC_REQUIRES_CO2", "A biogenic factor needs a value for co2.");
  }
}

function checkDays(startDate: string | null, endDate: string | null): Check[] {
  const checks = [
    ...(startDate === null ? [] : checkDay("start_date", startDate)),
    ...(endDate === null ? [] : checkDay("end_date", endDate)),
  ];
  if (checks.length > 0 || startDate === null || endDate === null || startDate <= endDate) return checks;
  return [violation("end_date", "end_date_before_start_date", "ends before it starts")];
}

function checkNumber(path: string[], value: string, digitsMax: number): Check[] {
  const refused = (type: string, msg: string): Check[] => [{ loc: ["body", ...path], msg, type }];
  if (value === "") return refused("value_error.missing", "field required");
  if (!DECIMAL.test(value)) return refused("type_error.decimal", "value is not a valid decimal");
  if (value.startsWith("-")) {
    return refused("value_error.number.not_ge", "ensure this value is greater than or equal to 0");
  }
  const digits = value.replace(/^0+(?=\d)/, "").replace(".", "").length;
  if (digits <= digitsMax) return [];
  return refused("value_error.decimal.max_digits", `ensure that there are no more than ${digitsMax} digits in total`);
}
