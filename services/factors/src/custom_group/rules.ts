import { type Check, checkEnum, checkText, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { unprocessable } from "@emissions/kit/wire/errors";
import { GasTypeSchema, RecordTagSchema } from "@emissions/proto/factors/v1/custom_database_service";
import {
  type CreateCustomGroupRequest,
  type CreateGroupFactorRequest,
  GroupCategorySchema,
  type UpdateCustomGroupRequest,
  type UpdateGroupFactorRequest,
} from "@emissions/proto/factors/v1/custom_group_service";
import { checkNumber, checkValue, inside } from "../custom_record/checks.ts";
import { GASES_OF, hasGasesOf } from "../custom_record/rules.ts";
import { checkDays } from "../custom_version/rules.ts";

/** Per organization, without deleted groups. */
export const GROUPS_MAX = 1_000;
/** Per group, without deleted factors. */
export const GROUP_FACTORS_MAX = 200;

/** The fields of a group that callers set. */
export interface GroupValues {
  name: string;
  category: string;
  description: string | null;
  startDate: string | null;
  endDate: string | null;
}

export interface GasValue {
  gas: string;
  /** kg of co2e and co2, g of ch4 and n2o, with the digits of the request. */
  value: string;
}

/** The fields of a factor that can change. */
export interface FactorChanges {
  name: string;
  gases: GasValue[];
  startDate: string;
  endDate: string | null;
  enabled: boolean;
  isBiogenic: boolean;
  uncertaintyGrade: string;
}

/** The fields of a factor that callers set. */
export interface FactorValues extends FactorChanges {
  unitId: string;
  tag: string;
}

const ALWAYS = "1970-01-01";
const CATEGORIES = enumTexts(GroupCategorySchema);
const TAGS = enumTexts(RecordTagSchema);
/** Categories with combustion or process emissions: only these emit biogenic CO2. */
const BIOGENIC_CATEGORIES = new Set(["heat", "vehicles", "process"]);

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

/** Checks the single fields. `refuseGases` checks their combination. */
export const checkFactor = (factor: FactorValues, units: ReadonlyMap<string, unknown>): Check[] => [
  ...checkText("name", factor.name, { max: 255, required: true }),
  ...(units.has(factor.unitId) ? [] : [violation("unit_id", "value_error.not_found", "not a unit of the catalogue")]),
  ...checkEnum("tag", factor.tag, TAGS),
  ...factor.gases.flatMap(({ value }, at) => inside(["gases", at], checkValue(value))),
  ...checkDays(factor.startDate, factor.endDate),
  ...checkNumber("uncertainty_grade", factor.uncertaintyGrade, { digits: 15 }),
];

/** Throws unless the gases match the tag and the category allows a biogenic factor. */
export function refuseGases({ tag, gases, isBiogenic }: FactorValues, category: string): void {
  if (!hasGasesOf(tag, gases)) {
    const msg = `${tag} factors have one value for each of ${GASES_OF[tag]?.join(", ")}`;
    const wrong = violation("gases", "value_error.group_factors", msg);
    throw unprocessable("CUSTOM_GROUP_INVALID_FACTORS", "The gases do not match the tag.", [wrong]);
  }
  if (!isBiogenic) return;
  if (!BIOGENIC_CATEGORIES.has(category)) {
    throw unprocessable("CUSTOM_GROUP_BIOGENIC_CATEGORY", "Groups of this category have no biogenic factors.");
  }
  if (!gases.some(({ gas }) => gas === "co2")) {
    throw unprocessable("CUSTOM_GROUP_BIOGENIC_REQUIRES_CO2", "A biogenic factor needs a value for co2.");
  }
}
