import type { MessageInitShape } from "@bufbuild/protobuf";
import { calcService } from "@emissions/calc/calc.fixture";
import { loadedCatalogue } from "@emissions/factors/database.fixture";
import { selectionHandlers } from "@emissions/factors/selection/handlers";
import { newId } from "@emissions/kit/process/id";
import type { CoveringCertificateSchema } from "@emissions/proto/activity/v1/certificate";
import {
  type AdditionalPartSchema,
  EntityType,
  type JourneySchema,
  type RecordInputSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import type { Selector } from "@emissions/proto/factors/v1/selection_service";

/** The real factors and calc services, each with its own database. */
export async function factorsAndCalc() {
  const { database, db, snapshot, catalogue } = await loadedCatalogue();
  const { resolveFactors } = selectionHandlers({ db, catalogue });
  const calc = await calcService(resolveFactors);

  /** Tonnes in the range of days. */
  async function total(org: string, startDate: string, endDate: string) {
    const { summary } = await calc.totals.getTotalImpacts({ startDate, endDate }, calc.by(org));
    return summary!.totalCo2e!.value;
  }

  return {
    /** For custom factors. */
    db,
    calc,
    snapshot,
    unitId: (code: string) => snapshot.unitsByCode.get(code)?.id ?? fail(`no unit ${code}`),
    /** Calculates all activities as one batch. */
    async store(org: string, records: readonly Activity[]): Promise<string[]> {
      const inputs = records.map(inputOf);
      await calc.deliver(RecordsStoredSchema, [{ org, value: { records: inputs } }]);
      return inputs.map(({ recordId }) => recordId);
    },
    async explain(org: string, id: string, entityType: EntityType = EntityType.PURCHASES) {
      const { calculation } = await calc.calculations.getCalculation({ id, entityType }, calc.by(org));
      return calculation!;
    },
    total,
    /** Tonnes of each day. */
    dailyTotals: (org: string, days: readonly string[]) => Promise.all(days.map((day) => total(org, day, day))),
    /** Tonnes by scope and category: "1 combustion 0.64". */
    async categories(org: string, year: number) {
      const { summary } = await calc.totals.getTotalImpacts(
        { startDate: `${year}-01-01`, endDate: `${year}-12-31`, groupBy: GroupBy.CATEGORY },
        calc.by(org),
      );
      return summary!.items.map(({ scope, category, co2e }) => `${scope} ${category} ${co2e!.value}`);
    },
    async drop() {
      await Promise.all([calc.drop(), database.drop()]);
    },
  };
}

export type FactorsAndCalc = Awaited<ReturnType<typeof factorsAndCalc>>;

type AdditionalPart = MessageInitShape<typeof AdditionalPartSchema>;

export interface Activity {
  certificates?: MessageInitShape<typeof CoveringCertificateSchema>[];
  additionalParts?: AdditionalPart[];
  selector: Selector["kind"];
  quantity: string;
  unitId: string;
  /** The last day of the activity. */
  day: string;
  /** Default: the same day. */
  startDate?: string;
  entityType?: EntityType;
  category?: string;
  /** Default: AR5, as for organizations. */
  gwpSet?: string;
  factorOptional?: boolean;
  /** 0 to 1. */
  recycledShare?: string;
  /** How the quantity follows from the record. */
  allocation?: string;
  journey?: MessageInitShape<typeof JourneySchema>;
}

export function inputOf({
  selector,
  quantity,
  unitId,
  day,
  startDate = day,
  entityType = EntityType.PURCHASES,
  category = "purchases",
  gwpSet = "AR5",
  factorOptional = false,
  recycledShare,
  additionalParts = [],
  certificates = [],
  journey,
  allocation = "",
}: Activity) {
  return {
    recordId: newId(),
    revision: 1,
    entityType,
    category,
    referenceDate: day,
    startDate,
    endDate: day,
    quantity: { value: { value: quantity }, unitId },
    selector: { kind: selector },
    gwpSet,
    factorOptional,
    allocation,
    ...(journey && { journey }),
    additionalParts,
    certificates,
    ...(recycledShare !== undefined && { recycledShare: { value: recycledShare } }),
  } satisfies MessageInitShape<typeof RecordInputSchema>;
}

function fail(message: string): never {
  throw new Error(message);
}
