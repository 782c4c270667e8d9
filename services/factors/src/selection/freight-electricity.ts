import { create } from "@bufbuild/protobuf";
import { FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import type { KeyStep } from "../catalogue/sectors.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { type Answer, failure } from "./answer.ts";
import { conversion, converts, type Step } from "./conversion.ts";
import { GRID, LIBRARY_SCHEME, LIFE_CYCLE_CATEGORY, LOCATION_CATEGORY } from "./lookup/library.ts";
import { lossOf, withLosses, withLossShare } from "./losses.ts";
import { toConversionStep } from "./messages.ts";
import { type LibraryNeed, resolveInLibrary } from "./resolve-library.ts";

interface ElectricityNeed extends LibraryNeed {
  /** Empty if it is unknown. */
  country: string;
}

const TKM = "tkm";
const KWH = "kWh";

/** The electricity of vehicles is published for this country, whose grid stands in for an unknown one. */
const COUNTRY_OF_VEHICLES = "GB";

/** The newest edition counts for every year: those since 2020 differ by 6 % at most from it. */
const SOURCE = {
  name: "UK Government GHG Conversion Factors for Company Reporting 2025 (DESNZ), SECR kWh; OGL v3.0",
  year: 2025,
};

/** Well to tank includes the fuel of power stations. A direct figure lacks it, so it is marked. */
const STEPS: readonly KeyStep[] = [
  { category: LIFE_CYCLE_CATEGORY, scheme: LIBRARY_SCHEME, key: GRID, label: "life-cycle figure of the grid" },
  {
    category: LOCATION_CATEGORY,
    scheme: LIBRARY_SCHEME,
    key: GRID,
    label: "grid average without the fuel of power stations",
    marks: { proxy: true, partsMissing: true },
  },
];

/** The provision of the electricity that a vehicle uses for tonne-kilometres. */
export function electricityOfVehicle(
  snapshot: Snapshot,
  { kwhPerTkm, unit, ...need }: ElectricityNeed & { kwhPerTkm: string },
): Answer {
  const [from, to] = [snapshot.unitsByCode.get(unit), snapshot.unitsByCode.get(TKM)];
  if (from === undefined || to === undefined || !converts(from, to)) {
    return failure("UNIT_NOT_CONVERTIBLE", `${unit} fits no factor for an electric vehicle.`);
  }
  const answer = resolveProvidedElectricity(snapshot, { ...need, unit: KWH });
  if (answer.factor === undefined) return answer;
  const steps = [...(conversion(from, to, snapshot.rates, need.day) ?? []), consumption(kwhPerTkm)];
  const before = steps.map((step) => toConversionStep(step, need.day));
  return { ...answer, conversion: [...before, ...(answer.conversion ?? [])] };
}

const consumption = (kwhPerTkm: string): Step => ({
  fromUnit: TKM,
  toUnit: KWH,
  multiplyBy: kwhPerTkm,
  divideBy: "1",
  fuelProperty: {
    fuel: "Electricity of a battery-electric van",
    property: "kwh_per_tkm",
    value: { value: kwhPerTkm },
    unit: "kWh/tkm",
    source: SOURCE.name,
    year: SOURCE.year,
  },
});

/** Electricity from well to tank: the fuel of power stations, its combustion, and the losses of the grid. */
export function resolveProvidedElectricity(snapshot: Snapshot, need: ElectricityNeed): Answer {
  const { country, day } = need;
  const lookup = { steps: [...STEPS], country, standInCountry: COUNTRY_OF_VEHICLES };
  const grid = resolveInLibrary(snapshot, { ...need, lookup });
  const { factor, fitness } = grid;
  if (factor === undefined || fitness === undefined || withLosses(snapshot).has(factor.id)) return grid;
  const year = Number(day.slice(0, 4));
  const loss = lossOf(snapshot, { country: factor.region, gridZone: "" }, year);
  if (loss === null) return { ...grid, fitness: create(FitnessSchema, { ...fitness, partsMissing: true }) };
  return withLossShare(grid, loss, { year, multiplyBy: "100" });
}
