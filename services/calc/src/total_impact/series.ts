import { createHash } from "node:crypto";
import { enumText } from "@emissions/kit/wire/enum";
import { FitnessMark, FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import {
  type Factor,
  FactorMethod,
  FactorMethodSchema,
  MethaneOrigin as MethaneOriginMessage,
} from "@emissions/proto/factors/v1/selection_service";
import type { MethaneOrigin } from "@emissions/quantity/gases";
import type { Impact, RecordCalculation } from "../calculation/calculate.ts";
import type { PartCalculation } from "../calculation/part.ts";
import type { ResolvedFactor } from "../factor/resolver.ts";
import { OUTSIDE_SCOPES } from "../methods/ghg-category.ts";
import type { SeriesMasses } from "./deltas.ts";

/** Gases of the Kyoto Protocol that a factor can consist of. Its CO2e is then the CO2e of that gas. */
export type FluorinatedGas = "hfc" | "pfc" | "sf6" | "nf3";

/** All that impacts of one series have in common. Totals are kept by series, and grouped by these attributes. */
export interface Series {
  id: string;
  scope: number;
  category: string;
  ghgCategory: string;
  part: string;
  /** False for a memo item. */
  counted: boolean;
  gas: FluorinatedGas | null;
  methaneOrigin: MethaneOrigin;
  /** The set of the CO2e. Null if its publication does not name it. */
  gwpSet: string | null;
  /** Whether the gases are known, so that CO2e can be weighed under any set. */
  byGas: boolean;
  /** Whether biogenic CO2 is stated; zero is a statement. */
  biogenicStated: boolean;
  method: string | null;
  /** Texts of FitnessMark, sorted. */
  marks: readonly string[];
  factorId: string | null;
  factorRevision: number | null;
  factorName: string;
  source: string;
  region: string;
  year: number | null;
  /** Null for records without a facility, and for those of earlier versions. */
  facilityId: string | null;
}

export interface SeriesImpact extends Impact {
  series: Series;
}

/** The impacts of a record with their series. */
export function impactsWithSeries({ input, parts, result, fitness }: RecordCalculation): SeriesImpact[] {
  if (result === null) return [];
  return result.impacts.map((impact) => {
    const ofPiece = parts.filter(({ emissions, input }) => emissions !== null && input.startDate === impact.startDate);
    // A part can have an impact besides its own, such as that of gases outside the scopes.
    const part = ofPiece.find(({ emissions }) => emissions!.part.part === impact.part) ?? ofPiece[0];
    if (part === undefined) throw new Error("An impact has no part.");
    // A missing part is a mark of the record. Its tonnes are those of the parts that are not missing.
    const marks = fitness?.partsMissing ? [...impact.marks, FitnessMark.PARTS_MISSING] : impact.marks;
    return { ...impact, series: seriesOfPart({ ...impact, marks }, part, input.facilityId ?? "") };
  });
}

/** An impact for the totals. */
export const massesOf = ({ series, ...impact }: SeriesImpact): SeriesMasses => ({ ...impact, seriesId: series.id });

/** Thousands of records share an answer of the factors service, and with it few series. */
const known = new WeakMap<ResolvedFactor, Map<string, Series>>();

function seriesOfPart(
  impact: Impact,
  { resolved, emissions, factorMethod }: PartCalculation,
  facilityId: string,
): Series {
  const { scope, category, ghgCategory, part, counted, marks } = impact;
  const gwpSet = emissions!.gwpSet;
  const text = [scope, category, ghgCategory, part, counted, gwpSet, factorMethod, marks.join(), facilityId].join("/");
  const ofAnswer = known.get(resolved!) ?? new Map<string, Series>();
  known.set(resolved!, ofAnswer);
  const earlier = ofAnswer.get(text);
  if (earlier !== undefined) return earlier;
  const series = seriesOf(impact, { factor: resolved!.answer.factor, gwpSet, method: factorMethod, facilityId });
  ofAnswer.set(text, series);
  return series;
}

interface Calculated {
  factor: Factor | undefined;
  gwpSet: string | null;
  method: FactorMethod;
  /** Empty without a facility. */
  facilityId: string;
}

/** Equal attributes have the same id, in every transaction. */
export function seriesOf(impact: Impact, { factor, gwpSet, method, facilityId }: Calculated): Series {
  const { scope, category, ghgCategory, part, counted, marks, co2, biogenicCo2 } = impact;
  const gas = factor === undefined || ghgCategory === OUTSIDE_SCOPES ? null : gasOf(factor);
  const attributes = {
    scope,
    category,
    ghgCategory,
    part,
    counted,
    gas,
    methaneOrigin: factor === undefined ? "general" : methaneOriginOf(factor),
    gwpSet,
    byGas: co2 !== null || gas !== null || (factor !== undefined && factor.gases.length > 0),
    biogenicStated: biogenicCo2 !== null,
    method: method === FactorMethod.UNSPECIFIED ? null : enumText(FactorMethodSchema, method),
    marks: marks.map((mark) => enumText(FitnessMarkSchema, mark)).sort(),
    factorId: factor?.id || null,
    factorRevision: factor?.revision ?? null,
    factorName: factor?.name ?? "",
    source: factor?.source ?? "",
    region: factor?.region ?? "",
    year: factor?.year || null,
  };
  // Without a facility, the id is the one that earlier versions stored.
  const values = [...Object.values(attributes), ...(facilityId === "" ? [] : [facilityId])];
  const hash = createHash("sha256").update(JSON.stringify(values)).digest("hex");
  return { id: hash.replace(UUID, "$1-$2-$3-$4-$5"), ...attributes, facilityId: facilityId || null };
}

/** The first half of a hash. The hyphens make the id equal to the one that Postgres returns. */
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/;

/** By the key of a gas in the library. */
const BY_KEY: readonly [key: RegExp, gas: FluorinatedGas][] = [
  [/^hfc_/, "hfc"],
  [/^(pfc_|perfluoro)/, "pfc"],
  [/^(sf6|sul(ph|f)ur_hexafluoride)$/, "sf6"],
  [/^(nf3|nitrogen_trifluoride)$/, "nf3"],
];

const fluorinated = (key: string): FluorinatedGas | null => BY_KEY.find(([pattern]) => pattern.test(key))?.[1] ?? null;

/** Null for a blend of several groups of gases. */
function gasOf({ category, key, gases }: Factor): FluorinatedGas | null {
  if (category !== "refrigerants") return null;
  const ofKyoto = gases.filter(({ kyoto }) => kyoto);
  const groups = new Set(ofKyoto.length === 0 ? [fluorinated(key)] : ofKyoto.map(({ gas }) => fluorinated(gas)));
  const [group] = groups;
  return groups.size === 1 ? group! : null;
}

const ORIGINS: Readonly<Record<MethaneOriginMessage, MethaneOrigin>> = {
  [MethaneOriginMessage.UNSPECIFIED]: "general",
  [MethaneOriginMessage.FOSSIL]: "fossil",
  [MethaneOriginMessage.NON_FOSSIL]: "nonFossil",
};

const methaneOriginOf = ({ methaneOrigin }: Factor): MethaneOrigin => ORIGINS[methaneOrigin] ?? "general";
