import { isDeepStrictEqual } from "node:util";
import { enumText } from "@emissions/kit/wire/enum";
import {
  type CreateCustomRecordRequest,
  GasTypeSchema,
  type NewCustomFactor,
  RecordTagSchema,
  type UpdateCustomRecordRequest,
} from "@emissions/proto/factors/v1/custom_database_service";
import { parse, plain } from "@emissions/quantity/decimal";

/** What a caller decides about a record, as the tables keep it. */
export interface RecordValues {
  name: string;
  unitId: string;
  tag: string;
  activityCategories: string[];
  enabled: boolean;
  isBiogenic: boolean;
  /** 0 to 1. */
  renewablePercentage: string | null;
  uncertaintyGrade: string;
  factors: FactorValues[];
}

export interface FactorValues {
  gas: string;
  /** kg of co2e and co2, g of ch4 and n2o; with the digits as they were sent. */
  value: string;
  startDate: string;
  endDate: string | null;
}

const FIRST_DAY = "1970-01-01";

export const recordValues = (request: CreateCustomRecordRequest | UpdateCustomRecordRequest): RecordValues => ({
  name: request.name,
  // Compared with the ids of the catalogue, which are written in lower case.
  unitId: request.unitId.toLowerCase(),
  tag: enumText(RecordTagSchema, request.tag),
  // Named twice is named once.
  activityCategories: [...new Set(request.activityCategories)],
  enabled: request.enabled ?? true,
  isBiogenic: request.isBiogenic,
  renewablePercentage: request.renewablePercentage?.value ?? null,
  uncertaintyGrade: request.uncertaintyGrade?.value ?? "0",
  factors: request.factors.map(factorValues),
});

const factorValues = ({ gasType, value, startDate, endDate }: NewCustomFactor): FactorValues => ({
  gas: enumText(GasTypeSchema, gasType),
  value: value?.value ?? "",
  startDate: startDate ?? FIRST_DAY,
  endDate: endDate ?? null,
});

/** Checked values with the shortest digits; only those of factors are shown as they were sent. */
export const settled = (record: RecordValues): RecordValues => ({
  ...record,
  renewablePercentage: record.renewablePercentage === null ? null : plain(parse(record.renewablePercentage)),
  uncertaintyGrade: plain(parse(record.uncertaintyGrade)),
});

/** Whether a change would show nothing new. */
export const isSame = (a: RecordValues, b: RecordValues): boolean => isDeepStrictEqual(bare(a), bare(b));

const bare = (record: RecordValues): RecordValues => ({
  name: record.name,
  unitId: record.unitId,
  tag: record.tag,
  activityCategories: record.activityCategories,
  enabled: record.enabled,
  isBiogenic: record.isBiogenic,
  renewablePercentage: record.renewablePercentage,
  uncertaintyGrade: record.uncertaintyGrade,
  factors: record.factors
    .map(({ gas, value, startDate, endDate }) => ({ gas, value, startDate, endDate }))
    .sort((a, b) => (a.gas < b.gas ? -1 : 1)),
});
