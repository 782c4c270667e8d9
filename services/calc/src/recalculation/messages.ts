import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber } from "@emissions/kit/wire/enum";
import { GwpSetSchema } from "@emissions/proto/activity/v1/organization_service";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import {
  type RecalculationChangeSchema,
  type RecalculationDetailsSchema,
  type RecalculationRunSchema,
  RecalculationStateSchema,
} from "@emissions/proto/calc/v1/recalculation_service";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { tonnes } from "../total_impact/tonnes.ts";
import { type Change, countReasons, type SumRow, selectLargest, selectSums } from "./change-queries.ts";
import { toCriteria } from "./criteria.ts";
import type { Run } from "./run-queries.ts";

const UNIT = "tCO2e";
/** Changes that a run shows itself. */
const LARGEST_MAX = 100;

/** Kilograms. */
interface Sum {
  before: Decimal;
  after: Decimal;
}

export async function detailsOf(tx: Tx, org: string, run: Run) {
  const [sums, reasons, largest] = await Promise.all([
    selectSums(tx, org, run.id),
    countReasons(tx, org, run.id),
    selectLargest(tx, org, run.id, { limit: LARGEST_MAX, offset: 0 }),
  ]);
  const total = sumOf(sums);
  return {
    run: toRun(run, total),
    byScope: grouped(sums, ({ scope }) => scope).map(([[{ scope }], sum]) => ({ scope, ...shown(sum) })),
    byCategory: grouped(sums, ({ scope, category }) => `${scope}/${category}`).map(([[{ scope, category }], sum]) => ({
      scope,
      category,
      ...shown(sum),
    })),
    byMonth: grouped(sums, ({ month }) => month).map(([[{ month }], sum]) => ({
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5, 7)),
      ...shown(sum),
    })),
    reasons,
    largestChanges: largest.map(toChange),
  } satisfies MessageInitShape<typeof RecalculationDetailsSchema>;
}

export function toRun(run: Run, total: Sum) {
  const { id, state, errorCode, createdBy, readyAt, appliedAt, finishedAt } = run;
  return {
    ...(state !== "preview" && { id }),
    organizationId: run.organizationId,
    state: enumNumber(RecalculationStateSchema, state),
    criteria: toCriteria(run),
    gwpSet: enumNumber(GwpSetSchema, run.gwpSet),
    records: run.records,
    changedRecords: run.changedRecords,
    supersededRecords: run.supersededRecords,
    unit: UNIT,
    ...shown(total),
    createdAt: timestampFromDate(run.createdAt),
    ...(errorCode !== null && { errorCode }),
    ...(createdBy !== null && { createdBy }),
    ...(readyAt !== null && { readyAt: timestampFromDate(readyAt) }),
    ...(appliedAt !== null && { appliedAt: timestampFromDate(appliedAt) }),
    ...(finishedAt !== null && { finishedAt: timestampFromDate(finishedAt) }),
  } satisfies MessageInitShape<typeof RecalculationRunSchema>;
}

export const toChange = ({ recordId, revision, entityType, co2eBefore, co2eAfter, reasons, superseded }: Change) =>
  ({
    recordId,
    revision,
    entityType: enumNumber(EntityTypeSchema, entityType),
    reasons: [...reasons],
    superseded,
    ...(co2eBefore !== null && { co2eBefore: kilograms(co2eBefore) }),
    ...(co2eAfter !== null && { co2eAfter: kilograms(co2eAfter) }),
  }) satisfies MessageInitShape<typeof RecalculationChangeSchema>;

export const sumOf = (rows: readonly Pick<SumRow, "beforeKg" | "afterKg">[]): Sum =>
  rows.reduce(
    ({ before, after }, { beforeKg, afterKg }) => ({ before: before.plus(beforeKg), after: after.plus(afterKg) }),
    { before: ZERO, after: ZERO },
  );

/** In the order of the first row of each group, by the key. */
function grouped(rows: readonly SumRow[], keyOf: (row: SumRow) => string | number): [rows: [SumRow], sum: Sum][] {
  const groups = [...Map.groupBy(rows, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([, group]) => [group as unknown as [SumRow], sumOf(group)]);
}

const shown = ({ before, after }: Sum) => ({ co2eBefore: tonnes(before), co2eAfter: tonnes(after) });

/** Without the trailing zeros of a numeric column. */
const kilograms = (kg: string) => ({ value: plain(new Decimal(kg)) });
