import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber } from "@emissions/kit/wire/enum";
import type { CoverageSchema } from "@emissions/proto/calc/v1/total_impact_service";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { Decimal, ZERO } from "@emissions/quantity/decimal";
import type { Outcome } from "./coverage.ts";
import { type CountRow, selectCounts } from "./coverage-queries.ts";
import { sumByMark, sumByPurchase, type TotalQuery } from "./group-queries.ts";
import type { Range } from "./range.ts";
import { spendOverlaps } from "./spend-overlaps.ts";
import { tonnes } from "./tonnes.ts";

const PARTS_MISSING = "parts_missing";

/** The records behind a total of `query`, which is `total` kilograms. Numbers of records are known for now alone. */
export async function selectCoverage(
  tx: Tx,
  range: Range,
  { query, total }: { query: TotalQuery; total: Decimal },
): Promise<MessageInitShape<typeof CoverageSchema>> {
  const organizationIds = [...new Set(query.slices.map(({ organizationId }) => organizationId))];
  const [counts, sums, purchased] = await Promise.all([
    query.asOf === null ? selectCounts(tx, organizationIds, range, query) : null,
    sumByMark(tx, query),
    sumByPurchase(tx, query),
  ]);
  const kg = new Map(sums.map((sum) => [sum.mark, new Decimal(sum.kg)]));
  const tonnesOf = (mark: string) => tonnes(kg.get(mark) ?? ZERO);
  const common = {
    ...{ co2e: tonnes(total), partsMissingCo2e: tonnesOf(PARTS_MISSING) },
    spendOverlaps: spendOverlaps(purchased),
  };
  if (counts === null) {
    // Series without emissions at that instant have marks, too.
    const marks = [...kg.keys()].filter((mark) => !kg.get(mark)!.isZero()).sort();
    return { ...common, marks: marks.map((mark) => ({ mark: markOf(mark), co2e: tonnesOf(mark) })) };
  }
  const recordsOf = (outcome: Outcome) => sum(counts.filter((row) => row.outcome === outcome));
  const marked = (mark: string) =>
    sum(counts.filter(({ outcome, marks }) => outcome === "calculated" && marks.split(",").includes(mark)));
  const marks = new Set(counts.flatMap(({ outcome, marks }) => (outcome === "calculated" ? marks.split(",") : [])));
  return {
    ...common,
    calculated: recordsOf("calculated"),
    withoutFactor: recordsOf("without_factor"),
    failed: recordsOf("failed"),
    excluded: recordsOf("excluded"),
    partsMissing: marked(PARTS_MISSING),
    marks: [...marks]
      .filter((mark) => mark !== "")
      .sort()
      .map((mark) => ({ mark: markOf(mark), records: marked(mark), co2e: tonnesOf(mark) })),
  };
}

const markOf = (mark: string) => enumNumber(FitnessMarkSchema, mark);

const sum = (rows: readonly CountRow[]) => rows.reduce((records, row) => records + row.records, 0);
