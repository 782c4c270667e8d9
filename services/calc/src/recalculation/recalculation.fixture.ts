import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { RecalculationAcceptedSchema } from "@emissions/proto/activity/v1/acceptance_service";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import { EntityType, type RecordInput, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import type { CreateRecalculationRequestSchema } from "@emissions/proto/calc/v1/recalculation_service";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import type {
  FactorMethod,
  ResolutionSchema,
  ResolveFactorsRequest,
  Selection,
} from "@emissions/proto/factors/v1/selection_service";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { verifyTotals } from "../total_impact/verify.ts";
import { step } from "./worker.ts";

type Init<M> = Exclude<M, { $typeName: string }>;
type Resolution = Init<MessageInitShape<typeof ResolutionSchema>>;

/** The answers for categories of the library. A test replaces them as a newer catalogue would. */
export const catalogue = new Map<string, (day: string) => Resolution>();

interface Edition {
  year?: number;
  region?: string;
  method?: FactorMethod;
  gwpSet?: string;
}

/** Kilograms of CO2e per kWh in one edition of one figure, and other fields of the answer. */
export function figure(category: string, value: string, edition: Edition = {}, more: Omit<Resolution, "factor"> = {}) {
  const { year = 2024, region = "GB", ...fields } = edition;
  const id = `2f2c4b1e-0000-5000-8000-${year}00000000`;
  const { unitId, unit } = kWh("1");
  const head = { id, revision: 1, name: `Grid ${year}`, category, key: "any", region, year, unitId, unit };
  const factor = { ...head, values: { co2e: { value } }, gwpSet: "AR5", source: `Edition ${year}`, ...fields };
  return () => ({ ...more, factor });
}

export const recalculationService = () =>
  calcService(({ selections }: ResolveFactorsRequest) => ({ resolutions: selections.map(answer) }));

function answer(selection: Selection): MessageInitShape<typeof ResolutionSchema> {
  const kind = selection.selector?.kind;
  const own = kind?.case === "library" ? catalogue.get(kind.value.category) : undefined;
  return own?.(selection.referenceDate) ?? factors.resolveFactors({ selections: [selection] } as never).resolutions[0]!;
}

/** An organization whose records are calculated again. */
export function recalculations(calc: CalcService, org = newId()) {
  /** Signed for each call: a signature is valid for a minute. */
  const by = () => calc.by(org);
  const dryBy = () => ({ ...by(), headers: { "dry-run": "true" } });
  const numbers = async (request: object = {}) => {
    const range = { startDate: "2023-01-01", endDate: "2024-12-30" };
    return (await calc.totals.getTotalImpacts({ ...range, ...request }, by())).summary!;
  };
  type Request = MessageInitShape<typeof CreateRecalculationRequestSchema>;
  const get = async (id: string) => (await calc.recalculations.getRecalculation({ id }, by())).recalculation!;
  const self = {
    org,
    by,
    numbers,
    get,
    store: (...records: RecordInput[]) => calc.deliver(RecordsStoredSchema, [{ org, value: { records } }]),
    /** As a newer catalogue is loaded. */
    publish(category: string, resolution: (day: string) => Resolution) {
      catalogue.set(category, resolution);
      calc.resolver.clear();
    },
    start: async (request: Request = {}) =>
      (await calc.recalculations.createRecalculation({ gwpSet: GwpSet.AR5, ...request }, by())).recalculation!.run!.id!,
    preview: async (request: Request = {}) =>
      (await calc.recalculations.createRecalculation({ gwpSet: GwpSet.AR5, ...request }, dryBy())).recalculation!,
    step: (id: string) => step({ db: calc.db, factors: calc.resolver }, { organizationId: org, id }),
    /** Works on a run as long as it has work. */
    async work(id: string) {
      while ((await self.step(id)) !== "finished");
      return get(id);
    },
    async ready(request: Request = {}) {
      return self.work(await self.start(request));
    },
    announceAccepted: (id: string) =>
      calc.deliver(RecalculationAcceptedSchema, [{ org, value: { recalculationId: id } }]),
    async accept(id: string) {
      await self.announceAccepted(id);
      return self.work(id);
    },
    changes: async (id: string, page = 1, size = 100) =>
      calc.recalculations.listRecalculationChanges({ id, page, size }, by()),
    discard: (id: string) => calc.recalculations.discardRecalculation({ id }, by()),
    explain: async ({ recordId: id, entityType }: RecordInput, asOf?: Date) => {
      const at = asOf && { asOf: { seconds: BigInt(Math.floor(+asOf / 1000)), nanos: (+asOf % 1000) * 1_000_000 } };
      return (await calc.calculations.getCalculation({ id, entityType, ...at }, by())).calculation!;
    },
    byCategory: async () => (await numbers({ groupBy: GroupBy.CATEGORY })).items,
    differences: () => verifyTotals(calc.db, org, { repair: false }),
    /** All rows of a table, as texts. */
    rows: (table: string) =>
      calc.db.asService(org, async ({ tx }) => {
        const rows = await tx<
          { row: string }[]
        >`select t::text as row from ${tx(table)} t where organization_id = ${org}`;
        return rows.map(({ row }) => row).sort();
      }),
  };
  return self;
}

export type Recalculations = ReturnType<typeof recalculations>;

/** An invoice for 1,000 kWh whose factor is in a category of the library. */
export const invoice = (category: string, fields: Parameters<typeof purchase>[0] = {}) =>
  purchase({
    entityType: EntityType.INVOICES,
    category: "electricity",
    quantity: kWh("1000"),
    selector: inLibrary(category),
    gwpSet: "AR5",
    ...fields,
  });

/** The tables of all totals. */
export const TOTALS = [
  "daily_totals",
  "monthly_totals",
  "series_months",
  "series_steps",
  "series_changes",
  "record_counts",
  "current_records",
];
