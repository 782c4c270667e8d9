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

/** The fields of a record that callers set. */
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
  /** kg of co2e and co2, g of ch4 and n2o, with the digits of the request. */
  value: string;
  startDate: string;
  endDate: string | null;
}

const FIRST_DAY = "1970-01-01";

export const recordValues = (request: CreateCustomRecordRequest | UpdateCustomRecordRequest): RecordValues => ({
  name: request.name,
  // The catalogue has ids in lower case.
  unitId: request.unitId.toLowerCase(),
  tag: enumText(RecordTagSchema, request.tag),
  // Removes duplicates.
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

/** Removes redundant zeros. Only factor values keep the digits of the request. */
export const normalized = (record: RecordValues): RecordValues => ({
  ...record,
  renewablePercentage: record.renewablePercentage === null ? null : plain(parse(record.renewablePercentage)),
  uncertaintyGrade: plain(parse(record.uncertaintyGrade)),
});

/** True if a change has no effect. */
export const isSame = (a: RecordValues, b: RecordValues): boolean => isDeepStrictEqual(comparable(a), comparable(b));

/** The values in one order, without ids. */
export const comparable = (record: RecordValues): RecordValues => ({
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
