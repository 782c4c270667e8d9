import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkDay, checkText, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import type { CreateRecalculationRequest, RecalculationCriteria } from "@emissions/proto/calc/v1/recalculation_service";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";

/** Which records a run calculates again. Lists and days without a value are no condition. */
export interface Criteria {
  entityTypes: readonly string[];
  startDate: string | null;
  endDate: string | null;
  factorIds: readonly string[];
  sources: readonly string[];
  years: readonly number[];
  /** Texts of FitnessMark. */
  marks: readonly string[];
}

/** Values of one list. */
const VALUES_MAX = 100;
const SOURCE_MAX = 1_000;

type Sent = Omit<RecalculationCriteria, "$typeName" | "$unknown">;

export const criteriaOf = ({ entityTypes, startDate, endDate, marks, ...lists }: Sent): Criteria => ({
  entityTypes: entityTypes.map((type) => enumText(EntityTypeSchema, type)),
  startDate: startDate ?? null,
  endDate: endDate ?? null,
  factorIds: lists.factorIds,
  sources: lists.sources,
  years: lists.years,
  marks: marks.map((mark) => enumText(FitnessMarkSchema, mark)),
});

export const toCriteria = ({ entityTypes, startDate, endDate, factorIds, sources, years, marks }: Criteria) => ({
  entityTypes: entityTypes.map((type) => enumNumber(EntityTypeSchema, type)),
  ...(startDate !== null && { startDate }),
  ...(endDate !== null && { endDate }),
  factorIds: [...factorIds],
  sources: [...sources],
  years: [...years],
  marks: marks.map((mark) => enumNumber(FitnessMarkSchema, mark)),
});

export function checkCriteria(request: CreateRecalculationRequest): Check[] {
  const { startDate, endDate, factorIds, sources } = request;
  const { entityTypes, years, marks } = request;
  const days = [
    ...(startDate === undefined ? [] : checkDay("start_date", startDate)),
    ...(endDate === undefined ? [] : checkDay("end_date", endDate)),
  ];
  const isReversed = days.length === 0 && startDate !== undefined && endDate !== undefined && endDate < startDate;
  const lists = { entity_types: entityTypes, factor_ids: factorIds, sources, years, marks };
  return [
    ...days,
    ...(isReversed ? [violation("end_date", "value_error", "must not be before start_date")] : []),
    ...Object.entries(lists).flatMap(([name, values]) =>
      values.length > VALUES_MAX
        ? [violation(name, "value_error.list.max_items", `ensure this value has at most ${VALUES_MAX} items`)]
        : [],
    ),
    ...(factorIds.every(isId) ? [] : [violation("factor_ids", "type_error.uuid", "value is not a valid uuid")]),
    ...sources.flatMap((source) => checkText("sources", source, { max: SOURCE_MAX })),
    ...(entityTypes.every((type) => enumText(EntityTypeSchema, type) !== "" && type !== 0)
      ? []
      : [violation("entity_types", "type_error.enum", "no kind of record")]),
    ...(marks.every((mark) => enumText(FitnessMarkSchema, mark) !== "" && mark !== 0)
      ? []
      : [violation("marks", "type_error.enum", "no mark")]),
  ];
}

/** The condition about a row n of `current_records`. Its version is in force. */
export function matches(tx: Tx, org: string, criteria: Criteria): Fragment {
  const { entityTypes, startDate, endDate, factorIds, sources, years, marks } = criteria;
  return tx`(n.state <> 'deleted'
    ${startDate === null ? tx`` : tx`and n.end_date >= ${startDate}`}
    ${endDate === null ? tx`` : tx`and n.start_date <= ${endDate}`}
    ${marks.length === 0 ? tx`` : tx`and string_to_array(n.marks, ',') && ${marks as string[]}::text[]`}
    ${
      entityTypes.length === 0
        ? tx``
        : tx`and exists (
            select from calculations c
            where c.organization_id = ${org} and c.record_id = n.record_id and c.revision = n.revision
              and c.version = n.version and c.entity_type = any (${entityTypes as string[]}::text[]))`
    }
    ${
      factorIds.length + sources.length + years.length === 0
        ? tx``
        : tx`and exists (
            select from impacts i join emission_series e on e.organization_id = ${org} and e.id = i.series_id
            where i.organization_id = ${org} and i.record_id = n.record_id and i.revision = n.revision
              and i.version = n.version ${ofFactor(tx, { factorIds, sources, years })})`
    })`;
}

/** All conditions are about the same factor. */
const ofFactor = (tx: Tx, { factorIds, sources, years }: Pick<Criteria, "factorIds" | "sources" | "years">) => tx`
  ${factorIds.length === 0 ? tx`` : tx`and e.factor_id = any (${factorIds as string[]}::uuid[])`}
  ${
    sources.length === 0
      ? tx``
      : tx`and coalesce(nullif(e.source, ''), 'unspecified') = any (${sources as string[]}::text[])`
  }
  ${years.length === 0 ? tx`` : tx`and e.year = any (${years as number[]}::int[])`}`;
